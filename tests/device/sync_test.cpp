// SPDX-License-Identifier: Apache-2.0
// Flags, barriers, SyncAll, block scheduling and deadlocks.

#include <set>

#include "tests/device/device_fixture.h"

namespace davsim::testing {
namespace {

class Sync : public DeviceTest {
protected:
    std::uint8_t* tensor(std::uint32_t bytes, float first) {
        std::uint8_t* gm = device().memory().allocate(bytes, "x");
        std::memcpy(gm, &first, sizeof(first));
        return gm;
    }
};

TEST_F(Sync, WithoutAFlagTheVectorUnitComputesOnOldData) {
    std::uint8_t* x = tensor(256, 3);
    float result = 0;
    run([&] {
        core().issue(load(0, x, 256));
        core().issue(adds(1024, 0, 1, 64));
        core().barrier_all();
        result = read_ub(1024);
    });
    EXPECT_EQ(result, 1.0F);
}

// What the vendor's compiler inserts: marked, and at the price of what a kernel writes itself.
TEST_F(Sync, AutomaticSynchronisationInsertsABarrierBetweenDependentInstructions) {
    config.sync.pipe_barrier = 5;
    sync = SyncMode::kAuto;
    float result = 0;
    run([&] {
        core().issue(duplicate(0, 7, 64));
        core().issue(duplicate(4096, 1, 64));  // elsewhere: no barrier
        core().issue(adds(1024, 0, 1, 64));
        core().barrier_all();
        result = read_ub(1024);
    });
    EXPECT_EQ(result, 8.0F);
    ASSERT_EQ(recorder.instructions.size(), 4U);
    EXPECT_EQ(recorder.instructions[2].opcode, Opcode::kPipeBarrier);
    EXPECT_EQ(recorder.first(Opcode::kAdds).start, recorder.instructions[1].complete + 5);
    ASSERT_EQ(recorder.barriers.size(), 2U);
    EXPECT_TRUE(recorder.barriers[0].inserted);
    EXPECT_FALSE(recorder.barriers[1].inserted);
}

TEST_F(Sync, AutomaticSynchronisationOrdersTheScalarUnit) {
    sync = SyncMode::kAuto;
    float read = 0;
    float computed = 0;
    run([&] {
        core().issue(duplicate(0, 7, 64));
        read = read_ub(0);
        write_ub(0, 2);
        core().issue(adds(1024, 0, 1, 64));
        computed = read_ub(1024);
    });
    EXPECT_EQ(read, 7.0F);
    EXPECT_EQ(computed, 3.0F);
    EXPECT_EQ(recorder.flags.size(), 3U);  // V to S, S to V, V to S
}

TEST_F(Sync, AutomaticSynchronisationLeavesTransfersToTheKernel) {
    std::uint8_t* x = tensor(256, 3);
    sync = SyncMode::kAuto;
    float result = 0;
    run([&] {
        core().issue(load(0, x, 256));
        core().issue(adds(1024, 0, 1, 64));
        core().barrier_all();
        result = read_ub(1024);
    });
    EXPECT_EQ(result, 1.0F);
    EXPECT_EQ(recorder.instructions.size(), 2U);
}

TEST_F(Sync, JitterStretchesWithinItsFactor) {
    config.sync.jitter_percent = 100;
    const auto program = [&] { core().issue(duplicate(0, 7, 64 * 100)); };
    std::set<std::int64_t> spans;
    const std::int64_t plain = run(program).span.count();
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        jitter = seed;
        const std::int64_t span = run(program).span.count();
        EXPECT_GE(span, plain);
        EXPECT_LE(span, 2 * plain);
        EXPECT_EQ(run(program).span.count(), span) << "seed " << seed;
        spans.insert(span);
    }
    EXPECT_GT(spans.size(), 2U);
}

TEST_F(Sync, FlagOrdersLoadAndCompute) {
    std::uint8_t* x = tensor(256, 3);
    float result = 0;
    run([&] {
        core().issue(load(0, x, 256));
        core().issue(set_flag(Pipe::kMte2, Pipe::kV, 2));
        core().issue(wait_flag(Pipe::kMte2, Pipe::kV, 2));
        core().issue(adds(1024, 0, 1, 64));
        core().barrier_all();
        result = read_ub(1024);
    });
    EXPECT_EQ(result, 4.0F);
    EXPECT_EQ(recorder.first(Opcode::kAdds).start, recorder.first(Opcode::kLoadGm).complete);
    EXPECT_EQ(recorder.first(Opcode::kAdds).cause, StallCause::kFlag);
    ASSERT_EQ(recorder.flags.size(), 1U);
    EXPECT_EQ(recorder.flags[0].wait_end.count(), recorder.first(Opcode::kLoadGm).complete);
}

TEST_F(Sync, FlagWaitsForEverythingIssuedBeforeItAndNothingAfter) {
    run([&] {
        core().issue(duplicate(0, 1, 64));
        core().issue(set_flag(Pipe::kV, Pipe::kMte3, 0));
        core().issue(duplicate(4096, 1, 50 * 64));
        core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 0));
    });
    ASSERT_EQ(recorder.flags.size(), 1U);
    EXPECT_EQ(recorder.flags[0].set.count(), 23);
    EXPECT_EQ(recorder.instructions[0].complete, 23);
}

