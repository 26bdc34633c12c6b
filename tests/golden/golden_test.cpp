// SPDX-License-Identifier: Apache-2.0
// All golden cases of group-norm backward, free of hazards, on all SoCs where their types are
// allowed; where they are not, the run must say so.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/davsim_process.h"

namespace davsim {
namespace {

const std::string kCases = DAVSIM_SOURCE_DIR "/tests/data/group_norm_backward";

enum class Family { k910, kA2, k950 };

struct Soc {
    const char* name;
    Family family;
};

std::ostream& operator<<(std::ostream& out, const Soc& soc) {
    return out << soc.name;
}

bool allowed(const std::string& name, Family family) {
    const bool mixed = name.find("mixed") != std::string::npos;
    const bool bf16 = name.find("bf16") != std::string::npos;
    if (mixed) return family == Family::k950;
    return !bf16 || family != Family::k910;
}

std::vector<std::string> case_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kCases)) {
        if (entry.is_directory()) names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
}

class Golden : public DavsimTest, public testing::WithParamInterface<Soc> {};

TEST_P(Golden, EveryCase) {
    const std::vector<std::string> names = case_names();
    ASSERT_EQ(names.size(), 22U);
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const Outcome outcome = davsim(
            std::string("run group_norm_backward --check all --trace-level off --json --soc ") +
            GetParam().name + " --case " + kCases + "/" + name + " --output " + name);
        if (!allowed(name, GetParam().family)) {
            EXPECT_EQ(outcome.exit, 6) << outcome.err;
            continue;
        }
        ASSERT_EQ(outcome.exit, 0) << outcome.err << outcome.out;
        const auto summary = nlohmann::json::parse(outcome.out);
        EXPECT_EQ(summary["numerics"].size(), 3U);
        for (const auto& [output, result] : summary["numerics"].items()) {
            EXPECT_TRUE(result["pass"].get<bool>()) << output;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    AllSocs, Golden,
    testing::Values(Soc{"Ascend910A", Family::k910}, Soc{"Ascend910B1", Family::kA2},
                    Soc{"Ascend910B2", Family::kA2}, Soc{"Ascend910B3", Family::kA2},
                    Soc{"Ascend910B4", Family::kA2}, Soc{"Ascend910_9391", Family::kA2},
                    Soc{"Ascend950PR", Family::k950}, Soc{"Ascend950DT", Family::k950}),
    [](const testing::TestParamInfo<Soc>& soc) { return std::string(soc.param.name); });

}  // namespace
}  // namespace davsim
