// SPDX-License-Identifier: Apache-2.0
// davsim run on good input: what it prints, what it leaves behind, and that it does so twice alike.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/cli/case_folder.h"
#include "tests/cli/davsim_process.h"
#include "traces/export/trace_check.h"

namespace davsim {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

constexpr const char* kRun = "run group_norm_backward --shape N=2,C=8,HxW=20,group=4 --dtype fp16 ";

class Run : public DavsimTest {};

TEST_F(Run, PrintsAShortSummary) {
    const Outcome outcome = davsim(std::string(kRun) + "--output o");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_THAT(outcome.err, IsEmpty());
    EXPECT_THAT(outcome.out, StartsWith("PASS  group_norm_backward on Ascend910B2 ("));
    EXPECT_THAT(outcome.out, HasSubstr("N=2 C=8 HxW=20 group=4  fp16  seed 1\n"));
    EXPECT_THAT(
        outcome.out,
        HasSubstr("results in o: summary.json, outputs/, trace.davt, simulator/trace.json, "));
    EXPECT_LE(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 25);
}

TEST_F(Run, WritesOutputsSummaryAndTrace) {
    ASSERT_EQ(davsim(std::string(kRun) + "--output o --seed 3").exit, 0);
    for (const char* file :
         {"o/outputs/grad_input.npy", "o/outputs/grad_gamma.npy", "o/outputs/grad_beta.npy",
          "o/summary.json", "o/simulator/trace.json"}) {
        EXPECT_TRUE(std::filesystem::exists(path(file))) << file;
    }
    EXPECT_FALSE(std::filesystem::exists(path("o/.davsim-partial")));
    EXPECT_THAT(traces::check_trace(read(path("o/simulator/trace.json"))), IsEmpty());
}

TEST_F(Run, SummaryHasItsKeys) {
    ASSERT_EQ(davsim(std::string(kRun) + "--output o --seed 3").exit, 0);
    const Json json = Json::parse(read(path("o/summary.json")));
    for (const char* pointer : {"/soc",
                                "/op",
                                "/shape/N",
                                "/dtype",
                                "/strategy",
                                "/tiling_key",
                                "/tiling",
                                "/blocks",
                                "/cycles",
                                "/time_us",
                                "/instructions",
                                "/wall_s",
                                "/pipes/S/busy_cycles",
                                "/pipes/S/ratio",
                                "/pipes/V/busy_cycles",
                                "/pipes/V/ratio",
                                "/pipes/MTE2/busy_cycles",
                                "/pipes/MTE2/ratio",
                                "/pipes/MTE3/busy_cycles",
                                "/pipes/MTE3/ratio",
                                "/bytes/gm_read",
                                "/bytes/gm_write",
                                "/bytes/hbm_read",
                                "/bytes/hbm_write",
                                "/l2_hit_rate",
                                "/command",
                                "/davsim",
                                "/bound/limit"}) {
        EXPECT_TRUE(json.contains(Json::json_pointer(pointer))) << pointer;
    }
    for (const char* output : {"grad_input", "grad_gamma", "grad_beta"}) {
        for (const char* key : {"max_abs", "max_rel", "mismatches", "elements", "pass"}) {
            EXPECT_TRUE(json["numerics"][output].contains(key)) << output << " " << key;
        }
        EXPECT_TRUE(json["numerics"][output]["pass"].get<bool>()) << output;
    }
    EXPECT_EQ(json["seed"], 3);
    EXPECT_EQ(json["numerics"]["grad_input"]["elements"], 320);
    // Nothing is done without time, and traffic is at least every tensor once.
    EXPECT_GT(json["cycles"].get<int>(), 0);
    EXPECT_GE(json["bytes"]["gm_read"].get<int>(), 2 * 320 * 2);
    EXPECT_GE(json["bytes"]["gm_write"].get<int>(), 320 * 2);
    EXPECT_LE(json["bound"]["roofline_cycles"].get<int>(), json["cycles"].get<int>());
    for (const char* pipe : {"S", "V", "MTE2", "MTE3"}) {
        EXPECT_LE(json["pipes"][pipe]["busy_cycles_max"].get<int>(), json["cycles"].get<int>())
            << pipe;
    }
}

TEST_F(Run, JsonGoesToStandardOutput) {
    const Outcome outcome = davsim(std::string(kRun) + "--json --output o");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_EQ(outcome.out, read(path("o/summary.json")));
}

TEST_F(Run, TwiceTheSameBytes) {
    ASSERT_EQ(davsim(std::string(kRun) + "--output a --trace-level full").exit, 0);
    ASSERT_EQ(davsim(std::string(kRun) + "--output b --trace-level full").exit, 0);
    for (const char* file : {"outputs/grad_input.npy", "outputs/grad_gamma.npy",
                             "outputs/grad_beta.npy", "simulator/trace.json"}) {
        EXPECT_EQ(read(path(std::string("a/") + file)), read(path(std::string("b/") + file)))
            << file;
    }
}

TEST_F(Run, RecordingChangesNothing) {
    ASSERT_EQ(davsim(std::string(kRun) + "--output a --trace-level off").exit, 0);
    ASSERT_EQ(davsim(std::string(kRun) + "--output b --trace-level full").exit, 0);
    EXPECT_FALSE(std::filesystem::exists(path("a/simulator")));
    const Json off = Json::parse(read(path("a/summary.json")));
    const Json full = Json::parse(read(path("b/summary.json")));
    EXPECT_EQ(off["cycles"], full["cycles"]);
    EXPECT_EQ(off["bytes"], full["bytes"]);
    EXPECT_EQ(read(path("a/outputs/grad_input.npy")), read(path("b/outputs/grad_input.npy")));
}

TEST_F(Run, SeedsMatter) {
    ASSERT_EQ(davsim(std::string(kRun) + "--output a --seed 1").exit, 0);
    ASSERT_EQ(davsim(std::string(kRun) + "--output b --seed 2").exit, 0);
    EXPECT_NE(read(path("a/outputs/grad_input.npy")), read(path("b/outputs/grad_input.npy")));
}

TEST_F(Run, DefaultFoldersCountUp) {
    ASSERT_EQ(davsim(kRun).exit, 0);
    ASSERT_EQ(davsim(kRun).exit, 0);
    EXPECT_TRUE(std::filesystem::exists(path("davsim-out/group_norm_backward-0/summary.json")));
    EXPECT_TRUE(std::filesystem::exists(path("davsim-out/group_norm_backward-1/summary.json")));
}

TEST_F(Run, MaskedOutputsAreNotWritten) {
    ASSERT_EQ(davsim(std::string(kRun) + "--output o --output-mask 101").exit, 0);
    EXPECT_TRUE(std::filesystem::exists(path("o/outputs/grad_input.npy")));
    EXPECT_FALSE(std::filesystem::exists(path("o/outputs/grad_gamma.npy")));
    EXPECT_TRUE(std::filesystem::exists(path("o/outputs/grad_beta.npy")));
    EXPECT_FALSE(Json::parse(read(path("o/summary.json")))["numerics"].contains("grad_gamma"));
}

TEST_F(Run, ACaseFolderWithoutGoldenValuesIsJudgedByTheReference) {
    write_case(path("case"));
    const Outcome outcome = davsim("run group_norm_backward --case case --output o");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_EQ(Json::parse(read(path("o/summary.json")))["numerics"]["grad_input"]["golden"],
              "float64 reference");
}

TEST_F(Run, WrongGoldenValuesFailTheRunButKeepItsResults) {
    write_case(path("case"));
    write_fp32(path("case/grad_beta.npy"), "(2,)", {100, 2});
    const Outcome outcome = davsim("run group_norm_backward --case case --output o");
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_THAT(outcome.out, StartsWith("FAIL  group_norm_backward"));
    EXPECT_THAT(outcome.out, HasSubstr("FAIL, first at 0: 2.5, wanted 100\n"));
    EXPECT_EQ(outcome.err,
              "error[numerics]: 1 of 3 outputs differ from the float64 values by more than the "
              "tolerance\n");
    EXPECT_EQ(Json::parse(read(path("o/summary.json")))["pass"], false);
}

// The hardware leaves the parameters' gradients as they were, so there is nothing to claim of them.
TEST_F(Run, AnEmptyProblemSucceedsWithoutALaunch) {
    for (const char* soc : {"Ascend910A", "Ascend910B2", "Ascend910_9391"}) {
        const std::string folder = std::string("o-") + soc;
        const Outcome outcome =
            davsim("run group_norm_backward --shape N=2,C=8,HxW=0,group=4 --dtype fp16 --soc " +
                   std::string(soc) + " --output " + folder);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        EXPECT_THAT(outcome.out, StartsWith("PASS"));
        EXPECT_THAT(outcome.out, HasSubstr("empty tensors: nothing was launched\n"));
        EXPECT_THAT(outcome.out, HasSubstr("  grad_gamma      not written: keeps what it held\n"));
        EXPECT_THAT(outcome.out, Not(HasSubstr("elements/s")));
        EXPECT_TRUE(std::filesystem::exists(path(folder + "/outputs/grad_input.npy")));
        const Json json = Json::parse(read(path(folder + "/summary.json")));
        EXPECT_EQ(json["cycles"], 0);
        EXPECT_EQ(json["blocks"], 0);
        EXPECT_EQ(json["elements"], 0);
        EXPECT_EQ(json["instructions"], 0);
        EXPECT_EQ(json["pass"], true);
        EXPECT_EQ(json["numerics"]["grad_input"]["written"], true);
        for (const char* output : {"grad_gamma", "grad_beta"}) {
            EXPECT_EQ(json["numerics"][output], (Json{{"written", false}, {"elements", 0}}));
            EXPECT_FALSE(std::filesystem::exists(path(folder + "/outputs/" + output + ".npy")));
        }
    }
}

TEST_F(Run, AnEmptyProblemOnAscend950ClearsTheParametersGradients) {
    const Outcome outcome = davsim(
        "run group_norm_backward --shape N=2,C=8,HxW=0,group=4 --dtype fp16 "
        "--soc Ascend950PR --output o");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_THAT(outcome.out, Not(HasSubstr("elements/s")));
    const Json json = Json::parse(read(path("o/summary.json")));
    EXPECT_EQ(json["elements"], 0);
    EXPECT_GT(json["cycles"].get<int>(), 0);
    for (const char* output : {"grad_gamma", "grad_beta"}) {
        EXPECT_EQ(json["numerics"][output]["written"], true);
        EXPECT_EQ(json["numerics"][output]["pass"], true);
        EXPECT_EQ(json["numerics"][output]["elements"], 8);
        EXPECT_TRUE(std::filesystem::exists(path(std::string("o/outputs/") + output + ".npy")));
    }
}

TEST_F(Run, WithAllOutputsMaskedNothingIsLaunched) {
    const Outcome outcome = davsim(std::string(kRun) + "--output o --output-mask 000");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("all outputs are masked: nothing was launched\n"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("empty tensors")));
    const Json json = Json::parse(read(path("o/summary.json")));
    EXPECT_EQ(json["elements"], 320);
    EXPECT_TRUE(json["numerics"].empty());
}

