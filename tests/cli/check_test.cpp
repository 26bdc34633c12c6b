// SPDX-License-Identifier: Apache-2.0
// davsim check, and what run says of hazards: files, summaries, exit codes.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/davsim_process.h"

namespace davsim {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kSmall = " group_norm_backward --shape N=1,C=8,HxW=64,group=2 --dtype fp32 ";

class Check : public DavsimTest {
protected:
    // The operator whose kernel forgets a flag, and hangs on two blocks; found by its name.
    Outcome faulty(const std::string& arguments) {
        setenv("DAVSIM_KERNEL_PATH", DAVSIM_BINARY_DIR "/lib/faulty", 1);
        const Outcome outcome = davsim("check faulty_operator --shape x=[64] " + arguments);
        unsetenv("DAVSIM_KERNEL_PATH");
        return outcome;
    }
    json summary(const std::string& folder) {
        return json::parse(read(path(folder + "/summary.json")));
    }
};

TEST_F(Check, ACleanOperatorPassesAllDetectors) {
    const Outcome outcome = davsim("check" + kSmall + "--output out");
    EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("hazards   no hazards"));
    EXPECT_THAT(outcome.out, HasSubstr("(memcheck,racecheck,initcheck,synccheck,numeric)"));
    for (const char* name : {"hazards.txt", "hazards.json", "hazards.sarif"})
        EXPECT_TRUE(std::filesystem::exists(path(std::string("out/") + name))) << name;
    EXPECT_FALSE(std::filesystem::exists(path("out/simulator")));
    EXPECT_EQ(summary("out")["hazards"]["errors"], 0);
    EXPECT_EQ(json::parse(read(path("out/hazards.sarif")))["version"], "2.1.0");
}

TEST_F(Check, ARunWithoutHazardsLeavesNoReport) {
    const Outcome outcome = davsim("run" + kSmall + "--output out --trace-level off");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(path("out/hazards.txt")));
    EXPECT_EQ(summary("out")["hazards"]["checks"], "memcheck,synccheck");
    const Outcome none = davsim("run" + kSmall + "--output none --trace-level off --check none");
    EXPECT_EQ(none.exit, 0) << none.err;
    EXPECT_THAT(none.out, Not(HasSubstr("hazards")));
}

TEST_F(Check, AHazardIsNamedAndEndsWithThree) {
    const Outcome outcome = faulty("--block-dim 1 --output out");
    EXPECT_EQ(outcome.exit, 3) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("====== ERROR: read after write without synchronisation"));
    EXPECT_THAT(outcome.out, HasSubstr("faulty_operator.cpp:20 in faulty_operator"));
    EXPECT_THAT(outcome.out, HasSubstr("faulty_operator.cpp:21 in faulty_operator"));
    EXPECT_THAT(outcome.err, HasSubstr("error[kernel]: "));
    EXPECT_GE(summary("out")["hazards"]["errors"], 1);
    const Outcome other = faulty("--block-dim 1 --error-exitcode 77");
    EXPECT_EQ(other.exit, 77);
}

TEST_F(Check, SuppressedFindingsAreCountedOnly) {
    write("known.supp", "race-raw:op_kernel/faulty_operator.cpp\nuninitialised\n");
    const Outcome outcome = faulty("--block-dim 1 --output out --suppressions known.supp");
    EXPECT_EQ(outcome.exit, 1) << outcome.err;  // what remains is that the results are wrong
    EXPECT_THAT(outcome.out, Not(HasSubstr("race-raw")));
    EXPECT_GE(summary("out")["hazards"]["suppressed"], 1);
}

TEST_F(Check, ALaunchThatHangsLeavesItsReport) {
    const Outcome outcome = faulty("--block-dim 2 --output out");
    EXPECT_EQ(outcome.exit, 4) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("wait for a flag that nobody sets (wait-without-set)"));
    EXPECT_THAT(outcome.out, HasSubstr("faulty_operator.cpp:23 in faulty_operator"));
    EXPECT_THAT(outcome.err, HasSubstr("error[deadlock]: "));
    EXPECT_TRUE(std::filesystem::exists(path("out/hazards.json")));
    EXPECT_FALSE(std::filesystem::exists(path("out/summary.json")));
}

TEST_F(Check, AutomaticSynchronisationAndJitterReachTheModel) {
    davsim("run" + kSmall + "--trace-level off --output manual");
    davsim("run" + kSmall + "--trace-level off --output jitter --jitter 5");
    davsim("run" + kSmall + "--trace-level off --output again --jitter 5");
    davsim("run" + kSmall + "--trace-level off --output auto --sync auto");
    EXPECT_EQ(summary("manual")["sync"], "manual");
    EXPECT_EQ(summary("auto")["sync"], "auto");
    EXPECT_EQ(summary("jitter")["jitter_seed"], 5);
    EXPECT_GT(summary("jitter")["cycles"], summary("manual")["cycles"]);
    EXPECT_EQ(summary("jitter")["cycles"], summary("again")["cycles"]);
    EXPECT_EQ(read(path("jitter/outputs/grad_input.npy")),
              read(path("manual/outputs/grad_input.npy")));
}

// A correct kernel does not depend on how long anything takes.
TEST_F(Check, TwentySeedsGiveTheSameBytes) {
    const std::string shape =
        " group_norm_backward --shape N=2,C=12,HxW=1023,group=3 --dtype fp16 --trace-level off "
        "--set cores.ai_cores=4 ";
    davsim("run" + shape + "--output plain");
    const std::string expected = read(path("plain/outputs/grad_input.npy"));
    const std::string gamma = read(path("plain/outputs/grad_gamma.npy"));
    ASSERT_FALSE(expected.empty());
    for (int seed = 1; seed <= 20; ++seed) {
        const std::string name = "s" + std::to_string(seed);
        const Outcome outcome =
            davsim("run" + shape + "--output " + name + " --jitter " + std::to_string(seed));
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        EXPECT_EQ(read(path(name + "/outputs/grad_input.npy")), expected) << seed;
        EXPECT_EQ(read(path(name + "/outputs/grad_gamma.npy")), gamma) << seed;
    }
}

TEST_F(Check, BadValuesAreNamed) {
    expect_error("run" + kSmall + "--sync maybe", 2,
                 "error[usage]: --sync: 'maybe', allowed are manual and auto");
    expect_error("check" + kSmall + "--check memchek", 2,
                 "error[usage]: --check: unknown check 'memchek', allowed are memcheck, racecheck, "
                 "initcheck, synccheck, numeric, all and none, separated by commas");
    expect_error("check" + kSmall + "--suppressions nowhere", 2,
                 "error[usage]: --suppressions: cannot read nowhere");
    EXPECT_EQ(davsim("check" + kSmall + "--error-exitcode 256").exit, 2);
    EXPECT_EQ(davsim("check" + kSmall + "--jitter -1").exit, 2);
}

}  // namespace
}  // namespace davsim
