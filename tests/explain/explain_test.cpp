// SPDX-License-Identifier: Apache-2.0
// Each kernel here is the good one with one fault built in; the finding of that fault must come up,
// and none of the good one.

#include "traces/analysis/explain.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "sim/timing/vector_timing.h"
#include "tests/device/device_fixture.h"
#include "traces/recorder.h"

namespace davsim::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using traces::Finding;
using traces::FindingKind;

constexpr std::uint32_t kTile = 16384;  // bytes

// How a kernel goes about its tiles: load, compute, store, with flags between.
struct Plan {
    int tiles = 30;
    int depth = 2;                 // buffers of the input and of the output queue
    std::uint32_t burst = kTile;   // bytes of a burst; a tile is loaded in one transfer
    std::uint32_t stored = kTile;  // bytes of a tile's result
    std::uint32_t store_burst = kTile;
    std::uint32_t elements = 2048;     // of a vector instruction
    int passes = 6;                    // of the vector unit over a tile
    bool same_group = false;           // both operands of the addition in one bank group
    bool reload = false;               // every tile is the same one
    int scalar_work = 0;               // between tiles
    bool barrier_each = false;         // PipeBarrier after every vector instruction
    bool read_result = false;          // GetValue after every tile
    bool sync_each = false;            // SyncAll after every tile
    std::function<int(int)> tiles_of;  // by block
};

class Explain : public ::testing::Test {
protected:
    Explain() {
        std::string path = ::testing::TempDir() + "davsim-explain-XXXXXX";
        folder_ = mkdtemp(path.data());
        config_ = round_config();
        config_.memory.ub_bytes = 192 * 1024;
        config_.hbm.peak_tbps = 2.0;  // the cores' own paths are the limit
        for (VectorOpCost& op : config_.vector.ops) op = {1, 2, 2, 20, 0, 0, 0};
        config_.scalar.issue = 2;
        // Transfers are as fast as their pipes, and the vector unit is what takes longest.
        config_.dma.load = {20, 20, 400, 400, 0, 0};
        config_.dma.store = {20, 20, 400, 400, 0, 0};
        config_.dma.issue_cost = 2;
        config_.vector.bank_conflicts = true;
        config_.memory.ub_banks = {16, 3, 4096, 32};
    }
    ~Explain() override { std::filesystem::remove_all(folder_); }

    std::vector<Finding> findings(const Plan& plan, std::uint32_t blocks = 4,
                                  const std::string& summary = "") {
        traces::RecorderOptions options;
        options.path = folder_ + "/trace.davt";
        options.vector_per_core = 2;
        options.conflicts = [timing = VectorTiming(config_.vector, config_.memory.ub_banks)](
                                const Instruction& instruction) {
            const BankStalls stalls = timing.bank_stalls(instruction);
            return traces::UbConflicts{stalls.groups.count(), stalls.banks.count()};
        };
        traces::TraceRecorder recorder(options);
        Hub hub;
        hub.add(recorder);
        Device device(config_, hub);
        device_ = &device;
        gm_ = device.memory().allocate(std::uint64_t{1} << 26U, "data");
        LaunchRequest request;
        request.kernel = "test";
        request.blocks = blocks;
        request.body = [&] { kernel(plan); };
        device.launch(request);
        recorder.finish({{"summary", summary}});
        const traces::StoreReader store(options.path);
        text_ = traces::explain_text(store);
        return traces::findings_of(store);
    }

    static std::vector<FindingKind> kinds(const std::vector<Finding>& findings) {
        std::vector<FindingKind> result;
        for (const Finding& finding : findings) result.push_back(finding.kind);
        return result;
    }

    void expect_finding(FindingKind kind, const std::vector<Finding>& findings,
                        const std::string& text) {
        EXPECT_THAT(kinds(findings), Contains(kind)) << text_;
        for (const Finding& finding : findings) {
            if (finding.kind != kind) continue;
            EXPECT_THAT(finding.text, HasSubstr(text));
            EXPECT_GT(finding.gain, 0);
            EXPECT_GT(finding.share, 0.0);
        }
    }

    CorePort& core() { return **device_->core_slot(); }

