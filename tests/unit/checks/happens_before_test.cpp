// SPDX-License-Identifier: Apache-2.0
// What is ordered and what is not, on hand-made sequences.
#include "sim/checks/happens_before.h"

#include <gtest/gtest.h>

namespace davsim::checks {
namespace {

class HappensBefore : public ::testing::Test {
protected:
    // An access that `pipe` makes now.
    AccessRecord access(Pipe pipe) {
        AccessRecord record;
        record.block = order.block();
        record.pipe = pipe;
        record.epoch = order.epoch(pipe);
        record.generation = order.generation();
        return record;
    }
    void set(Pipe from, Pipe to, std::uint8_t event, std::uint64_t key) {
        twice |= order.set(from, to, event, key, nullptr).has_value();
    }
    void wait(Pipe from, Pipe to, std::uint8_t event, std::uint64_t key) {
        twice |= order.wait(from, to, event, key).has_value();
    }

    BlockOrder order;
    bool twice = false;
};

TEST_F(HappensBefore, AFlagOrdersWhatCameBeforeIt) {
    const AccessRecord load = access(Pipe::kMte2);
    EXPECT_FALSE(order.ordered(load, Pipe::kV));
    set(Pipe::kMte2, Pipe::kV, 0, 1);
    const AccessRecord later = access(Pipe::kMte2);
    wait(Pipe::kMte2, Pipe::kV, 0, 3);
    EXPECT_TRUE(order.ordered(load, Pipe::kV));
    EXPECT_FALSE(order.ordered(later, Pipe::kV));
    EXPECT_FALSE(order.ordered(load, Pipe::kMte3));
    EXPECT_FALSE(twice);
}

TEST_F(HappensBefore, FlagsPassOnWhatTheirPipeKnew) {
    const AccessRecord load = access(Pipe::kMte2);
    set(Pipe::kMte2, Pipe::kV, 0, 1);
    wait(Pipe::kMte2, Pipe::kV, 0, 3);
    set(Pipe::kV, Pipe::kMte3, 0, 5);
    wait(Pipe::kV, Pipe::kMte3, 0, 7);
    EXPECT_TRUE(order.ordered(load, Pipe::kMte3));
}

TEST_F(HappensBefore, SetsAreTakenInTheirOrder) {
    const AccessRecord first = access(Pipe::kMte2);
    set(Pipe::kMte2, Pipe::kV, 0, 1);
    wait(Pipe::kMte2, Pipe::kV, 0, 3);
    const AccessRecord second = access(Pipe::kMte2);
    set(Pipe::kMte2, Pipe::kV, 0, 5);
    EXPECT_TRUE(order.ordered(first, Pipe::kV));
    EXPECT_FALSE(order.ordered(second, Pipe::kV));
}

TEST_F(HappensBefore, InstructionsKnowWhatTheScalarUnitKnewWhenItIssuedThem) {
    const AccessRecord result = access(Pipe::kV);
    set(Pipe::kV, Pipe::kS, 0, 1);
    wait(Pipe::kV, Pipe::kS, 0, 4);
    order.scalar_learned(2);
    order.issue(Pipe::kMte3, 1);  // issued before
    EXPECT_FALSE(order.ordered(result, Pipe::kMte3));
    order.issue(Pipe::kMte3, 2);  // issued after
    EXPECT_TRUE(order.ordered(result, Pipe::kMte3));
}

TEST_F(HappensBefore, IssueDoesNotOrderTheScalarUnitsOwnAccesses) {
    const AccessRecord stored = access(Pipe::kS);
    order.scalar_learned(5);
    order.issue(Pipe::kV, 6);
    EXPECT_FALSE(order.ordered(stored, Pipe::kV));
    set(Pipe::kS, Pipe::kV, 0, 14);
    wait(Pipe::kS, Pipe::kV, 0, 15);
    EXPECT_TRUE(order.ordered(stored, Pipe::kV));
}

TEST_F(HappensBefore, ABarrierTellsAPipeAboutItself) {
    const AccessRecord first = access(Pipe::kV);
    EXPECT_FALSE(order.ordered(first, Pipe::kV));
    order.barrier(Pipe::kV);
    EXPECT_TRUE(order.ordered(first, Pipe::kV));
    EXPECT_FALSE(order.ordered(access(Pipe::kV), Pipe::kV));
    EXPECT_FALSE(order.ordered(first, Pipe::kMte3));
    order.barrier_all();
    EXPECT_TRUE(order.ordered(first, Pipe::kMte3));
}

TEST_F(HappensBefore, BlocksMeetInSyncAll) {
    BlockOrder other;
    other.begin(1);
    AccessRecord theirs;
    theirs.block = 1;
    theirs.pipe = Pipe::kMte3;
    theirs.epoch = other.epoch(Pipe::kMte3);
    EXPECT_FALSE(order.ordered(theirs, Pipe::kMte2));
    order.pass_sync_all();
    EXPECT_TRUE(order.ordered(theirs, Pipe::kMte2));
    theirs.generation = 1;
    EXPECT_FALSE(order.ordered(theirs, Pipe::kMte2));
}

TEST_F(HappensBefore, BlocksMeetInACrossCoreFlag) {
    BlockOrder other;
    other.begin(1);
    AccessRecord theirs;
    theirs.block = 1;
    theirs.pipe = Pipe::kMte3;
    theirs.epoch = other.epoch(Pipe::kMte3);
    order.acquire(other.publish(), 1);
    EXPECT_TRUE(order.ordered(theirs, Pipe::kS));
    order.scalar_learned(0);
    order.issue(Pipe::kMte2, 1);
    EXPECT_TRUE(order.ordered(theirs, Pipe::kMte2));
    theirs.epoch = other.epoch(Pipe::kMte3);
    EXPECT_FALSE(order.ordered(theirs, Pipe::kMte2));
}

TEST_F(HappensBefore, ASetBeforeTheWaitForTheOneInFrontIsSeen) {
    set(Pipe::kMte2, Pipe::kV, 0, 1);
    wait(Pipe::kMte2, Pipe::kV, 0, 3);
    set(Pipe::kMte2, Pipe::kV, 0, 5);
    EXPECT_FALSE(twice);
    wait(Pipe::kMte2, Pipe::kV, 0, 9);
    set(Pipe::kMte2, Pipe::kV, 0, 7);  // arrives late, but stands before the wait in the program
    EXPECT_TRUE(twice);
}

}  // namespace
}  // namespace davsim::checks
