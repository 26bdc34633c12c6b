// SPDX-License-Identifier: Apache-2.0
// Shared regions, write-backs, the scalar data cache, passing by L2.

#include <gtest/gtest.h>

#include "sim/timing/hbm_server.h"
#include "sim/timing/l2_tags.h"
#include "sim/timing/shared_regions.h"

namespace davsim {
namespace {

L2Config shared_config() {
    L2Config config;
    config.line_bytes = 512;
    config.shared_region = 65536;
    config.shared_window = 1000;
    return config;
}

TEST(SharedRegions, CoresThatReadTheSameDataInStepShareItsRate) {
    SharedRegions regions(shared_config(), 4, 10);
    EXPECT_FALSE(regions.join(Cycles(0), 0, 4096, 0, 1));  // the first reader
    EXPECT_TRUE(regions.join(Cycles(1), 0, 4096, 1, 2));
    EXPECT_TRUE(regions.join(Cycles(1), 0, 4096, 2, 3));
    EXPECT_EQ(regions.next_finish(), Cycles(821));  // 8192 bytes at 10 a cycle
    std::uint32_t job = 0;
    EXPECT_TRUE(regions.pop_finished(Cycles(821), job));
    EXPECT_EQ(job, 2U);
    EXPECT_TRUE(regions.pop_finished(Cycles(821), job));
    EXPECT_FALSE(regions.pop_finished(Cycles(821), job));
    EXPECT_EQ(regions.next_finish(), kNever);
}

TEST(SharedRegions, TheFirstReaderCannotRunAway) {
    SharedRegions regions(shared_config(), 4, 10);
    EXPECT_FALSE(regions.join(Cycles(0), 0, 4096, 0, 1));
    EXPECT_TRUE(regions.join(Cycles(1), 0, 4096, 1, 2));
    EXPECT_TRUE(regions.join(Cycles(9), 4096, 4096, 0, 3));    // goes on where it was met
    EXPECT_FALSE(regions.join(Cycles(9), 32768, 4096, 2, 4));  // other data, other core
}

TEST(SharedRegions, LaterOrAloneIsNotShared) {
    SharedRegions regions(shared_config(), 4, 10);
    EXPECT_FALSE(regions.join(Cycles(0), 0, 4096, 0, 1));
    EXPECT_FALSE(regions.join(Cycles(500), 0, 4096, 0, 2));
    EXPECT_FALSE(regions.join(Cycles(2000), 0, 4096, 1, 3));
    regions.clear();
    EXPECT_FALSE(regions.join(Cycles(2001), 0, 4096, 2, 4));
    L2Config never = shared_config();
    never.shared_window = 0;
    SharedRegions off(never, 4, 10);
    EXPECT_FALSE(off.join(Cycles(0), 0, 4096, 0, 1));
    EXPECT_FALSE(off.join(Cycles(0), 0, 4096, 1, 2));
}

HbmConfig hbm_config(std::int64_t overhead) {
    HbmConfig config;
    config.read_efficiency = config.write_efficiency = config.mixed_efficiency = 1;
    config.transfer_overhead = overhead;
    return config;
}

TEST(HbmServer, ShortTransfersCostMoreThanTheirBytes) {
    HbmServer server(hbm_config(700), 100);
    server.join(Cycles(0), 9300, 1, false);
    EXPECT_EQ(server.next_finish(), Cycles(100));
    HbmServer tiny(hbm_config(700), 100);
    tiny.join(Cycles(0), 100, 1, false);
    EXPECT_EQ(tiny.next_finish(), Cycles(2));  // at most twice
}

// When all of the server's jobs have ended, and how many there were.
std::pair<Cycles, int> drain(HbmServer& server) {
    Cycles now;
    int ended = 0;
    std::uint32_t job = 0;
    while (server.next_finish() != kNever) {
        now = server.next_finish();
        while (server.pop_finished(now, job)) ++ended;
    }
    return {now, ended};
}

TEST(HbmServer, UrgentWriteBacksLeaveHalfToTheReads) {
    HbmServer server(hbm_config(0), 100);
    for (std::uint32_t job = 10; job < 20; ++job) server.write_back(Cycles(0), 1000, job, true);
    server.join(Cycles(0), 1000, 1, false);
    // One write-back beside the one read, not ten; nothing is lost.
    EXPECT_EQ(server.next_finish(), Cycles(20));
    EXPECT_EQ(drain(server), std::make_pair(Cycles(110), 11));
}

TEST(HbmServer, OtherWriteBacksWaitUntilNothingIsRead) {
    HbmServer server(hbm_config(0), 100);
    server.join(Cycles(0), 1000, 1, false);
    for (std::uint32_t job = 10; job < 20; ++job) server.write_back(Cycles(0), 1000, job, false);
    std::uint32_t job = 0;
    EXPECT_EQ(server.next_finish(), Cycles(10));  // the read, as if alone
    EXPECT_TRUE(server.pop_finished(Cycles(10), job));
    EXPECT_EQ(job, 1U);
    EXPECT_EQ(drain(server), std::make_pair(Cycles(110), 10));
}

// Two tensors of a power of two of bytes, read side by side: each has its half of the cache.
TEST(L2Tags, TensorsOfEqualSizesDoNotMeetInTheSameSets) {
    L2Config config;
    config.bytes = 64 * 512;
    config.line_bytes = 512;
    config.ways = 2;
    L2Tags tags(config);
    constexpr std::uint64_t kSets = 32;
    constexpr std::uint64_t kPart = kSets / 4 * 512;
    std::uint64_t kept = 0;
    for (std::uint64_t tensor = 0; tensor < 8; ++tensor) tags.read(tensor * kSets * 512, kPart);
    for (std::uint64_t tensor = 0; tensor < 8; ++tensor)
        kept += tags.pass_by(tensor * kSets * 512, kPart).hits;
    // 64 lines in a cache of 64; without spreading, eight tensors in a quarter of the sets keep 16.
    EXPECT_GT(kept, 32U);
}

TEST(L2Tags, PassingByLeavesNothingBehind) {
    L2Config config;
    config.bytes = 8 * 512;
    config.line_bytes = 512;
    config.ways = 2;
    L2Tags tags(config);
    EXPECT_EQ(tags.pass_by(0, 1024).hits, 0U);
    EXPECT_EQ(tags.read(0, 512).hits, 0U);
    EXPECT_EQ(tags.pass_by(0, 1024).hits, 1U);
    EXPECT_EQ(tags.pass_by(0, 1024).lines, 2U);
}

}  // namespace
}  // namespace davsim
