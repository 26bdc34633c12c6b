// SPDX-License-Identifier: Apache-2.0
// The data cache of the scalar unit is not coherent: what is stale stays stale until it is cleaned.

#include "tests/device/device_fixture.h"

namespace davsim::testing {
namespace {

class ScalarCache : public DeviceTest {
protected:
    ScalarCache() {
        config.scalar.dcache_bytes = 1024;
        config.scalar.dcache_line = 64;
        config.scalar.gm_load = 300;
        config.scalar.gm_load_l2 = 120;
        config.scalar.gm_load_hit = 10;
        config.scalar.dcache_clean = 400;
    }

    // One line of the cache, whatever its neighbours are.
    std::uint64_t line() {
        const auto at = reinterpret_cast<std::uint64_t>(device().memory().allocate(4096, "x"));
        return (at + 63) / 64 * 64;
    }
    float read(std::uint64_t at) {
        float value = 0;
        core().load_gm(at, &value, sizeof(value));
        return value;
    }
    void write(std::uint64_t at, float value) { core().store_gm(at, &value, sizeof(value)); }
    static float in_gm(std::uint64_t at) {
        float value = 0;
        std::memcpy(&value, reinterpret_cast<const void*>(at), sizeof(value));
        return value;
    }
    std::uint32_t block() { return core().context().block_idx; }
};

TEST_F(ScalarCache, AStoreReachesGmWhenItsLineIsCleaned) {
    const std::uint64_t x = line();
    float before = -1;
    float after = -1;
    run([&] {
        write(x, 7);
        before = in_gm(x);
        core().clean_line(x + 8);
        after = in_gm(x);
    });
    EXPECT_EQ(before, 0.0F);
    EXPECT_EQ(after, 7.0F);
}

TEST_F(ScalarCache, StoresThatGoThroughLeaveTheirNeighboursAlone) {
    config.scalar.store_through = true;
    const std::uint64_t x = line();
    float in_gm_at_once = -1;
    float in_cache = -1;
    run([&] {
        read(x);
        // Behind the cache's back, as a transfer would.
        const float other = 5;
        std::memcpy(reinterpret_cast<void*>(x + 4), &other, sizeof(other));
        write(x, 7);
        in_gm_at_once = in_gm(x);
        in_cache = read(x);
    });
    EXPECT_EQ(in_gm_at_once, 7.0F);
    EXPECT_EQ(in_cache, 7.0F);
    EXPECT_EQ(in_gm(x + 4), 5.0F);
}

TEST_F(ScalarCache, AStoreReachesGmAtTheEndOfTheBlock) {
    const std::uint64_t x = line();
    run([&] { write(x, 7); });
    EXPECT_EQ(in_gm(x), 7.0F);
}

TEST_F(ScalarCache, AStoreReachesGmWhenItsLineHasToLeave) {
    const std::uint64_t x = line();
    float seen = -1;
    run([&] {
        write(x, 7);
        read(x + 1024);
        seen = in_gm(x);
    });
    EXPECT_EQ(seen, 7.0F);
}

TEST_F(ScalarCache, TransfersDoNotSeeWhatIsNotCleaned) {
    const std::uint64_t x = line();
    const auto* gm = reinterpret_cast<const std::uint8_t*>(x);
    float stale = -1;
    float fresh = -1;
    run([&] {
        write(x, 7);
        core().issue(load(0, gm, 32));
        core().barrier_all();
        stale = read_ub(0);
        core().clean_all_lines();
        core().issue(load(0, gm, 32));
        core().barrier_all();
        fresh = read_ub(0);
    });
    EXPECT_EQ(stale, 0.0F);
    EXPECT_EQ(fresh, 7.0F);
}

TEST_F(ScalarCache, OtherCoresReadWhatTheyReadBefore) {
    const std::uint64_t x = line();
    std::vector<float> stale(2, -1);
    std::vector<float> fresh(2, -1);
    run(
        [&] {
            read(x);
            core().sync_all();
            if (block() == 0) write(x, 7), core().clean_line(x);
            core().sync_all();
            stale[block()] = read(x);
            core().clean_line(x);
            fresh[block()] = read(x);
        },
        2);
    EXPECT_EQ(stale, (std::vector<float>{7, 0}));
    EXPECT_EQ(fresh, (std::vector<float>{7, 7}));
}

// Lines go back as a whole: the core that is last wins, beside its own element too.
TEST_F(ScalarCache, CoresThatShareALineOverwriteEachOther) {
    const std::uint64_t x = line();
    run(
        [&] {
            read(x);
            core().sync_all();
            write(x + std::uint64_t{4} * block(), static_cast<float>(block() + 1));
            if (block() == 1) core().sync_all();
            core().clean_line(x);
            if (block() == 0) core().sync_all();
        },
        2);
    EXPECT_EQ(in_gm(x), 0.0F);
    EXPECT_EQ(in_gm(x + 4), 2.0F);
}

TEST_F(ScalarCache, GoingPastItSharesNothing) {
    const std::uint64_t x = line();
    run(
        [&] {
            const auto value = static_cast<float>(block() + 1);
            core().store_gm_direct(x + std::uint64_t{4} * block(), &value, sizeof(value));
        },
        2);
    EXPECT_EQ(in_gm(x), 1.0F);
    EXPECT_EQ(in_gm(x + 4), 2.0F);
}

TEST_F(ScalarCache, TimesOfHitMissPreloadAndClean) {
    const std::uint64_t x = line();
    std::vector<std::int64_t> at;
    const auto step = [&](const std::function<void()>& action) {
        const std::int64_t from = core().now();
        action();
        at.push_back(core().now() - from);
    };
    run([&] {
        step([&] { read(x); });
        step([&] { read(x + 60); });
        step([&] { core().preload_line(x + 64); });
        step([&] { read(x + 64); });
        step([&] { core().clean_line(x); });  // not dirty
        step([&] { read(x); });               // L2 still has it
        step([&] { write(x, 1); });
        step([&] { core().clean_line(x); });
    });
    EXPECT_EQ(at, (std::vector<std::int64_t>{300, 10, 0, 10, 0, 120, 0, 400}));
}

// As a kernel reads its tiling: one line after another, each L2 line from HBM once.
TEST_F(ScalarCache, ALargeStructureCostsEachOfItsLines) {
    const std::uint64_t x = (line() + 511) / 512 * 512;
    std::array<std::uint8_t, 1024> out{};
    std::int64_t first = 0;
    std::int64_t again = 0;
    run([&] {
        core().load_gm(x, out.data(), out.size());
        first = core().now();
        core().load_gm(x, out.data(), out.size());
        again = core().now() - first;
    });
    const std::int64_t l2_lines = 1024 / config.l2.line_bytes;
    EXPECT_GE(first, l2_lines * 300 + (16 - l2_lines) * 120);
    EXPECT_EQ(again, 10);
}

TEST_F(ScalarCache, CodeThatIsNowhereDelaysEveryBlock) {
    config.launch.cold_code_ns = 1000;
    std::int64_t begin = 0;
    LaunchRequest request;
    request.blocks = 2;
    request.body = [&] { begin = std::max(begin, core().now()); };
    const std::int64_t warm = device().launch(request).span.count();
    request.cold_code = true;
    const std::int64_t cold = device().launch(request).span.count();
    EXPECT_EQ(cold - warm, 2 * config.cores.clock_mhz);  // a microsecond a block
}

}  // namespace
}  // namespace davsim::testing
