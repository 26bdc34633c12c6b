// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs kernels of the corpus on the SoC that DAVSIM_FAULTY_SOC names, with all detectors.

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

constexpr std::uint64_t kTensorBytes = 8192;

// A chip of two AI cores is enough, and quick to build.
inline SocConfig small_soc() {
    return load_soc(DAVSIM_FAULTY_SOC, {"cores.ai_cores=2"}).config;
}

// "Name" -> its marked lines, in the order of their numbers.
inline std::map<std::string, std::vector<int>> marked_lines() {
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

inline std::vector<int> lines_of(const Finding& finding) {
    SourceLines lines;
    std::vector<int> numbers;
    for (const Access& access : finding.accesses) numbers.push_back(lines.at(access.site).line);
    return numbers;
}

// The sin is found, with its kind, its words and its lines.
inline void expect_named(const faulty::Case& sin) {
    Bench bench(CheckSet::all());
    for (int i = 0; i < sin.launches; ++i) {
        if (!bench.run(sin.bad, sin.blocks)) break;
    }
    const auto found =
        std::find_if(bench.findings().begin(), bench.findings().end(),
                     [&](const Finding& finding) { return finding.kind == sin.kind; });
    ASSERT_NE(found, bench.findings().end()) << bench.message << "\n" << bench.report();
    EXPECT_THAT(found->message, ::testing::HasSubstr(sin.text)) << bench.report();
    if (!sin.marked) return;
    const std::vector<int> expected = marked_lines()[sin.name];
    ASSERT_FALSE(expected.empty());
    std::vector<int> lines = lines_of(*found);
    ASSERT_GE(lines.size(), expected.size()) << bench.report();
    lines.resize(expected.size());
    EXPECT_EQ(lines, expected) << bench.report();
}

// Nobody accuses the twins.
inline void expect_clean_twins() {
    Bench bench(CheckSet::all());
    for (const faulty::Case& sin : faulty::cases()) {
        bench.clear();
        for (int i = 0; i < sin.launches; ++i)
            ASSERT_TRUE(bench.run(sin.good, sin.blocks)) << sin.name << ": " << bench.message;
        EXPECT_TRUE(bench.findings().empty()) << sin.name << "\n" << bench.report();
    }
}

inline std::string name_of_case(const ::testing::TestParamInfo<faulty::Case>& info) {
    return info.param.name;
}

}  // namespace davsim::checks