    std::string folder_;
    SocConfig config_;
    std::string text_;

private:
    void buffers(const Plan& plan) {
        for (int i = 0; i < plan.depth; ++i) {
            for (const auto& [position, base] : {std::pair("VECIN", 0), std::pair("VECOUT", 4)}) {
                core().note_buffer((static_cast<std::uint32_t>(base + i)) * kTile, kTile,
                                   (std::string(position) + " TQue depth " +
                                    std::to_string(plan.depth) + " buffer " + std::to_string(i))
                                       .c_str());
            }
        }
    }

    Instruction tile_load(const Plan& plan, std::uint32_t ub, const std::uint8_t* from) {
        Instruction ins = load(ub, from, plan.burst);
        ins.dma.bursts = static_cast<std::uint16_t>(kTile / plan.burst);
        ins.dma.gm_gap = plan.burst;
        return ins;
    }

    Instruction tile_store(const Plan& plan, std::uint8_t* to, std::uint32_t ub) {
        const std::uint32_t burst = std::min(plan.store_burst, plan.stored);
        Instruction ins = store(to, ub, burst);
        ins.dma.bursts = static_cast<std::uint16_t>(plan.stored / burst);
        ins.dma.gm_gap = burst == plan.stored ? 0 : burst;
        return ins;
    }

    void kernel(const Plan& plan) {
        const int block = static_cast<int>(core().context().block_idx);
        const int tiles = plan.tiles_of ? plan.tiles_of(block) : plan.tiles;
        buffers(plan);
        std::uint8_t* const mine =
            gm_ + std::uint64_t{1} * static_cast<unsigned>(block) * (1U << 23U);
        for (int tile = 0; tile < tiles; ++tile) {
            const auto slot = static_cast<std::uint8_t>(tile % plan.depth);
            const std::uint32_t in = slot * kTile;
            const std::uint32_t out = (4U + slot) * kTile;
            if (tile >= plan.depth) core().issue(wait_flag(Pipe::kV, Pipe::kMte2, slot));
            core().issue(tile_load(
                plan, in,
                mine + std::uint64_t{2} * kTile * static_cast<unsigned>(plan.reload ? 0 : tile)));
            core().issue(set_flag(Pipe::kMte2, Pipe::kV, slot));
            core().issue(wait_flag(Pipe::kMte2, Pipe::kV, slot));
            if (tile >= plan.depth) core().issue(wait_flag(Pipe::kMte3, Pipe::kV, slot));
            compute(plan, in, out);
            core().issue(set_flag(Pipe::kV, Pipe::kMte3, slot));
            if (tile + plan.depth < tiles) core().issue(set_flag(Pipe::kV, Pipe::kMte2, slot));
            core().issue(wait_flag(Pipe::kV, Pipe::kMte3, slot));
            core().issue(tile_store(
                plan, mine + (1U << 22U) + std::uint64_t{2} * kTile * static_cast<unsigned>(tile),
                out));
            if (tile + plan.depth < tiles) core().issue(set_flag(Pipe::kMte3, Pipe::kV, slot));
            if (plan.scalar_work > 0) core().spend(ScalarOp::kAlu, plan.scalar_work);
            float value = 0;
            if (plan.read_result) {
                core().issue(set_flag(Pipe::kV, Pipe::kS, 0));
                core().wait_flag(Pipe::kV, 0);
                core().load_ub(out, &value, sizeof value);
            }
            if (plan.sync_each) core().sync_all();
        }
    }

    void compute(const Plan& plan, std::uint32_t in, std::uint32_t out) {
        constexpr std::uint32_t kElements = kTile / sizeof(float);
        const std::uint32_t all = kElements * static_cast<std::uint32_t>(plan.passes);
        for (std::uint32_t at = 0; at + plan.elements <= all; at += plan.elements) {
            const auto bytes = static_cast<std::uint32_t>(at % kElements * sizeof(float));
            // Dense operands share their groups or do not, all along.
            const std::uint32_t other = in + bytes + (plan.same_group ? 0U : kTile / 64U);
            core().issue(add(out + bytes, in + bytes, other, plan.elements));
            if (plan.barrier_each) core().issue(barrier(Pipe::kV));
        }
    }

    Device* device_ = nullptr;
    std::uint8_t* gm_ = nullptr;
};

TEST_F(Explain, NothingIsSaidOfAGoodKernel) {
    EXPECT_THAT(kinds(findings({}, 4, R"({"bound":{"limit":"HBM","share":0.4}})")), IsEmpty())
        << text_;
    EXPECT_THAT(text_, HasSubstr("nothing stands out"));
}

