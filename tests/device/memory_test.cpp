// SPDX-License-Identifier: Apache-2.0
// Transfers: their time alone and together, L2 hits, the order of effects, atomics, bounds.

#include "tests/device/device_fixture.h"

namespace davsim::testing {
namespace {

class Memory : public DeviceTest {
protected:
    std::uint8_t* tensor(std::uint64_t bytes, const char* name = "x") {
        return device().memory().allocate(bytes, name);
    }
};

TEST_F(Memory, ColdLoadTakesMissLatencyAndMissRate) {
    std::uint8_t* x = tensor(8192);
    run([&] { core().issue(load(0, x, 8192)); });
    // 8192 B at 50 B a cycle, then 300.
    EXPECT_EQ(recorder.first(Opcode::kLoadGm).complete, 164 + 300);
    ASSERT_EQ(recorder.transfers.size(), 1U);
    EXPECT_EQ(recorder.transfers[0].hit_bytes, 0U);
    EXPECT_EQ(recorder.transfers[0].hbm_read, 8192U);
}

TEST_F(Memory, SecondLoadOfTheSameBytesHitsL2) {
    std::uint8_t* x = tensor(8192);
    run([&] {
        core().issue(load(0, x, 8192));
        core().barrier_all();
        core().issue(load(0, x, 8192));
    });
    const auto& second = recorder.instructions[1];
    EXPECT_EQ(second.complete - second.start, 82 + 200);
    EXPECT_EQ(recorder.transfers[1].hit_bytes, 8192U);
    EXPECT_EQ(recorder.transfers[1].hbm_read, 0U);
}

TEST_F(Memory, L2StaysWarmBetweenLaunchesUnlessFlushed) {
    std::uint8_t* x = tensor(4096);
    const auto body = [&] { core().issue(load(0, x, 4096)); };
    run(body);
    run(body);
    LaunchRequest cold;
    cold.body = body;
    cold.flush_l2 = true;
    device().launch(cold);
    EXPECT_EQ(recorder.transfers[1].hit_bytes, 4096U);
    EXPECT_EQ(recorder.transfers[2].hit_bytes, 0U);
}

TEST_F(Memory, TransfersOfOnePipeOverlapByTheirLatency) {
    std::uint8_t* x = tensor(16384);
    run([&] {
        core().issue(load(0, x, 8192));
        core().issue(load(8192, x + 8192, 8192));
    });
    EXPECT_EQ(recorder.instructions[1].start, 164);
    EXPECT_EQ(recorder.instructions[1].complete, 2 * 164 + 300);
}

TEST_F(Memory, LongTransfersHoldTheirPipeUntilTheyAreComplete) {
    config.dma.overlap_bytes = 512;
    std::uint8_t* x = tensor(16384);
    run([&] {
        core().issue(load(0, x, 8192));
        core().issue(load(8192, x + 8192, 8192));
    });
    EXPECT_EQ(recorder.instructions[1].start, 164 + 300);
    EXPECT_EQ(recorder.instructions[1].complete, 2 * (164 + 300));
}

TEST_F(Memory, TheShortestLoadTakesTheLeastTime) {
    config.dma.load.miss_least = 400;
    std::uint8_t* x = tensor(512);
    run([&] { core().issue(load(0, x, 32)); });
    EXPECT_EQ(recorder.first(Opcode::kLoadGm).complete, 400);
}

TEST_F(Memory, BypassingLoadsLeaveNothingInL2) {
    std::uint8_t* x = tensor(8192);
    run([&] {
        Instruction passing = load(0, x, 8192);
        passing.dma.bypass_l2 = true;
        core().issue(passing);
        core().barrier_all();
        core().issue(load(0, x, 8192));
    });
    EXPECT_EQ(recorder.transfers[0].hbm_read, 8192U);
    EXPECT_EQ(recorder.transfers[1].hit_bytes, 0U);
}

TEST_F(Memory, BypassingStoresGoToHbm) {
    std::uint8_t* x = tensor(8192);
    run([&] {
        Instruction passing = store(x, 0, 8192);
        passing.dma.bypass_l2 = true;
        core().issue(passing);
    });
    EXPECT_EQ(recorder.transfers[0].hbm_write, 8192U);
}

TEST_F(Memory, AWarmL2HoldsWhatItWasGiven) {
    std::uint8_t* x = tensor(8192);
    device().warm_l2(x, 4096);
    run([&] { core().issue(load(0, x, 8192)); });
    EXPECT_EQ(recorder.transfers[0].hit_bytes, 4096U);
}

TEST_F(Memory, CoresThatReadTheSameDataTakeTurns) {
    config.l2.shared_window = 1000;
    config.l2.shared_tbps = 0.01;  // 10 bytes a cycle
    std::uint8_t* x = tensor(40960);
    run([&] { core().issue(load(0, x, 40960)); }, 4);
    std::int64_t last = 0;
    for (const auto& life : recorder.instructions) last = std::max(last, life.complete);
    EXPECT_GE(last, 3 * 40960 / 10);
}

TEST_F(Memory, AScalarLoadThatHitsTheDataCacheIsCheap) {
    config.scalar.gm_load = 300;
    config.scalar.gm_load_hit = 10;
    config.scalar.dcache_bytes = 1024;
    config.scalar.dcache_line = 64;
    std::uint8_t* x = tensor(512);
    std::int64_t first = 0;
    std::int64_t second = 0;
    run([&] {
        float value = 0;
        const auto at = reinterpret_cast<std::uint64_t>(x) / 64 * 64 + 64;
        core().load_gm(at, &value, sizeof(value));
        first = core().now();
        core().load_gm(at + 32, &value, sizeof(value));
        second = core().now();
    });
    EXPECT_EQ(first, 300);
    EXPECT_EQ(second, 310);
}

TEST_F(Memory, StoresWaitForWriteBacksOnlyWhenTooManyAreOnTheirWay) {
    config.hbm.peak_tbps = 0.01;  // 10 bytes a cycle
    std::uint8_t* x = tensor(2 << 20);
    const auto body = [&] {
        for (std::uint32_t i = 0; i < 64; ++i) core().issue(store(x + i * 32768, 0, 32768));
    };
    // 1 MiB has to leave L2; one core may leave its last 32 KiB behind.
    config.l2.write_back_queue = 32768;
    EXPECT_GE(run(body).span.count(), (1 << 20) / 10 - 2 * 32768 / 10);
}

TEST_F(Memory, ManySmallTransfersAreIssueBound) {
    std::uint8_t* x = tensor(4096);
    run([&] {
        for (std::uint32_t i = 0; i < 8; ++i) core().issue(load(i * 32, x + i * 512, 32));
    });
    EXPECT_EQ(recorder.instructions[7].start, 7 * 20);
}

TEST_F(Memory, CoresShareHbmEqually) {
    config.hbm.peak_tbps = 0.1;  // 100 B a cycle for four cores that could take 50 each
    std::vector<std::uint8_t*> x;
    for (int i = 0; i < 4; ++i) x.push_back(tensor(40000));
    run([&] { core().issue(load(0, x[core().context().block_idx], 40000)); }, 4);
    ASSERT_EQ(recorder.instructions.size(), 4U);
    for (const auto& life : recorder.instructions) {
        // 79 lines of 512 bytes each at a quarter of the rate.
        EXPECT_NEAR(static_cast<double>(life.complete - 300), 79 * 512 * 4 / 100.0, 2.0);
    }
}

TEST_F(Memory, SimulatedTimeIsNeverBelowTheBandwidthBound) {
    std::vector<std::uint8_t*> x;
    for (int i = 0; i < 4; ++i) x.push_back(tensor(512 * 64));
    const LaunchResult result = run(
        [&] {
            for (std::uint32_t i = 0; i < 64; ++i)
                core().issue(load(0, x[core().context().block_idx] + i * 512, 512));
        },
        4);
    EXPECT_GE(result.span.count(), 4 * 64 * 512 / 200);
}

TEST_F(Memory, StoreReachesGmAtItsCompletion) {
    std::uint8_t* x = tensor(256);
    run([&] {
        core().issue(duplicate(0, 9, 64));
        core().issue(set_flag(Pipe::kV, Pipe::kMte3, 0));
        core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 0));
        core().issue(store(x, 0, 256));
    });
    float stored = 0;
    std::memcpy(&stored, x, sizeof(stored));
    EXPECT_EQ(stored, 9.0F);
    EXPECT_EQ(recorder.first(Opcode::kStoreGm).complete, 23 + 20 + 150);
}

