// SPDX-License-Identifier: Apache-2.0
#include "sim/views/interval_union.h"

#include <gtest/gtest.h>

namespace davsim {
namespace {

TEST(IntervalUnion, AddsSeparateIntervals) {
    IntervalUnion intervals;
    intervals.add(Cycles(0), Cycles(10));
    intervals.add(Cycles(20), Cycles(25));
    EXPECT_EQ(intervals.total().count(), 15);
}

TEST(IntervalUnion, CountsOverlapOnce) {
    IntervalUnion intervals;
    intervals.add(Cycles(0), Cycles(10));
    intervals.add(Cycles(5), Cycles(12));
    intervals.add(Cycles(12), Cycles(14));
    EXPECT_EQ(intervals.total().count(), 14);
}

TEST(IntervalUnion, AnInstructionThatBeganEarlyAndEndsLateCoversTheGapsBetween) {
    IntervalUnion intervals;
    intervals.add(Cycles(2), Cycles(4));
    intervals.add(Cycles(6), Cycles(8));
    intervals.add(Cycles(1), Cycles(9));
    EXPECT_EQ(intervals.total().count(), 8);
}

TEST(IntervalUnion, IgnoresEmptyIntervals) {
    IntervalUnion intervals;
    intervals.add(Cycles(3), Cycles(3));
    EXPECT_EQ(intervals.total().count(), 0);
}

TEST(IntervalUnion, ForgottenPiecesStayCounted) {
    IntervalUnion intervals;
    constexpr int kMany = 5000;
    for (int i = 0; i < kMany; ++i) intervals.add(Cycles(10 * i), Cycles(10 * i + 3));
    EXPECT_EQ(intervals.total().count(), 3 * kMany);
}

}  // namespace
}  // namespace davsim