TEST_F(Explain, CoresWithoutWork) {
    expect_finding(FindingKind::kFewCores, findings({}, 1), "only 1 of 4 vector cores work");
}

TEST_F(Explain, UnevenWork) {
    Plan plan;
    plan.tiles_of = [](int block) { return block == 0 ? 60 : 15; };
    expect_finding(FindingKind::kImbalance, findings(plan), "cores work unevenly");
}

TEST_F(Explain, ASingleInputBuffer) {
    Plan plan;
    plan.depth = 1;
    const std::vector<Finding> found = findings(plan);
    expect_finding(FindingKind::kLoadsWait, found, "depth is 1, depth 2 overlaps them");
    const auto waits = std::find_if(found.begin(), found.end(), [](const Finding& finding) {
        return finding.kind == FindingKind::kLoadsWait;
    });
    ASSERT_NE(waits, found.end());
    EXPECT_GT(waits->share, 0.05);
}

TEST_F(Explain, ShortBursts) {
    Plan plan;
    plan.burst = 64;
    config_.dma.align_bytes = 512;
    config_.dma.unaligned_lines = 2;
    config_.dma.burst_cost = 10;
    expect_finding(FindingKind::kShortLoads, findings(plan), "longer bursts (now 64 B)");
}

TEST_F(Explain, ShortStores) {
    Plan plan;
    plan.store_burst = 64;
    plan.passes = 1;
    config_.dma.align_bytes = 512;
    config_.dma.unaligned_lines = 2;
    config_.dma.burst_cost = 10;
    expect_finding(FindingKind::kShortStores, findings(plan), "longer bursts (now 64 B)");
}

TEST_F(Explain, ASingleOutputBufferAndSlowStores) {
    Plan plan;
    plan.depth = 1;
    config_.dma.store = {800, 800, 400, 400, 0, 0};
    expect_finding(FindingKind::kStoresHoldUp, findings(plan),
                   "the output queue's depth is 1, depth 2 overlaps them");
}

TEST_F(Explain, TheSameTileAgainAndAgain) {
    Plan plan;
    plan.reload = true;
    plan.passes = 1;
    expect_finding(FindingKind::kReadAgain, findings(plan), "loaded more than once");
}

TEST_F(Explain, OperandsInOneBankGroup) {
    Plan plan;
    plan.same_group = true;
    expect_finding(FindingKind::kBankConflicts, findings(plan), "the same bank group of UB");
}

TEST_F(Explain, ShortVectorInstructions) {
    Plan plan;
    plan.elements = 64;
    expect_finding(FindingKind::kShortVector, findings(plan), "vector instructions use");
}

TEST_F(Explain, TooMuchScalarWork) {
    Plan plan;
    plan.scalar_work = 2000;
    config_.scalar.alu = 1;
    expect_finding(FindingKind::kScalarBound, findings(plan), "waits for the scalar unit");
}

TEST_F(Explain, BarriersEverywhere) {
    Plan plan;
    plan.elements = 512;
    plan.barrier_each = true;
    config_.sync.pipe_barrier = 60;
    expect_finding(FindingKind::kBarriers, findings(plan), "barriers (PipeBarrier, PIPE_ALL)");
}

TEST_F(Explain, TooManySyncAlls) {
    Plan plan;
    plan.sync_each = true;
    expect_finding(FindingKind::kSyncAll, findings(plan), "in SyncAll");
}

TEST_F(Explain, ReadingResultsBack) {
    Plan plan;
    plan.read_result = true;
    expect_finding(FindingKind::kResultReads, findings(plan), "(GetValue)");
}

TEST_F(Explain, ALaunchThatCostsMoreThanItsWork) {
    Plan plan;
    plan.tiles = 1;
    config_.launch.fixed_ns = 20000;
    expect_finding(FindingKind::kLaunchOverhead, findings(plan), "no kernel runs");
}

TEST_F(Explain, ABusyMemory) {
    expect_finding(FindingKind::kMemoryBound,
                   findings({}, 4, R"({"bound":{"limit":"HBM","share":0.93}})"),
                   "HBM bandwidth is the limit, its traffic alone needs 93 % of the time");
    EXPECT_THAT(text_, HasSubstr("gains are upper bounds"));
}

}  // namespace
}  // namespace davsim::testing