TEST_F(Run, InstructionsAreTheSumOfThePipes) {
    const Outcome outcome = davsim(std::string(kRun) + "--output o");
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const Json json = Json::parse(read(path("o/summary.json")));
    std::uint64_t sum = 0;
    for (const auto& pipe : json["pipes"])
        sum += pipe["instructions"].get<std::uint64_t>() + pipe["syncs"].get<std::uint64_t>();
    EXPECT_EQ(json["instructions"], sum);
    EXPECT_GT(json["pipes"]["V"]["syncs"].get<int>(), 0);
    // The table has both kinds.
    EXPECT_THAT(outcome.out, HasSubstr("instructions       flags"));
    EXPECT_THAT(outcome.out,
                testing::ContainsRegex(
                    "V +vector.* " + std::to_string(json["pipes"]["V"]["instructions"].get<int>()) +
                    " +" + std::to_string(json["pipes"]["V"]["syncs"].get<int>())));
}

TEST_F(Run, TheSummaryNamesTheMaskEvenWhenNoneWasGiven) {
    ASSERT_EQ(davsim(std::string(kRun) + "--output a").exit, 0);
    ASSERT_EQ(davsim(std::string(kRun) + "--output b --output-mask 110").exit, 0);
    EXPECT_EQ(Json::parse(read(path("a/summary.json")))["output_mask"], "111");
    EXPECT_EQ(Json::parse(read(path("b/summary.json")))["output_mask"], "110");
}

