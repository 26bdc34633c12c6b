// SPDX-License-Identifier: Apache-2.0
// Bytes and cycles are neither lost nor invented: what the pipes moved is what the memory system
// saw, a pipe is busy no longer than its core worked, and no run is shorter than its traffic
// allows.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "sim/config/soc_loader.h"
#include "sim/opkit/named_operator.h"
#include "sim/run/simulation.h"

namespace davsim {
namespace {

struct Run {
    const char* name;
    const char* soc;
    std::map<std::string, std::int64_t> shape;
    DataType dtype;
};

std::ostream& operator<<(std::ostream& out, const Run& run) {
    return out << run.name;
}

class Conservation : public testing::TestWithParam<Run> {
protected:
    Conservation() {
        std::string path = testing::TempDir() + "davsim-conservation-XXXXXX";
        folder_ = mkdtemp(path.data());
    }
    ~Conservation() override { std::filesystem::remove_all(folder_); }

    RunReport report() {
        setenv("DAVSIM_KERNEL_PATH", DAVSIM_BINARY_DIR "/lib/davsim", 1);
        RunRequest request;
        request.op = "group_norm_backward";
        request.config = load_soc(GetParam().soc).config;
        request.named = std::make_shared<const op::NamedOperator>(request.op, request.config,
                                                                  op::HostCalls::kIsolated);
        request.problem.shape = GetParam().shape;
        request.problem.dtype = GetParam().dtype;
        request.output = folder_ + "/out";
        request.trace.level = traces::TraceLevel::kOff;
        ProgressView progress;
        return simulate(request, progress);
    }

    std::string folder_;
};

TEST_P(Conservation, BytesAndCyclesAgree) {
    const RunReport run = report();
    ASSERT_TRUE(run.pass());
    const LaunchStatistics& statistics = run.statistics;
    const MemoryUse& memory = statistics.memory;

    EXPECT_EQ(statistics.pipe_total(Pipe::kMte2).bytes, memory.gm_read);
    EXPECT_EQ(statistics.pipe_total(Pipe::kMte3).bytes, memory.gm_write);
    EXPECT_GE(memory.line_bytes, memory.gm_read + memory.gm_write);
    EXPECT_LE(memory.hit_bytes, memory.line_bytes);

    // Every input byte is read at least once, and dx is written exactly once.
    const std::uint64_t tensor = run.elements * size_of(GetParam().dtype);
    EXPECT_GE(memory.gm_read, 2 * tensor);
    EXPECT_GE(memory.gm_write, tensor);

    for (const CoreUse& core : statistics.cores) {
        if (!core.used()) continue;
        EXPECT_LE(core.active, statistics.span);
        for (const Pipe pipe : {Pipe::kS, Pipe::kMte2, Pipe::kV, Pipe::kMte3}) {
            const PipeUse& use = core.pipe(pipe);
            EXPECT_LE(use.busy, core.active) << name_of(pipe);
            Cycles waited;
            for (const Cycles part : use.waited) waited += part;
            if (pipe != Pipe::kS) {
                EXPECT_LE(use.busy + waited, statistics.span) << name_of(pipe);
            }
        }
    }
    EXPECT_GE(statistics.span, run.bound.roofline);
    EXPECT_GT(run.bound.roofline, Cycles(0));
}

INSTANTIATE_TEST_SUITE_P(Runs, Conservation,
                         testing::Values(Run{"resident",
                                             "Ascend910B2",
                                             {{"N", 4}, {"C", 64}, {"HxW", 64}, {"group", 32}},
                                             DataType::kFloat32},
                                         Run{"rows",
                                             "Ascend910B4",
                                             {{"N", 2}, {"C", 640}, {"HxW", 256}, {"group", 32}},
                                             DataType::kFloat16},
                                         Run{"split",
                                             "Ascend910B2",
                                             {{"N", 1}, {"C", 64}, {"HxW", 4096}, {"group", 8}},
                                             DataType::kBfloat16},
                                         Run{"chunks",
                                             "Ascend910B2",
                                             {{"N", 25}, {"C", 4}, {"HxW", 30000}, {"group", 4}},
                                             DataType::kFloat32},
                                         Run{"pixels",
                                             "Ascend950PR",
                                             {{"N", 64}, {"C", 512}, {"HxW", 1}, {"group", 32}},
                                             DataType::kFloat32},
                                         Run{"ragged910",
                                             "Ascend910A",
                                             {{"N", 4}, {"C", 96}, {"HxW", 49}, {"group", 32}},
                                             DataType::kFloat16}),
                         [](const testing::TestParamInfo<Run>& run) {
                             return std::string(run.param.name);
                         });

}  // namespace
}  // namespace davsim
