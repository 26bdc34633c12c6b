// SPDX-License-Identifier: Apache-2.0
#include "sim/views/progress.h"

#include <gtest/gtest.h>

namespace davsim {
namespace {

LaunchInfo blocks(std::uint32_t count) {
    LaunchInfo info;
    info.blocks = count;
    return info;
}

TransferEvent transfer(bool write, std::uint64_t bytes) {
    TransferEvent event;
    event.write = write;
    event.bytes = bytes;
    event.complete = Cycles(123);
    return event;
}

TEST(Progress, BeforeTheLaunchNothingIsKnown) {
    const ProgressView view;
    EXPECT_EQ(view.now().blocks, 0U);
    EXPECT_LT(view.now().seconds_left(10.0), 0.0);
}

TEST(Progress, FollowsOutputsWrittenWhileBlocksRun) {
    ProgressView view;
    view.expect(2000, 1000);
    view.on_launch_begin(blocks(4));
    view.on_transfer(transfer(false, 1500));
    view.on_transfer(transfer(true, 250));
    EXPECT_DOUBLE_EQ(view.now().fraction, 0.25);
    EXPECT_EQ(view.now().cycle, 123);
    EXPECT_DOUBLE_EQ(view.now().seconds_left(10.0), 30.0);
}

TEST(Progress, FollowsInputsReadWhenOutputsAreSmall) {
    ProgressView view;
    view.expect(2000, 10);
    view.on_launch_begin(blocks(4));
    view.on_transfer(transfer(false, 500));
    EXPECT_DOUBLE_EQ(view.now().fraction, 0.25);
}

TEST(Progress, FinishedBlocksCount) {
    ProgressView view;
    view.expect(0, 0);
    view.on_launch_begin(blocks(4));
    view.on_block({});
    EXPECT_EQ(view.now().blocks_done, 1U);
    EXPECT_DOUBLE_EQ(view.now().fraction, 0.25);
}

TEST(Progress, MoreBytesThanExpectedAreStillAtMostAll) {
    ProgressView view;
    view.expect(0, 100);
    view.on_launch_begin(blocks(4));
    view.on_transfer(transfer(true, 900));
    EXPECT_DOUBLE_EQ(view.now().fraction, 1.0);
}

}  // namespace
}  // namespace davsim