TEST_F(Run, NanAndInfinityOfAMismatchAreNamed) {
    write_case(path("case"));
    const float inf = std::numeric_limits<float>::infinity();
    write_fp32(path("case/grad_beta.npy"), "(2,)", {std::nanf(""), 2});
    write_fp32(path("case/grad_gamma.npy"), "(2,)", {-inf, inf});
    EXPECT_EQ(davsim("run group_norm_backward --case case --output o").exit, 1);
    const Json numerics = Json::parse(read(path("o/summary.json")))["numerics"];
    EXPECT_EQ(numerics["grad_beta"]["first_mismatch"]["want"], "nan");
    EXPECT_EQ(numerics["grad_beta"]["first_mismatch"]["got"], 2.5);
    EXPECT_EQ(numerics["grad_gamma"]["first_mismatch"]["want"], "-inf");
    write_fp32(path("case/grad_gamma.npy"), "(2,)", {inf, inf});
    EXPECT_EQ(davsim("run group_norm_backward --case case --output p").exit, 1);
    EXPECT_EQ(Json::parse(
                  read(path("p/summary.json")))["numerics"]["grad_gamma"]["first_mismatch"]["want"],
              "inf");
}

// A run long enough to be caught in the middle of it.
TEST_F(Run, AnInterruptedRunLeavesNothingBehind) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const pid_t child = start(
            "run group_norm_backward --shape N=8,C=320,HxW=4096,group=32 --dtype fp16 --output "
            "out/o");
        while (!std::filesystem::exists(path("out/o/.davsim-partial"))) {
            ASSERT_EQ(waitpid(child, nullptr, WNOHANG), 0) << "ended early: " << read(".stderr");
            usleep(1000);
        }
        ASSERT_EQ(kill(child, signal), 0);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFSIGNALED(status)) << signal;
        EXPECT_EQ(WTERMSIG(status), signal);
        EXPECT_FALSE(std::filesystem::exists(path("out"))) << signal;
    }
}

