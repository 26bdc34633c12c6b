// SPDX-License-Identifier: Apache-2.0
// Every access of the kernel to UB is ordered by flags and barriers, on every architecture and
// strategy.

#include <gtest/gtest.h>

#include <map>

#include "sim/isa/instruction.h"
#include "tests/kernels/group_norm_backward/kernel_bench.h"
#include "tests/kernels/group_norm_backward/race_check.h"

namespace davsim::testing {
namespace {

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;

class Races : public ::testing::TestWithParam<int> {};

TEST_P(Races, NoneInAnyStrategy) {
    struct Case {
        const char* shape;
        std::map<std::string, std::string> fields;
    };
    const Case cases[] = {
        {"6,20,31,5", {{"block_dim", "2"}}},
        {"2,12,130,3", {{"block_dim", "1"}}},
        {"2,48,49,3", {{"block_dim", "2"}}},
        {"3,20,100,2", {{"tile_rows", "1"}, {"buffers", "2"}, {"block_dim", "2"}}},
        {"3,20,1000,2", {{"tile_cols", "64"}, {"block_dim", "2"}}},
        {"6,176,1,11", {{"block_dim", "2"}}},
        {"3,336,1,3", {{"tile_cols", "16"}, {"block_dim", "2"}}},
        {"3,64,100,2", {{"split_rows", "4"}, {"tile_rows", "2"}, {"block_dim", "3"}}},
        {"40,6,400,2", {{"split_cols", "2"}, {"tile_cols", "64"}, {"block_dim", "7"}}},
        {"300,8,3,2", {{"block_dim", "1"}}},
    };
    for (const Case& c : cases) {
        for (const DataType type : {kF32, kF16}) {
            const auto problem =
                group_norm_backward(GetParam()).problem(problem_spec(c.shape, type, type));
            TilingOverrides overrides;
            overrides.fields = c.fields;
            const KernelRun run =
                run_kernel(*problem, GetParam(), random_inputs(*problem, 4), overrides, true);
            EXPECT_EQ(run.race, "")
                << c.shape << " " << name_of(type) << " " << run.tiling.strategy;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(On, Races, ::testing::Values(1001, 2201, 3510));

// The checker itself: a load and a vector instruction on the same bytes, with and without the flag.
std::string race_of(bool flag, bool barrier) {
    FunctionalPort port;
    static std::uint8_t gm[64];
    Instruction load;
    load.opcode = Opcode::kLoadGm;
    load.pipe = Pipe::kMte2;
    load.dma = DmaPayload{};
    load.dma.gm = reinterpret_cast<std::uint64_t>(gm);
    load.dma.burst_bytes = 32;
    port.issue(load);
    Instruction sync;
    sync.sync = {Pipe::kMte2, Pipe::kV, 0};
    for (const Opcode opcode : {Opcode::kSetFlag, Opcode::kWaitFlag}) {
        sync.opcode = opcode;
        sync.pipe = opcode == Opcode::kSetFlag ? Pipe::kMte2 : Pipe::kV;
        if (flag) port.issue(sync);
    }
    Instruction adds;
    adds.opcode = Opcode::kAdds;
    adds.vec.mask.lo = 0xFF;
    adds.vec.dst.addr = 32;
    port.issue(adds);
    if (barrier) {
        sync.opcode = Opcode::kPipeBarrier;
        sync.pipe = Pipe::kV;
        sync.sync = {Pipe::kV, Pipe::kV, 0};
        port.issue(sync);
    }
    adds.vec.src0.addr = 32;
    adds.vec.dst.addr = 64;
    port.issue(adds);
    return find_race(port);
}

TEST(RaceCheck, SeesMissingFlagsAndBarriers) {
    EXPECT_NE(race_of(false, true), "");
    EXPECT_NE(race_of(true, false), "");
    EXPECT_EQ(race_of(true, true), "");
}

}  // namespace
}  // namespace davsim::testing
