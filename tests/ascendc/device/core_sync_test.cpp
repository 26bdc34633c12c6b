// SPDX-License-Identifier: Apache-2.0
// Synchronisation between cores, as kernels write it.

#include "tests/ascendc/device/kernel_launch.h"

namespace ascendc_device {
namespace {

using namespace AscendC;

class CoreSync : public KernelLaunch {};

// Every block stores its number, all meet, every block loads what its neighbour stored.
void exchange(int32_t* memory, int32_t* seen, const std::function<void()>& meet) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 64);
    const auto block = static_cast<uint32_t>(GetBlockIdx());
    const auto neighbour = static_cast<uint32_t>((GetBlockIdx() + 1) % 4);
    LocalTensor<int32_t> local = buffer.Get<int32_t>();
    GlobalTensor<int32_t> gm;
    gm.SetGlobalBuffer(memory);
    local.SetValue(0, block + 10);
    SetFlag<HardEvent::S_MTE3>(EVENT_ID0);
    WaitFlag<HardEvent::S_MTE3>(EVENT_ID0);
    DataCopy(gm[block * 8], local, 8);
    meet();
    DataCopy(local[8], gm[neighbour * 8], 8);
    PipeBarrier<PIPE_ALL>();
    seen[block] = local.GetValue(8);
}

TEST_F(CoreSync, SyncAllInSoftwareMeetsThroughMemory) {
    auto* memory = tensor<int32_t>(64);
    auto* slots = tensor<int32_t>(64);
    int32_t seen[4] = {};
    const auto result = run_kernel(
        [&] {
            for (int round = 0; round < 2; ++round) {
                exchange(memory, seen, [&] {
                    GlobalTensor<int32_t> gm;
                    gm.SetGlobalBuffer(slots);
                    SyncAll(gm, LocalTensor<int32_t>(TPosition::VECCALC, 1024, 64));
                });
            }
        },
        4);
    EXPECT_EQ(seen[0], 11);
    EXPECT_EQ(seen[3], 10);
    EXPECT_EQ(slots[0], 2);  // counted up once a round
    EXPECT_EQ(slots[24], 2);
    EXPECT_GT(result.span.count(), 4 * 300);  // loads and stores, not a flag
}

TEST_F(CoreSync, CrossCoreFlagsOfAllCores) {
    auto* memory = tensor<int32_t>(64);
    int32_t seen[4] = {};
    run_kernel(
        [&] {
            exchange(memory, seen, [] {
                CrossCoreSetFlag<0, PIPE_MTE3>(3 + 16);  // four bits count
                CrossCoreWaitFlag(3);
            });
        },
        4);
    EXPECT_EQ(seen[0], 11);
    EXPECT_EQ(seen[3], 10);
}

TEST_F(CoreSync, IbSetAndIbWaitPassOneFlag) {
    auto* slots = tensor<int32_t>(256);
    std::vector<int> order;
    run_kernel(
        [&] {
            TPipe pipe;
            GlobalTensor<int32_t> gm;
            gm.SetGlobalBuffer(slots);
            const LocalTensor<int32_t> ub(TPosition::VECCALC, 1024, 8);
            const auto block = static_cast<int32_t>(GetBlockIdx());
            if (block != 0) IBWait(gm, ub, block - 1, 0);
            order.push_back(block);
            if (block != 3) IBSet(gm, ub, block, 0);
        },
        4);
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(CoreSync, BlocksOneAfterAnother) {
    auto* slots = tensor<int32_t>(256);
    std::vector<int> order;
    run_kernel(
        [&] {
            TPipe pipe;
            GlobalTensor<int32_t> gm;
            gm.SetGlobalBuffer(slots);
            LocalTensor<int32_t> ub(TPosition::VECCALC, 1024, 8);
            InitDetermineComputeWorkspace(gm, ub);
            SyncAll();
            for (int round = 0; round < 2; ++round) {
                WaitPreBlock(gm, ub);
                order.push_back(static_cast<int>(GetBlockIdx()));
                NotifyNextBlock(gm, ub);
            }
        },
        3);
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 0, 1, 2}));
}