TEST_F(Memory, StoreTakesItsSourceAtItsStart) {
    std::uint8_t* x = tensor(256);
    run([&] {
        core().issue(duplicate(0, 9, 64));
        core().issue(set_flag(Pipe::kV, Pipe::kMte3, 0));
        core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 0));
        core().issue(store(x, 0, 256));
        core().issue(barrier(Pipe::kV));
        core().issue(duplicate(0, 1, 64));  // completes long before the store does
    });
    float stored = 0;
    std::memcpy(&stored, x, sizeof(stored));
    EXPECT_EQ(stored, 9.0F);
}

TEST_F(Memory, LoadTakesItsSourceAtItsStart) {
    config.scalar.alu = 1;
    std::uint8_t* x = tensor(512);
    std::uint8_t* slow = tensor(32768);
    float loaded = -1;
    run(
        [&] {
            if (core().context().block_idx == 0) {  // starts at 0, completes at 300 and more
                core().issue(load(0, x, 256));
                core().barrier_all();
                loaded = read_ub(0);
            } else {  // stores in between
                const float value = 5;
                core().spend(ScalarOp::kAlu, 50);
                core().store_gm(reinterpret_cast<std::uint64_t>(x), &value, sizeof(value));
            }
        },
        2);
    EXPECT_EQ(loaded, 0.0F);
    EXPECT_NE(slow, nullptr);
}