TEST_F(Run, AKilledRunDoesNotBlockItsFolder) {
    std::filesystem::create_directories(path("o/.davsim-partial/outputs"));
    EXPECT_EQ(davsim(std::string(kRun) + "--output o").exit, 0);
    EXPECT_TRUE(std::filesystem::exists(path("o/summary.json")));
    EXPECT_FALSE(std::filesystem::exists(path("o/.davsim-partial")));
}

TEST_F(Run, TheExampleInTheHelpWorks) {
    const std::string help = davsim("run --help").out;
    const std::size_t begin = help.find("--set l2.");
    ASSERT_NE(begin, std::string::npos) << help;
    const std::string example = help.substr(begin, help.find(' ', begin + 6) - begin);
    EXPECT_EQ(davsim(std::string(kRun) + "--output o " + example).exit, 0) << example;
}

TEST_F(Run, TheTraceCapIsTold) {
    const Outcome outcome = davsim(std::string(kRun) + "--output o --trace-max-events 50");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("note: trace.json holds the events that begin up to cycle "));
    EXPECT_THAT(traces::check_trace(read(path("o/simulator/trace.json"))), IsEmpty());
}

TEST_F(Run, NothingInTheTraceLastsLessThanNothing) {
    ASSERT_EQ(
        davsim("run group_norm_backward --shape N=2,C=64,HxW=300,group=4 --dtype fp16 --output o")
            .exit,
        0);
    const std::string trace = read(path("o/simulator/trace.json"));
    EXPECT_EQ(trace.find("\"cycles\":-"), std::string::npos);
    EXPECT_NE(trace.find("\"cycles\":"), std::string::npos);
}

TEST_F(Run, EveryLogLevelWorks) {
    for (const char* level : {"trace", "debug", "info", "warning", "error", "critical", "off"}) {
        const Outcome outcome = davsim(std::string("--log-level ") + level + " config list");
        EXPECT_EQ(outcome.exit, 0) << level << outcome.err;
    }
}

TEST_F(Run, OverridesReachTheModel) {
    ASSERT_EQ(davsim(std::string(kRun) + "--output a").exit, 0);
    ASSERT_EQ(davsim(std::string(kRun) + "--output b --set dma.load.miss_latency=5000").exit, 0);
    EXPECT_LT(Json::parse(read(path("a/summary.json")))["cycles"].get<int>(),
              Json::parse(read(path("b/summary.json")))["cycles"].get<int>());
}

}  // namespace
}  // namespace davsim