// Two arrive, two wait for them, and nobody begins a second round before all have left the first.
TEST_F(CoreSync, GroupsMeetAtABarrier) {
    auto* lines = tensor<uint8_t>(1024);
    auto* memory = tensor<int32_t>(64);
    std::vector<int32_t> seen;
    run_kernel(
        [&] {
            TPipe pipe;
            GroupBarrier<PipeMode::MTE3_MODE> barrier(address(lines), 2, 2);
            EXPECT_EQ(barrier.GetWorkspaceLen(), 1024U);
            const auto block = static_cast<uint32_t>(GetBlockIdx());
            const LocalTensor<int32_t> ub(TPosition::VECCALC, 0, 16);
            GlobalTensor<int32_t> gm;
            gm.SetGlobalBuffer(memory);
            for (int32_t round = 1; round <= 2; ++round) {
                if (block < 2) {
                    ub.SetValue(0, round * 10 + static_cast<int32_t>(block));
                    PipeBarrier<PIPE_ALL>();
                    DataCopy(gm[block * 8], ub, 8);
                    barrier.Arrive(block);
                } else {
                    barrier.Wait(block - 2);
                    DataCopy(ub, gm, 16);
                    PipeBarrier<PIPE_ALL>();
                    seen.push_back(ub.GetValue(0));
                    seen.push_back(ub.GetValue(8));
                }
            }
        },
        4);
    EXPECT_EQ(seen, (std::vector<int32_t>{10, 11, 10, 11, 20, 21, 20, 21}));
    const auto message = fault([&] { GroupBarrier<PipeMode::MTE3_MODE>(address(lines), 2, 51); }, 1,
                               davsim::Fault::kKernel);
    EXPECT_NE(message.find("waitSize is 51, allowed is 1..50"), std::string::npos) << message;
}

TEST_F(CoreSync, TheCubeHalfIsMissed) {
    const auto message = fault([] { SyncAll<false>(); }, 1, davsim::Fault::kUnsupported, {2, true});
    EXPECT_EQ(message.find("SyncAll<false>: the cube half of a mixed kernel is not simulated"), 0U)
        << message;
}

TEST_F(CoreSync, TheCubeHalfIsWaitedForInVain) {
    const auto message =
        fault([] { CrossCoreWaitFlag(5); }, 1, davsim::Fault::kUnsupported, {2, true});
    EXPECT_EQ(message.find("the vector half waits for the cube half"), 0U) << message;
}

TEST_F(CoreSync, MixedKernelsKnowTheirPlace) {
    run_kernel(
        [] {
            EXPECT_EQ(GetBlockNum(), 2);
            EXPECT_EQ(GetTaskRatio(), 2);
            EXPECT_EQ(GetSubBlockNum(), 2);
            EXPECT_EQ(GetSubBlockIdx(), GetBlockIdx() % 2);
        },
        2, {2, true});
}

TEST_F(CoreSync, StaleUntilCleaned) {
    auto* memory = tensor<int32_t>(64);
    memory[0] = 1;
    int32_t stale = 0;
    int32_t fresh = 0;
    run_kernel(
        [&] {
            GlobalTensor<int32_t> gm;
            gm.SetGlobalBuffer(memory);
            const bool reader = GetBlockIdx() == 1;
            if (reader) gm.GetValue(0);
            SyncAll();
            if (!reader) gm.SetValue(0, 2);
            if (!reader)
                DataCacheCleanAndInvalid<int32_t, CacheLine::SINGLE_CACHE_LINE,
                                         DcciDst::CACHELINE_OUT>(gm);
            SyncAll();
            if (reader) stale = gm.GetValue(0);
            DataCacheCleanAndInvalid<int32_t, CacheLine::ENTIRE_DATA_CACHE>(gm);
            if (reader) fresh = gm.GetValue(0);
        },
        2);
    EXPECT_EQ(stale, 1);
    EXPECT_EQ(fresh, 2);
}

TEST_F(CoreSync, SystemCycleCountsTheCounter) {
    int64_t ticks = 0;
    run_kernel(
        [&] {
            const int64_t from = GetSystemCycle();
            AscendC::Nop<1000>();
            ticks = GetSystemCycle() - from;
        },
        1);
    EXPECT_EQ(ticks, 50);  // 1000 cycles of 1 GHz, counter of 50 MHz
}

}  // namespace
}  // namespace ascendc_device
