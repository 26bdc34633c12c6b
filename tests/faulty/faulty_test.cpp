// SPDX-License-Identifier: Apache-2.0
// Each sin of the corpus is caught and named, with its lines; no corrected twin is accused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "sim/checks/checker.h"
#include "sim/checks/hazard_report.h"
#include "sim/config/soc_loader.h"
#include "sim/device/device.h"
#include "tests/faulty/cases.h"

namespace davsim::checks {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kTensorBytes = 8192;

// A chip of two AI cores is enough, and quick to build.
SocConfig small_soc() {
    return load_soc("Ascend910B2", {"cores.ai_cores=2"}).config;
}

// "Name" -> its marked lines, in the order of their numbers.
std::map<std::string, std::vector<int>> marked_lines() {
    std::map<std::string, std::vector<int>> marks;
    for (const auto& entry :
         std::filesystem::directory_iterator(DAVSIM_SOURCE_DIR "/tests/faulty/kernels")) {
        std::ifstream stream(entry.path());
        std::string line;
        for (int number = 1; std::getline(stream, line); ++number) {
            const std::size_t at = line.find("// @");
            if (at == std::string::npos) continue;
            std::istringstream words(line.substr(at + 4));
            std::string name;
            words >> name;
            for (std::size_t place = 0; words >> place;) {
                auto& lines = marks[name];
                lines.resize(std::max(lines.size(), place));
                lines[place - 1] = number;
            }
        }
    }
    return marks;
}

class Bench {
public:
    explicit Bench(CheckSet set, const SocConfig& config = small_soc()) : checker_(set) {
        hub_.add(checker_);
        device_ = std::make_unique<Device>(config, hub_);
        faulty::bind_kernels(device_->core_slot());
        const GmRole roles[] = {GmRole::kInput, GmRole::kInput, GmRole::kOutput,
                                GmRole::kWorkspace};
        const char* names[] = {"x", "y", "z", "workspace"};
        for (std::size_t i = 0; i < addresses_.size(); ++i) {
            addresses_[i] = device_->memory().allocate(kTensorBytes, names[i], roles[i]);
            std::memset(addresses_[i], 0, kTensorBytes);
        }
    }

    // False when the launch did not come to its end.
    bool run(void (*kernel)(const faulty::Args&), std::uint32_t blocks,
             SyncMode sync = SyncMode::kManual) {
        LaunchRequest request;
        request.kernel = "faulty";
        request.blocks = blocks;
        request.sync = sync;
        request.jitter_seed = jitter;
        request.body = [&] { faulty::call(kernel, addresses_.data()); };
        try {
            span = device_->launch(request).span;
        } catch (const Error& error) {
            message = error.what();
            return false;
        }
        return true;
    }

    const std::vector<Finding>& findings() const { return checker_.findings(); }
    void clear() { checker_.clear(); }
    const std::uint8_t* output() const { return addresses_[2]; }
    std::string report() {
        SourceLines lines;
        return hazards_text(make_report(checker_.set(), findings(), lines, {}));
    }

    std::string message;
    Cycles span;
    std::optional<std::uint64_t> jitter;

private:
    Checker checker_;
    Hub hub_;
    std::unique_ptr<Device> device_;
    std::array<std::uint8_t*, 4> addresses_{};
};

class Faulty : public ::testing::TestWithParam<faulty::Case> {};

std::vector<int> lines_of(const Finding& finding) {
    SourceLines lines;
    std::vector<int> numbers;
    for (const Access& access : finding.accesses) numbers.push_back(lines.at(access.site).line);
    return numbers;
}

TEST_P(Faulty, IsNamedWithItsLines) {
    const faulty::Case& sin = GetParam();
    Bench bench(CheckSet::all());
    for (int i = 0; i < sin.launches; ++i) {
        if (!bench.run(sin.bad, sin.blocks)) break;
    }
    const auto found =
        std::find_if(bench.findings().begin(), bench.findings().end(),
                     [&](const Finding& finding) { return finding.kind == sin.kind; });
    ASSERT_NE(found, bench.findings().end()) << bench.message << "\n" << bench.report();
    EXPECT_THAT(found->message, HasSubstr(sin.text)) << bench.report();
    if (!sin.marked) return;
    const std::vector<int> expected = marked_lines()[sin.name];
    ASSERT_FALSE(expected.empty());
    std::vector<int> lines = lines_of(*found);
    ASSERT_GE(lines.size(), expected.size()) << bench.report();
    lines.resize(expected.size());
    EXPECT_EQ(lines, expected) << bench.report();
}

std::string name_of_case(const ::testing::TestParamInfo<faulty::Case>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, Faulty, ::testing::ValuesIn(faulty::cases()), name_of_case);

TEST(Corpus, TwinsAreClean) {
    EXPECT_GE(faulty::cases().size(), 40U);
    Bench bench(CheckSet::all());
    for (const faulty::Case& sin : faulty::cases()) {
        bench.clear();
        for (int i = 0; i < sin.launches; ++i)
            ASSERT_TRUE(bench.run(sin.good, sin.blocks)) << sin.name << ": " << bench.message;
        EXPECT_TRUE(bench.findings().empty()) << sin.name << "\n" << bench.report();
    }
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