TEST_F(Sync, WaitIsReachedOnlyWhenTheInstructionInFrontHasStarted) {
    run([&] {
        core().issue(duplicate(0, 1, 50 * 64));
        core().issue(duplicate(16384, 1, 64));  // starts at 50
        core().issue(set_flag(Pipe::kMte2, Pipe::kV, 0));
        core().issue(wait_flag(Pipe::kMte2, Pipe::kV, 0));
        core().issue(barrier(Pipe::kV));
    });
    ASSERT_EQ(recorder.flags.size(), 1U);
    EXPECT_EQ(recorder.flags[0].wait_start.count(), 50);
    EXPECT_EQ(recorder.flags[0].wait_end.count(), 50);
    ASSERT_EQ(recorder.barriers.size(), 1U);
    EXPECT_EQ(recorder.barriers[0].from.count(), 50);
    EXPECT_EQ(recorder.barriers[0].to.count(), 73);
}

TEST_F(Sync, ScalarFlagsWorkBothWays) {
    float seen = 0;
    float result = 0;
    run([&] {
        core().issue(duplicate(0, 2, 64));
        core().issue(set_flag(Pipe::kV, Pipe::kS, 1));
        core().wait_flag(Pipe::kV, 1);
        seen = read_ub(0);
        write_ub(0, 40);
        core().set_flag(Pipe::kV, 1);
        core().issue(wait_flag(Pipe::kS, Pipe::kV, 1));
        core().issue(adds(1024, 0, 2, 64));
        core().barrier_all();
        result = read_ub(1024);
    });
    EXPECT_EQ(seen, 2.0F);
    EXPECT_EQ(result, 42.0F);
}

TEST_F(Sync, SecondSetIsHeldUpUntilTheFirstWasConsumed) {
    run([&] {
        core().issue(duplicate(0, 1, 64));
        core().issue(set_flag(Pipe::kV, Pipe::kMte3, 5));
        core().issue(set_flag(Pipe::kV, Pipe::kMte3, 5));
        core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 5));
        core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 5));
    });
    ASSERT_EQ(recorder.flags.size(), 2U);
    EXPECT_EQ(recorder.flags[0].set.count(), 23);
    EXPECT_GE(recorder.flags[1].set, recorder.flags[0].wait_end);
}

// The id of a flag is used again while its first wait is still behind a slow load: what follows the
// second set on the vector unit goes on once that wait is over.
TEST_F(Sync, WhatFollowsAHeldUpSetCompletes) {
    std::uint8_t* x = tensor(256, 3);
    run([&] {
        core().issue(load(0, x, 256));
        core().issue(set_flag(Pipe::kMte2, Pipe::kMte3, 0));
        core().issue(wait_flag(Pipe::kMte2, Pipe::kMte3, 0));
        core().issue(set_flag(Pipe::kV, Pipe::kMte3, 5));
        core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 5));
        core().issue(set_flag(Pipe::kV, Pipe::kMte3, 5));
        core().issue(duplicate(1024, 7, 64));
        core().issue(set_flag(Pipe::kV, Pipe::kMte3, 6));
        core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 5));
        core().issue(wait_flag(Pipe::kV, Pipe::kMte3, 6));
        core().barrier_all();
    });
    ASSERT_EQ(recorder.flags.size(), 4U);
    EXPECT_GE(recorder.flags[2].set, recorder.flags[1].wait_end);
    EXPECT_GE(recorder.flags[3].set, recorder.flags[2].set);
    EXPECT_GE(recorder.first(Opcode::kDuplicate).complete, recorder.flags[2].set.count());
}

TEST_F(Sync, TwoSetsAndABarrierHang) {
    EXPECT_EQ(
        failure(
            [&] {
                core().issue(set_flag(Pipe::kV, Pipe::kMte3, 5));
                core().issue(set_flag(Pipe::kV, Pipe::kMte3, 5));
                core().barrier_all();
            },
            Fault::kDeadlock),
        "no core can go on; core 0, block 0: scalar unit waits for all pipes, V at SetFlag(V to "
        "MTE3, event 5) whose last set nobody waits for");
}

TEST_F(Sync, FlagLeftSetAtTheEndIsTheKernelsFault) {
    EXPECT_EQ(failure([&] { core().issue(set_flag(Pipe::kMte2, Pipe::kV, 3)); }, Fault::kKernel),
              "flags set and never waited for: MTE2 to V event 3 (core 0, block 0, cycle 0)");
}

