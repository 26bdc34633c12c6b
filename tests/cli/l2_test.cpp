// SPDX-License-Identifier: Apache-2.0
// davsim run --l2, and the components in the summary.

#include <nlohmann/json.hpp>

#include "tests/cli/davsim_process.h"

namespace davsim {
namespace {

class L2 : public DavsimTest {
protected:
    nlohmann::json summary_of(const std::string& options) const {
        const Outcome outcome = davsim(
            "run group_norm_backward --shape N=2,C=64,HxW=256,group=8 --dtype fp32 "
            "--trace-level off --json " +
            options);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out);
    }
};

TEST_F(L2, WarmInputsHitAndSaveTime) {
    const nlohmann::json cold = summary_of("--l2 cold");
    const nlohmann::json warm = summary_of("--l2 warm");
    EXPECT_GT(warm["l2_hit_rate"].get<double>(), cold["l2_hit_rate"].get<double>());
    EXPECT_LT(warm["cycles"].get<int>(), cold["cycles"].get<int>());
    EXPECT_LT(warm["bytes"]["hbm_read"].get<int>(), cold["bytes"]["hbm_read"].get<int>());
    EXPECT_EQ(summary_of("")["cycles"], cold["cycles"]);
}

// In the middle of a training step every line that is loaded pushes out one that another kernel
// wrote.
TEST_F(L2, WhatOthersWroteHasToLeaveFirst) {
    const nlohmann::json cold = summary_of("--l2 cold --set launch.cold_code=0");
    const nlohmann::json dirty = summary_of("--l2 dirty");
    EXPECT_EQ(cold["bytes"]["hbm_write"].get<int>(), 0);
    EXPECT_GE(dirty["bytes"]["hbm_write"].get<int>(), dirty["bytes"]["hbm_read"].get<int>());
    EXPECT_EQ(dirty["bytes"]["hbm_read"], cold["bytes"]["hbm_read"]);
    EXPECT_EQ(dirty["l2_hit_rate"], cold["l2_hit_rate"]);
    EXPECT_GE(dirty["cycles"].get<int>(), cold["cycles"].get<int>());
}

TEST_F(L2, OtherWordsAreRefused) {
    expect_error("run group_norm_backward --shape N=2,C=64,HxW=256,group=8 --dtype fp32 --l2 hot",
                 2, "error[usage]: --l2: 'hot', allowed are cold, warm and dirty");
}

TEST_F(L2, SummaryHasARooflineOfEachComponent) {
    const nlohmann::json summary = summary_of("");
    const nlohmann::json& components = summary["components"];
    EXPECT_FALSE(components["verdict"].get<std::string>().empty());
    for (const char* name : {"S", "MTE2", "V", "MTE3"}) {
        const nlohmann::json& use = components[name];
        EXPECT_GT(use["busy"].get<double>(), 0.0) << name;
        EXPECT_LE(use["utilisation"].get<double>(), use["busy"].get<double>()) << name;
        EXPECT_LE(use["achieved_bytes_per_cycle"].get<double>(),
                  use["ideal_bytes_per_cycle"].get<double>())
            << name;
    }
}

}  // namespace
}  // namespace davsim
