// SPDX-License-Identifier: Apache-2.0
#include "sim/views/bound_analysis.h"

#include <gtest/gtest.h>

namespace davsim {
namespace {

constexpr MemoryRates kRates = {100, 80, 50, 200, 150, 0};  // bytes a cycle

LaunchStatistics launch(std::int64_t span, int cores, int used) {
    LaunchStatistics statistics;
    statistics.info.cores = cores;
    statistics.span = Cycles(span);
    statistics.cores.resize(static_cast<std::size_t>(cores));
    for (int i = 0; i < used; ++i) statistics.cores[static_cast<std::size_t>(i)].blocks = 1;
    return statistics;
}

TEST(BoundAnalysis, ReadsAloneRunAtTheReadRate) {
    LaunchStatistics statistics = launch(1000, 1, 1);
    statistics.memory.hbm_read = 80000;
    const Bound bound = analyse_bound(statistics, kRates);
    EXPECT_EQ(bound.limit, Limit::kHbm);
    EXPECT_DOUBLE_EQ(bound.share, 0.8);
    EXPECT_EQ(bound.roofline.count(), 800);
    EXPECT_EQ(bound.text, "HBM bandwidth: its traffic alone needs 80 % of the time");
}

TEST(BoundAnalysis, MixedTrafficRunsAtTheMixedRate) {
    LaunchStatistics statistics = launch(2000, 1, 1);
    statistics.memory.hbm_read = 60000;
    statistics.memory.hbm_write = 20000;
    // 40,000 bytes mixed at 50, the other 40,000 read at 100.
    EXPECT_DOUBLE_EQ(analyse_bound(statistics, kRates).candidates[0].share, 0.6);
    // But first reading at 100 and then writing at 80 would be faster.
    EXPECT_EQ(analyse_bound(statistics, kRates).roofline.count(), 850);
    MemoryRates unfinished = kRates;
    unfinished.unfinished_writes = 8000;
    EXPECT_EQ(analyse_bound(statistics, unfinished).roofline.count(), 750);
}

TEST(BoundAnalysis, AMemoryNearItsRateExplainsABusyLoadPipe) {
    LaunchStatistics statistics = launch(1000, 1, 1);
    statistics.memory.hbm_read = 60000;
    statistics.cores[0].pipe(Pipe::kMte2).busy = Cycles(990);
    EXPECT_EQ(analyse_bound(statistics, kRates).limit, Limit::kHbm);
    statistics.memory.hbm_read = 20000;
    EXPECT_EQ(analyse_bound(statistics, kRates).limit, Limit::kMte2);
}

TEST(BoundAnalysis, TheBusiestCoreCounts) {
    LaunchStatistics statistics = launch(1000, 4, 4);
    statistics.cores[2].pipe(Pipe::kV).busy = Cycles(900);
    const Bound bound = analyse_bound(statistics, kRates);
    EXPECT_EQ(bound.limit, Limit::kVector);
    EXPECT_EQ(bound.text, "vector unit (V), busy 90 % on the slowest core");
}

TEST(BoundAnalysis, NothingBusyIsLatencyAndSaysHowManyCoresWork) {
    LaunchStatistics statistics = launch(1000, 40, 3);
    statistics.cores[0].pipe(Pipe::kS).busy = Cycles(300);
    const Bound bound = analyse_bound(statistics, kRates);
    EXPECT_EQ(bound.limit, Limit::kLatency);
    EXPECT_EQ(bound.text,
              "latency: no resource is busy half the time (S 30 %); 3 of 40 cores work");
}

TEST(BoundAnalysis, NothingBusyWithAllCoresNamesTheMainWait) {
    LaunchStatistics statistics = launch(1000, 1, 1);
    PipeUse& vector = statistics.cores[0].pipe(Pipe::kV);
    vector.waited[static_cast<std::size_t>(StallCause::kFlag)] = Cycles(500);
    vector.waited[static_cast<std::size_t>(StallCause::kPipeBusy)] = Cycles(900);
    const Bound bound = analyse_bound(statistics, kRates);
    EXPECT_EQ(bound.text,
              "latency: no resource is busy half the time (HBM 0 %); pipes wait most for: flag");
}

TEST(BoundAnalysis, AnEmptyLaunchIsBoundByNothing) {
    const Bound bound = analyse_bound(LaunchStatistics{}, kRates);
    EXPECT_EQ(bound.limit, Limit::kNothing);
    EXPECT_EQ(bound.text, "nothing was launched");
}

}  // namespace
}  // namespace davsim
