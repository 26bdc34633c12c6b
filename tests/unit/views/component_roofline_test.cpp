// SPDX-License-Identifier: Apache-2.0
#include "sim/views/component_roofline.h"

#include <gtest/gtest.h>

namespace davsim {
namespace {

constexpr MemoryRates kRates = {100, 80, 50, 200, 150, 0};

LaunchStatistics one_core(std::int64_t span) {
    LaunchStatistics statistics;
    statistics.info.cores = 1;
    statistics.span = Cycles(span);
    statistics.cores.resize(1);
    statistics.cores[0].blocks = 1;
    return statistics;
}

PipeUse& use_of(LaunchStatistics& statistics, Pipe pipe, std::int64_t busy, std::int64_t ideal) {
    PipeUse& use = statistics.cores[0].pipe(pipe);
    use.busy = Cycles(busy);
    use.ideal = Cycles(ideal);
    use.instructions = 10;
    use.bytes = 10000;
    return use;
}

ComponentRoofline roofline_of(const LaunchStatistics& statistics) {
    return component_roofline(statistics, analyse_bound(statistics, kRates));
}

const ComponentUse& component(const ComponentRoofline& roofline, Pipe pipe) {
    for (const ComponentUse& use : roofline.components) {
        if (use.pipe == pipe) return use;
    }
    throw std::runtime_error("no such component");
}

TEST(ComponentRoofline, AWellUsedVectorUnitIsComputeBound) {
    LaunchStatistics statistics = one_core(1000);
    use_of(statistics, Pipe::kV, 900, 850);
    const ComponentRoofline roofline = roofline_of(statistics);
    const ComponentUse& vector = component(roofline, Pipe::kV);
    EXPECT_DOUBLE_EQ(vector.busy, 0.9);
    EXPECT_DOUBLE_EQ(vector.utilisation, 0.85);
    EXPECT_DOUBLE_EQ(vector.achieved, 10.0);
    EXPECT_DOUBLE_EQ(vector.ideal, 10000.0 / 850);
    EXPECT_EQ(vector.verdict, ComponentVerdict::kBound);
    EXPECT_EQ(roofline.verdict, "compute bound (V)");
    EXPECT_EQ(component(roofline, Pipe::kMte3).text, "idle");
}

TEST(ComponentRoofline, BusyWithLittleWorkIsInefficientAndSaysWhy) {
    LaunchStatistics statistics = one_core(1000);
    use_of(statistics, Pipe::kMte2, 900, 100);
    EXPECT_EQ(roofline_of(statistics).verdict,
              "inefficient transfer: short transfers, 1000 bytes on average (MTE2)");
    statistics.memory.hbm_read = 80000;
    EXPECT_EQ(roofline_of(statistics).verdict,
              "inefficient transfer: memory shared by all cores is the limit (MTE2)");
    statistics.memory.hbm_read = 0;
    statistics.cores[0].pipe(Pipe::kMte2).bytes = 10 << 20;
    EXPECT_EQ(roofline_of(statistics).verdict,
              "inefficient transfer: misses of L2 or latency that nothing hides (MTE2)");
    LaunchStatistics vector = one_core(1000);
    use_of(vector, Pipe::kV, 900, 100);
    EXPECT_EQ(roofline_of(vector).verdict,
              "inefficient compute: instructions of 1000 bytes leave the unit waiting (V)");
}

TEST(ComponentRoofline, ABusyScalarUnitIsScalarBound) {
    LaunchStatistics statistics = one_core(1000);
    statistics.cores[0].pipe(Pipe::kS).busy = Cycles(800);
    EXPECT_EQ(roofline_of(statistics).verdict, "scalar bound (S)");
}

TEST(ComponentRoofline, NothingBusyIsTooLittleInParallel) {
    LaunchStatistics statistics = one_core(1000);
    use_of(statistics, Pipe::kV, 300, 290);
    EXPECT_EQ(roofline_of(statistics).verdict, "insufficient parallelism: V is busiest with 30 %");
    EXPECT_EQ(roofline_of(one_core(0)).verdict, "nothing was launched");
}

}  // namespace
}  // namespace davsim
