// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Sync : public Kernel {};

TEST_F(Sync, FlagsBetweenPipesAreInstructionsOfTheirQueues) {
    SetFlag<HardEvent::MTE2_V>(EVENT_ID1);
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID1);
    EXPECT_EQ(port_.instructions()[0].pipe, Pipe::kMte2);
    EXPECT_EQ(port_.instructions()[1].pipe, Pipe::kV);
    EXPECT_THAT(take_steps(), ElementsAre("SET_FLAG MTE2>V 1", "WAIT_FLAG MTE2>V 1"));
}

TEST_F(Sync, ScalarSideActsItself) {
    SetFlag<HardEvent::V_S>(0);
    WaitFlag<HardEvent::V_S>(0);
    SetFlag<HardEvent::S_MTE3>(2);
    WaitFlag<HardEvent::S_MTE3>(2);
    EXPECT_EQ(port_.instructions().size(), 2U);
    EXPECT_EQ(port_.instructions()[0].opcode, Opcode::kSetFlag);
    EXPECT_EQ(port_.instructions()[1].pipe, Pipe::kMte3);
    EXPECT_THAT(take_steps(), ElementsAre("SET_FLAG V>S 0", "WAIT_FLAG V>S 0", "SET_FLAG S>MTE3 2",
                                          "WAIT_FLAG S>MTE3 2"));
}

TEST_F(Sync, EveryEventConnectsThePipesOfItsName) {
    SetFlag<HardEvent::MTE3_V>(0), WaitFlag<HardEvent::MTE3_V>(0);
    SetFlag<HardEvent::V_MTE2>(0), WaitFlag<HardEvent::V_MTE2>(0);
    SetFlag<HardEvent::MTE3_MTE2>(0), WaitFlag<HardEvent::MTE3_MTE2>(0);
    SetFlag<HardEvent::MTE2_S>(0), WaitFlag<HardEvent::MTE2_S>(0);
    SetFlag<HardEvent::FIX_M>(0), WaitFlag<HardEvent::FIX_M>(0);
    EXPECT_THAT(take_steps(),
                ElementsAre("SET_FLAG MTE3>V 0", "WAIT_FLAG MTE3>V 0", "SET_FLAG V>MTE2 0",
                            "WAIT_FLAG V>MTE2 0", "SET_FLAG MTE3>MTE2 0", "WAIT_FLAG MTE3>MTE2 0",
                            "SET_FLAG MTE2>S 0", "WAIT_FLAG MTE2>S 0", "SET_FLAG FIX>M 0",
                            "WAIT_FLAG FIX>M 0"));
}

TEST_F(Sync, EventIdsHaveALimit) {
    const std::string limit = __NPU_ARCH__ == 1001 ? "0..3" : "0..7";
    EXPECT_EQ(failure([] { SetFlag<HardEvent::MTE2_V>(8); }),
              "SetFlag: eventID is 8, allowed is " + limit);
    EXPECT_EQ(failure([] { WaitFlag<HardEvent::MTE2_V>(-1); }),
              "WaitFlag: eventID is -1, allowed is " + limit);
}

TEST_F(Sync, Barriers) {
    PipeBarrier<PIPE_V>();
    PipeBarrier<PIPE_MTE2>();
    PipeBarrier<PIPE_ALL>();
    DataSyncBarrier<MemDsbT::DDR>();
    SyncAll();
    EXPECT_EQ(port_.spent(ScalarOp::kAlu), 1);
    EXPECT_THAT(take_steps(), ElementsAre("BAR V", "BAR MTE2", "BAR ALL", "BAR ALL", "SYNC_ALL"));
}

TEST_F(Sync, MasksAreStickyRegisters) {
    SetVectorMask<half, MaskMode::NORMAL>(2, 1);
    EXPECT_EQ(port_.registers.mask.hi, 2U);
    EXPECT_EQ(port_.registers.mask.lo, 1U);
    SetVectorMask<half>(65);
    EXPECT_EQ(port_.registers.mask.hi, 1U);
    EXPECT_EQ(port_.registers.mask.lo, ~std::uint64_t{0});
    SetMaskCount();
    EXPECT_TRUE(port_.registers.mask.counter);
    SetVectorMask<half>(300);
    EXPECT_EQ(port_.registers.mask.lo, 300U);
    SetMaskNorm();
    ResetMask();
    EXPECT_FALSE(port_.registers.mask.counter);
    EXPECT_EQ(port_.registers.mask.hi, ~std::uint64_t{0});
    EXPECT_EQ(port_.spent(ScalarOp::kSetMask), 6);
}

TEST_F(Sync, QueueSyncFindsTheEventOfItsPipes) {
    TQueSync<PIPE_V, PIPE_MTE3> sync;
    sync.SetFlag(2);
    sync.WaitFlag(2);
    EXPECT_THAT(take_steps(), ElementsAre("SET_FLAG V>MTE3 2", "WAIT_FLAG V>MTE3 2"));
}

TEST_F(Sync, MutexOnlyCountsOn950) {
    const MutexID first = AllocMutexID();
    const MutexID second = AllocMutexID();
    EXPECT_EQ(second, detail::kIs950 ? 1 : 0);
    ReleaseMutexID(first);
    EXPECT_EQ(AllocMutexID(), 0);
    Mutex::Lock<PIPE_MTE2>(5);
    Mutex::Unlock<PIPE_MTE2>(5);
    Mutex::Lock<PIPE_V>(5);
    if (detail::kIs950) {
        EXPECT_THAT(take_steps(), ElementsAre("SET_FLAG MTE2>MTE2 5", "WAIT_FLAG MTE2>MTE2 5"));
        EXPECT_EQ(port_.instructions().size(), 0U);
        EXPECT_EQ(failure([] { Mutex::Lock<PIPE_V>(28); }),
                  "Mutex::Lock: id is 28, allowed is 0..27");
    } else {
        EXPECT_EQ(take_steps().size(), 0U);
    }
}

}  // namespace
}  // namespace ascendc_test