TEST_F(Memory, AtomicAddsOfAllCoresAddUp) {
    std::uint8_t* x = tensor(256);
    run(
        [&] {
            core().issue(duplicate(0, 1.5F, 64));
            core().issue(set_flag(Pipe::kV, Pipe::kMte3, 0));
            core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 0));
            core().issue(store(x, 0, 256, AtomicOp::kAdd));
        },
        8);
    float sum = 0;
    std::memcpy(&sum, x + 252, sizeof(sum));
    EXPECT_EQ(sum, 12.0F);
}

TEST_F(Memory, DirtyLinesThatLeaveL2CostHbmWrites) {
    std::uint8_t* x = tensor(4 << 20);
    run([&] {
        for (std::uint32_t i = 0; i < 128; ++i) core().issue(store(x + i * 32768, 0, 32768));
    });
    std::uint64_t written = 0;
    for (const TransferEvent& transfer : recorder.transfers) written += transfer.hbm_write;
    EXPECT_EQ(written, (4U << 20U) - (1U << 20U));  // what does not fit into 1 MiB of L2
}

TEST_F(Memory, BeyondATensorIsTheKernelsFault) {
    std::uint8_t* x = tensor(256, "grad_out");
    EXPECT_EQ(failure([&] { core().issue(store(x + 128, 0, 256)); }, Fault::kKernel),
              "MOV_UB_TO_GM: 256 bytes of global memory at offset 128 of tensor grad_out, which "
              "has 256 bytes "
              "(core 0, block 0, cycle 0)");
}

// The pages behind a tensor are mapped on hardware, too: what is loaded from there is of no use,
// but nothing fails, and what follows runs.
TEST_F(Memory, ALoadMayRunOnBehindATensor) {
    std::uint8_t* x = tensor(256, "grad_out");
    std::memset(x, 7, 256);
    std::vector<std::uint8_t> loaded(256);
    run([&] {
        core().issue(load(0, x + 128, 48 * 1024));
        core().barrier_all();
        core().load_ub(0, loaded.data(), loaded.size());
    });
    EXPECT_EQ(std::count(loaded.begin(), loaded.begin() + 128, 7), 128);
}

TEST_F(Memory, ALoadThatBeginsBehindATensorIsTheKernelsFault) {
    std::uint8_t* x = tensor(256, "grad_out");
    EXPECT_EQ(failure([&] { core().issue(load(0, x + 512, 256)); }, Fault::kKernel),
              "MOV_GM_TO_UB: 256 bytes of global memory at offset 512 of tensor grad_out, which "
              "has 256 bytes "
              "(core 0, block 0, cycle 0)");
}

TEST_F(Memory, NullTensorIsTheKernelsFault) {
    const std::string text = failure([&] { core().issue(store(nullptr, 0, 32)); }, Fault::kKernel);
    EXPECT_EQ(text,
              "MOV_UB_TO_GM: address 0 is not in global memory (a null tensor?) (core 0, block 0, "
              "cycle 0)");
}

TEST_F(Memory, TensorLargerThanHbmIsRefused) {
    try {
        tensor(std::uint64_t{2} << 30U, "huge");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUsage);
        EXPECT_STREQ(error.what(),
                     "tensor huge of 2147483648 bytes does not fit into HBM: 0 of 1073741824 bytes "
                     "are in use");
    }
}

TEST_F(Memory, TheSameLaunchTakesTheSameCyclesWhateverRanBefore) {
    std::uint8_t* x = tensor(1 << 19);
    const auto body = [&] {
        for (std::uint32_t i = 0; i < 16; ++i) {
            core().issue(
                load((i % 2) * 4096, x + (i * 4 + core().context().block_idx) * 4096, 4096));
        }
    };
    LaunchRequest request;
    request.body = body;
    request.blocks = 4;
    request.flush_l2 = true;
    const LaunchResult first = device().launch(request);
    const LaunchResult second = device().launch(request);
    EXPECT_EQ(first.span, second.span);
}

}  // namespace
}  // namespace davsim::testing
