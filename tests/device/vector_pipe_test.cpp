// SPDX-License-Identifier: Apache-2.0
// Pipe V: when instructions start, when results can be seen, and what a missing barrier does.

#include "tests/device/device_fixture.h"

namespace davsim::testing {
namespace {

constexpr std::uint32_t kA = 0;
constexpr std::uint32_t kB = 1024;
constexpr std::uint32_t kC = 2048;
constexpr std::uint32_t kLanes = 64;

class VectorPipe : public DeviceTest {};

TEST_F(VectorPipe, IndependentInstructionsStartWhenThePreviousReleasesThePipe) {
    run([&] {
        core().issue(duplicate(kA, 1, 10 * kLanes));
        core().issue(duplicate(kB + 4096, 1, kLanes));
        core().issue(duplicate(kC + 8192, 1, kLanes));
    });
    ASSERT_EQ(recorder.instructions.size(), 3U);
    EXPECT_EQ(recorder.instructions[0].start, 0);
    EXPECT_EQ(recorder.instructions[0].complete, 30);  // 10 repeats, then 20
    EXPECT_EQ(recorder.instructions[1].start, 10);
    EXPECT_EQ(recorder.instructions[1].complete, 33);  // issue floor of 3, then 20
    EXPECT_EQ(recorder.instructions[2].start, 13);
}

TEST_F(VectorPipe, ResultIsVisibleAtItsCompletionCycleAndNotOneEarlier) {
    config.scalar.alu = 1;
    float before = 0;
    float at = 0;
    run([&] {
        core().issue(duplicate(kA, 5, kLanes));  // starts at 0, completes at 23
        core().spend(ScalarOp::kAlu, 22);
        before = read_ub(kA);
        core().spend(ScalarOp::kAlu, 1);
        at = read_ub(kA);
    });
    EXPECT_EQ(before, 0.0F);
    EXPECT_EQ(at, 5.0F);
}

TEST_F(VectorPipe, DependentInstructionWithoutBarrierReadsOldData) {
    float result = 0;
    run([&] {
        core().issue(duplicate(kA, 7, kLanes));
        core().issue(adds(kB, kA, 1, kLanes));
        core().barrier_all();
        result = read_ub(kB);
    });
    EXPECT_EQ(result, 1.0F);  // 0 + 1: the 7 was not there yet
}

TEST_F(VectorPipe, WhereTheHardwareOrdersItWaitsForItsOperands) {
    config.vector.interlocked = true;
    float result = 0;
    run([&] {
        core().issue(duplicate(kA, 7, kLanes));
        core().issue(duplicate(kC, 3, kLanes));
        core().issue(adds(kB, kA, 1, kLanes));
        core().barrier_all();
        result = read_ub(kB);
    });
    EXPECT_EQ(result, 8.0F);
    EXPECT_EQ(recorder.instructions[1].start, 3);  // no need to wait
    EXPECT_EQ(recorder.instructions[2].start, recorder.instructions[0].complete);
}

TEST_F(VectorPipe, BarrierMakesTheDependentInstructionWait) {
    float result = 0;
    run([&] {
        core().issue(duplicate(kA, 7, kLanes));
        core().issue(barrier(Pipe::kV));
        core().issue(adds(kB, kA, 1, kLanes));
        core().barrier_all();
        result = read_ub(kB);
    });
    EXPECT_EQ(result, 8.0F);
    EXPECT_EQ(recorder.first(Opcode::kAdds).start, 23);
    EXPECT_EQ(recorder.first(Opcode::kAdds).cause, StallCause::kNone);  // no idle gap before 23
}

TEST_F(VectorPipe, AnOverwrittenSourceWasReadAtTheStart) {
    float result = 0;
    run([&] {
        core().issue(duplicate(kA, 1, kLanes));
        core().issue(barrier(Pipe::kV));
        // Both start before either completes; the first one's source is overwritten by the second.
        core().issue(adds(kB, kA, 10, 20 * kLanes));
        core().issue(duplicate(kA, 100, kLanes));
        core().barrier_all();
        result = read_ub(kB);
    });
    EXPECT_EQ(result, 11.0F);
}

TEST_F(VectorPipe, ResultsOfOnePipeAppearInOrder) {
    config.vector.ops[static_cast<std::size_t>(Opcode::kDuplicate)].fixed = 100;
    run([&] {
        core().issue(duplicate(kA, 1, kLanes));
        core().issue(adds(kB, kC, 1, kLanes));
    });
    EXPECT_EQ(recorder.first(Opcode::kDuplicate).complete, 103);
    EXPECT_EQ(recorder.first(Opcode::kAdds).complete, 103);
}

TEST_F(VectorPipe, UnpipelinedUnitHoldsThePipeUntilTheResult) {
    config.vector.pipelined = false;
    run([&] {
        core().issue(duplicate(kA, 1, kLanes));
        core().issue(adds(kB, kA, 1, kLanes));
    });
    EXPECT_EQ(recorder.first(Opcode::kAdds).start, 23);
}

TEST_F(VectorPipe, FullQueueStopsTheScalarUnit) {
    config.scalar.issue = 1;
    run([&] {
        for (int i = 0; i < 8; ++i) core().issue(duplicate(kA, 1, 100 * kLanes));
    });
    // Depth 4: pushes at 1..4 fill the queue; the first starts at 1 and makes room for the fifth
    // at 5.
    EXPECT_EQ(recorder.instructions[4].issued, 5);
    EXPECT_EQ(recorder.instructions[5].issued, 101);  // when the second one starts
    EXPECT_EQ(recorder.instructions[6].issued, 201);
    ASSERT_FALSE(recorder.stalls.empty());
    EXPECT_EQ(recorder.stalls[0].cause, StallCause::kQueueFull);
}

TEST_F(VectorPipe, OutOfTheUnifiedBufferIsTheKernelsFault) {
    EXPECT_EQ(failure([&] { core().issue(duplicate(64 * 1024 - 128, 1, kLanes)); }, Fault::kKernel),
              "VDUP: UB bytes [65408, 65664) are beyond the unified buffer of 65536 bytes "
              "(core 0, block 0, cycle 0)");
}

}  // namespace
}  // namespace davsim::testing
