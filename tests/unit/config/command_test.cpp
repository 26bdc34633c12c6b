// SPDX-License-Identifier: Apache-2.0
// What `davsim config ...` prints, and docs/config.md, which repeats a part of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <nlohmann/json.hpp>

#include "sim/cli/cmd_config.h"
#include "sim/config/listing.h"
#include "tests/unit/config/config_files.h"

namespace davsim {
namespace {

using testing::HasSubstr;

// Standard output of "davsim config ARGUMENTS".
std::string output_of(const std::string& arguments) {
    CLI::App app;
    std::vector<std::string> sets;
    add_config_command(app, sets);
    testing::internal::CaptureStdout();
    try {
        app.parse("config " + arguments);
    } catch (...) {
        testing::internal::GetCapturedStdout();
        throw;
    }
    return testing::internal::GetCapturedStdout();
}

std::string line_with(const std::string& text, const std::string& start) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(start, 0) == 0) return line;
    }
    return "no line " + start;
}

TEST(ConfigList, OneLineASoc) {
    const std::string text = output_of("list");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 9);
    EXPECT_EQ(line_with(text, "Ascend910B4"),
              "Ascend910B4       Atlas A2               dav-c220      20 x 2  1650 MHz  192 KiB  "
              "96 MiB   32 GiB   0.8 TB/s");
    EXPECT_THAT(line_with(text, "Ascend950PR_9589"), HasSubstr("Ascend950PR"));
}

TEST(ConfigList, TakesOverridesAndTellsBadOnes) {
    EXPECT_THAT(line_with(output_of("list --set cores.clock=999"), "Ascend910A"),
                HasSubstr("999 MHz"));
    EXPECT_EQ(error_of([] { output_of("list --set cores.clok=9"); }),
              "config: --set cores.clok=9: cores.clok: unknown key, nearest is 'cores.clock'");
}

TEST(ConfigList, ABrokenFileSpoilsOnlyItsLine) {
    const ScratchFolder folder;
    folder.write("chips/Bad.yaml", "memory: {ub: 1}\n");
    folder.write("chips/Good.yaml", "base: ../../good.yaml\n");
    setenv("DAVSIM_HWCONFIGS", "chips", 1);
    const std::string text = list_text();
    unsetenv("DAVSIM_HWCONFIGS");
    EXPECT_THAT(line_with(text, "Bad"),
                HasSubstr("chips/Bad.yaml:1:14: memory.ub: is not a mapping"));
    EXPECT_THAT(line_with(text, "Good"), HasSubstr("chips/Good.yaml:1:7: base: no file"));
}

TEST(ConfigShow, ValueAndUnit) {
    const std::string text = output_of("show ascend910b2");
    EXPECT_EQ(line_with(text, "#"),
              "# hwconfigs/Ascend910B2.yaml over hwconfigs/base/dav-c220.yaml");
    EXPECT_THAT(line_with(text, "memory.ub "), testing::MatchesRegex("memory.ub +196608 +B"));
}

TEST(ConfigShow, OriginOfEveryValue) {
    const std::string text = output_of("show Ascend910B2 --origin --set memory.ub=65536");
    EXPECT_THAT(line_with(text, "memory.ub "),
                testing::MatchesRegex("memory.ub +65536 +B +assumed +--set +command line"));
    EXPECT_THAT(line_with(text, "cores.clock "),
                testing::MatchesRegex("cores.clock +1800 +MHz +published "
                                      "+hwconfigs/Ascend910B2.yaml:[0-9]+:[0-9]+ +CANN platform "
                                      "config Ascend910B2.ini, AICoreSpec; msopprof limits"));
}

TEST(ConfigShow, Json) {
    const auto json = nlohmann::json::parse(output_of("show Ascend950PR --json"));
    EXPECT_EQ(json["soc"], "Ascend950PR_9589");
    EXPECT_EQ(json["aliases"], nlohmann::json::array({"Ascend950PR"}));
    EXPECT_EQ(json["values"].size(), all_keys().size());
    const auto& clock = json["values"]["cores.clock"];
    EXPECT_EQ(clock["value"], 1650);
    EXPECT_EQ(clock["unit"], "MHz");
    EXPECT_EQ(clock["confidence"], "published");
    EXPECT_EQ(json["values"]["cores.coupled"]["value"], false);
    EXPECT_EQ(json["values"]["vector.dtypes"]["value"][1], "fp16");
    EXPECT_THAT(json["values"]["hbm.peak_bandwidth"]["note"].get<std::string>(),
                HasSubstr("1.627"));
}

TEST(ConfigShow, SeveralOverridesAndNameInAnyOrder) {
    const std::string text = output_of("show --set l2.ways=8 Ascend910B2 --set sync.set_flag=2");
    EXPECT_THAT(line_with(text, "l2.ways "), HasSubstr("8"));
    EXPECT_THAT(line_with(text, "sync.set_flag "), HasSubstr("2"));
}

TEST(ConfigValidate, GoodAndBad) {
    const ScratchFolder folder;
    folder.write("my.yaml",
                 "base: Ascend910B2\nl2:\n"
                 "  ways: {value: 8, unit: count, source: test, confidence: assumed}\n");
    EXPECT_THAT(output_of("validate my.yaml"),
                testing::MatchesRegex("my.yaml: good; [0-9]+ keys: 1 from my.yaml, 9 from "
                                      "hwconfigs/Ascend910B2.yaml, [0-9]+ from "
                                      "hwconfigs/base/dav-c220.yaml\n"));
    folder.write("my.yaml", "base: Ascend910B2\nl2: {waves: {}}\n");
    EXPECT_EQ(error_of([] { output_of("validate my.yaml"); }),
              "config: my.yaml:2:6: l2.waves: unknown key, nearest is 'l2.ways'");
}

TEST(ConfigDiff, KeysThatDiffer) {
    EXPECT_EQ(output_of("diff Ascend910B1 Ascend910B2"),
              "key                 Ascend910B1  Ascend910B2  unit\n"
              "identity.soc        Ascend910B1  Ascend910B2\n"
              "cores.clock         1850         1800         MHz\n"
              "l2.read_bandwidth   5.2          5.1          TB/s\n"
              "l2.write_bandwidth  3.82         3.72         TB/s\n"
              "hbm.peak_bandwidth  1.8          1.75         TB/s\n");
    EXPECT_EQ(output_of("diff Ascend910B1 ascend910b1"), "no key differs\n");
    EXPECT_THAT(output_of("diff Ascend910B1 Ascend910B2 --set cores.clock=1234"),
                testing::Not(HasSubstr("cores.clock")));
}

TEST(ConfigKeys, DocumentationListsThemAll) {
    const std::string doc = read_file(std::string(DAVSIM_SOURCE_DIR) + "/docs/config.md");
    EXPECT_THAT(doc, HasSubstr(output_of("keys")))
        << "docs/config.md is behind: put the output of `davsim config keys` into it";
}

}  // namespace
}  // namespace davsim
