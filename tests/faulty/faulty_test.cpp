// SPDX-License-Identifier: Apache-2.0
// Each sin of the corpus is caught and named, with its lines; no corrected twin is accused.

#include "tests/faulty/bench.h"

namespace davsim::checks {
namespace {

class Faulty : public ::testing::TestWithParam<faulty::Case> {};

TEST_P(Faulty, IsNamedWithItsLines) {
    expect_named(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Corpus, Faulty, ::testing::ValuesIn(faulty::cases()), name_of_case);

TEST(Corpus, TwinsAreClean) {
    EXPECT_GE(faulty::cases().size(), 40U);
    expect_clean_twins();
}

// Stretched latencies change nothing that a correct kernel computes.
TEST(Corpus, TwinsComputeTheSameUnderEveryJitter) {
    Bench bench(CheckSet::all());
    constexpr std::uint64_t kSeeds = 20;
    for (const faulty::Case& sin : faulty::cases()) {
        if (std::string(sin.name) == "PlainStoreBesideAtomics") continue;
        std::vector<std::uint8_t> expected;
        for (std::uint64_t seed = 0; seed <= kSeeds; ++seed) {
            bench.jitter = seed == 0 ? std::nullopt : std::optional<std::uint64_t>(seed);
            ASSERT_TRUE(bench.run(sin.good, sin.blocks)) << sin.name << ": " << bench.message;
            const std::vector<std::uint8_t> got(bench.output(), bench.output() + kTensorBytes);
            if (seed == 0) expected = got;
            ASSERT_EQ(got, expected) << sin.name << ", seed " << seed;
        }
    }
}

TEST(Corpus, JitterMakesARaceManifest) {
    Bench bench(CheckSet::parse("--check", "racecheck"));
    const auto sin =
        std::find_if(faulty::cases().begin(), faulty::cases().end(),
                     [](const auto& c) { return std::string(c.name) == "MissingMte3ToMte2"; });
    bool manifested = false;
    for (std::uint64_t seed = 1; seed <= 20 && !manifested; ++seed) {
        bench.clear();
        bench.jitter = seed;
        ASSERT_TRUE(bench.run(sin->bad, 1));
        ASSERT_FALSE(bench.findings().empty());
        manifested = bench.findings()[0].manifested;
    }
    EXPECT_FALSE(bench.findings().empty());
}

// What the vendor's compiler orders is no race with --sync auto; what it leaves to the kernel is.
TEST(Corpus, AutomaticSynchronisationOrdersWhatACompilerDoes) {
    const std::map<std::string, bool> ordered = {
        {"MissingVectorBarrier", true}, {"MissingSToV", true},
        {"MissingVToS", true},          {"MissingMte2ToS", true},
        {"MissingSToMte3", true},       {"ScalarOverwritesSource", true},
        {"MissingMte2ToV", false},      {"MissingVToMte3", false},
        {"MissingMte3ToMte2", false},   {"MissingVToMte2", false},
        {"ReadBackTooEarly", false},
    };
    Bench bench(CheckSet::parse("--check", "racecheck"));
    for (const faulty::Case& sin : faulty::cases()) {
        const auto known = ordered.find(sin.name);
        if (known == ordered.end()) continue;
        bench.clear();
        ASSERT_TRUE(bench.run(sin.bad, 1)) << bench.message;
        EXPECT_FALSE(bench.findings().empty()) << sin.name;
        const Cycles manual = bench.span;
        bench.clear();
        ASSERT_TRUE(bench.run(sin.bad, 1, SyncMode::kAuto)) << bench.message;
        EXPECT_EQ(bench.findings().empty(), known->second) << sin.name << "\n" << bench.report();
        if (known->second) { EXPECT_GT(bench.span, manual) << sin.name; }
    }
}

}  // namespace
}  // namespace davsim::checks