TEST_F(Sync, ScalarUnitMaySetAFlagAgainOnceItWasConsumed) {
    run([&] {
        for (int i = 0; i < 5; ++i) {
            core().set_flag(Pipe::kV, 0);
            core().issue(wait_flag(Pipe::kS, Pipe::kV, 0));
        }
    });
    EXPECT_EQ(recorder.flags.size(), 5U);
}

TEST_F(Sync, WaitWithoutSetIsADeadlockThatNamesTheFlag) {
    EXPECT_EQ(failure([&] { core().issue(wait_flag(Pipe::kMte2, Pipe::kV, 3)); }, Fault::kDeadlock),
              "no core can go on; core 0, block 0: scalar unit waits for all pipes, V at "
              "WaitFlag(MTE2 to V, "
              "event 3) that nobody sets");
}

TEST_F(Sync, ScalarWaitWithoutSetIsADeadlockToo) {
    EXPECT_EQ(failure([&] { core().wait_flag(Pipe::kMte3, 1); }, Fault::kDeadlock),
              "no core can go on; core 0, block 0: scalar unit at WaitFlag(MTE3 to S, event 1) "
              "that nobody sets");
}

TEST_F(Sync, SyncAllReleasesAllBlocksAfterTheLastArrival) {
    config.scalar.alu = 1;
    std::vector<std::int64_t> released(4);
    run(
        [&] {
            const auto block = core().context().block_idx;
            core().spend(ScalarOp::kAlu, static_cast<int>(100 * block));
            core().sync_all();
            released[block] = core().now();
        },
        4);
    EXPECT_EQ(released, std::vector<std::int64_t>(4, 300 + 500));
}

TEST_F(Sync, SyncAllWithMoreBlocksThanCoresCannotWork) {
    EXPECT_EQ(
        failure([&] { core().sync_all(); }, Fault::kDeadlock, 5),
        "no core can go on; SyncAll reached by 4 of 5 blocks (only 4 blocks fit on the cores at "
        "once); core 0, block 0: scalar unit in SyncAll; core 1, block 1: scalar unit in SyncAll; "
        "core 2, block 2: scalar unit in SyncAll; core 3, block 3: scalar unit in SyncAll");
}

TEST_F(Sync, BlocksBeyondTheCoresRunWhenCoresBecomeFree) {
    config.scalar.alu = 1;
    config.launch = {100, 10, 10, 50};
    run([&] { core().spend(ScalarOp::kAlu, core().context().block_idx == 0 ? 1000 : 200); }, 6);
    ASSERT_EQ(recorder.blocks.size(), 6U);
    std::vector<int> core_of(6);
    std::vector<std::int64_t> begin(6);
    for (const BlockEvent& block : recorder.blocks) {
        core_of[block.block] = block.core;
        begin[block.block] = block.begin.count();
    }
    EXPECT_EQ(core_of, (std::vector<int>{0, 1, 2, 3, 1, 2}));
    EXPECT_EQ(begin[0], 100 + 10 + 50);
    EXPECT_EQ(begin[3], 100 + 4 * 10 + 50);
    EXPECT_EQ(begin[4], begin[1] + 200 + 10 + 50);
}

TEST_F(Sync, AFullChipStartsItsBlocksFaster) {
    config.launch = {100, 30, 10, 50};
    run([] {}, 3);
    run([] {}, 4);
    ASSERT_EQ(recorder.blocks.size(), 7U);
    const auto begin_of_last = [&](std::size_t from, std::size_t to) {
        std::int64_t last = 0;
        for (std::size_t i = from; i < to; ++i)
            last = std::max(last, recorder.blocks[i].begin.count());
        return last;
    };
    EXPECT_EQ(begin_of_last(0, 3), 100 + 3 * 30 + 50);
    EXPECT_EQ(begin_of_last(3, 7), 100 + 4 * 10 + 50);
}

TEST_F(Sync, EndlessKernelIsStoppedByTheCycleLimit) {
    config.scalar.alu = 1;
    max_cycles = 10000;
    const std::string text = failure(
        [&] {
            for (;;) core().spend(ScalarOp::kAlu, 1);
        },
        Fault::kDeadlock);
    EXPECT_EQ(text,
              "core 0, block 0, cycle 10001 ran past the limit of 10000 cycles (--max-cycles)");
}

TEST_F(Sync, LaunchesFollowEachOtherOnOneDevice) {
    const LaunchResult first = run([&] { core().issue(duplicate(0, 1, 64)); });
    const LaunchResult second = run([&] { core().issue(duplicate(0, 1, 64)); });
    EXPECT_EQ(first.span, second.span);
    EXPECT_EQ(second.instructions, 1U);
}

}  // namespace
}  // namespace davsim::testing
