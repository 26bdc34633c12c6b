// SPDX-License-Identifier: Apache-2.0
// Reports: text, JSON, SARIF by the rules of its schema, suppressions, names of checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/base/error.h"
#include "sim/checks/check_set.h"
#include "sim/checks/hazard_report.h"

namespace davsim::checks {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

ReportedFinding race(const std::string& file, int line) {
    Finding finding;
    finding.kind = Kind::kRaceRaw;
    finding.count = 12;
    finding.message = "pipe V reads 256 bytes that pipe MTE2 writes";
    finding.hint = "SetFlag";
    finding.timed = true;
    finding.slack = Cycles(1240);
    Access load;
    load.pipe = Pipe::kMte2;
    load.operation = "MOV_GM_TO_UB";
    load.does = "writes";
    load.end = 256;
    load.owner = "VECIN TQue depth 1 buffer 0";
    load.pass = 3;
    Access add = load;
    add.pipe = Pipe::kV;
    add.operation = "VADD";
    add.does = "reads";
    finding.accesses = {load, add};
    return {finding, {{file, line, "Process"}, {file, line + 2, "Process"}}};
}

HazardReport report_of(const ReportedFinding& finding) {
    HazardReport report;
    report.checks = CheckSet::all();
    report.findings.push_back(finding);
    return report;
}

TEST(HazardReports, TextNamesBothSidesAndTheFix) {
    const std::string text = hazards_text(report_of(race("/k/add.cpp", 40)));
    EXPECT_EQ(text,
              "====== ERROR: read after write without synchronisation (race-raw), 12 times, not "
              "manifested, 1,240 cycles of slack\n"
              "======   pipe V reads 256 bytes that pipe MTE2 writes\n"
              "======     MOV_GM_TO_UB on MTE2 writes UB [0, 256) of VECIN TQue depth 1 buffer 0, "
              "at /k/add.cpp:40 in Process\n"
              "======       core 0, block 0, pass 3 through this line, cycle 0\n"
              "======     VADD on V reads UB [0, 256) of VECIN TQue depth 1 buffer 0, at "
              "/k/add.cpp:42 in Process\n"
              "======       core 0, block 0, pass 3 through this line, cycle 0\n"
              "======   fix: SetFlag\n"
              "====== checks: memcheck,racecheck,initcheck,synccheck,numeric: 1 hazard\n");
}

TEST(HazardReports, JsonHoldsEverything) {
    const Json json = Json::parse(
        hazards_json(report_of(race("/k/add.cpp", 40)), {"1.0", "davsim check", "add"}));
    EXPECT_EQ(json["errors"], 1);
    const Json& finding = json["findings"][0];
    EXPECT_EQ(finding["kind"], "race-raw");
    EXPECT_EQ(finding["detector"], "racecheck");
    EXPECT_EQ(finding["count"], 12);
    EXPECT_EQ(finding["slack_cycles"], 1240);
    EXPECT_EQ(finding["accesses"][1]["line"], 42);
    EXPECT_EQ(finding["accesses"][1]["operation"], "VADD");
}

// Properties that the schema knows, level by level: anything else a validator refuses.
void expect_keys(const Json& object, const std::set<std::string>& allowed) {
    ASSERT_TRUE(object.is_object());
    for (const auto& [key, value] : object.items()) EXPECT_TRUE(allowed.count(key)) << key;
}

void expect_location(const Json& location) {
    expect_keys(location, {"id", "physicalLocation", "logicalLocations", "message"});
    EXPECT_TRUE(location["message"]["text"].is_string());
    if (location.contains("physicalLocation")) {
        const Json& place = location["physicalLocation"];
        expect_keys(place, {"artifactLocation", "region"});
        expect_keys(place["artifactLocation"], {"uri", "uriBaseId"});
        EXPECT_EQ(place["artifactLocation"]["uri"].get<std::string>().find(' '), std::string::npos);
        EXPECT_GE(place["region"]["startLine"].get<int>(), 1);
    }
    if (location.contains("id")) { EXPECT_GE(location["id"].get<int>(), 0); }
}

TEST(HazardReports, SarifFollowsItsSchema) {
    const Json sarif = Json::parse(
        hazards_sarif(report_of(race("/k/my add.cpp", 40)), {"1.0", "davsim check", "add"}));
    expect_keys(sarif, {"$schema", "version", "runs"});
    EXPECT_EQ(sarif["version"], "2.1.0");
    ASSERT_EQ(sarif["runs"].size(), 1U);
    const Json& run = sarif["runs"][0];
    expect_keys(run, {"tool", "invocations", "originalUriBaseIds", "columnKind", "results"});
    expect_keys(run["tool"], {"driver"});
    const Json& driver = run["tool"]["driver"];
    expect_keys(driver, {"name", "version", "rules"});
    std::set<std::string> ids;
    for (const Json& rule : driver["rules"]) {
        expect_keys(rule, {"id", "shortDescription", "defaultConfiguration", "properties"});
        EXPECT_TRUE(ids.insert(rule["id"]).second) << "twice: " << rule["id"];
    }
    EXPECT_EQ(ids.size(), static_cast<std::size_t>(kKindCount));
    for (const Json& invocation : run["invocations"])
        EXPECT_TRUE(invocation["executionSuccessful"].is_boolean());
    EXPECT_EQ(run["columnKind"], "utf16CodeUnits");
    for (const auto& [name, base] : run["originalUriBaseIds"].items())
        EXPECT_EQ(base["uri"].get<std::string>().back(), '/');
    ASSERT_EQ(run["results"].size(), 1U);
    const Json& result = run["results"][0];
    expect_keys(result, {"ruleId", "ruleIndex", "level", "message", "occurrenceCount", "locations",
                         "relatedLocations"});
    EXPECT_EQ(driver["rules"][result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
    const std::set<std::string> levels = {"none", "note", "warning", "error"};
    EXPECT_TRUE(levels.count(result["level"]));
    EXPECT_GE(result["occurrenceCount"].get<int>(), 1);
    for (const char* list : {"locations", "relatedLocations"}) {
        ASSERT_EQ(result[list].size(), 1U);
        expect_location(result[list][0]);
    }
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
              "file:///k/my%20add.cpp");
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 42);
}

TEST(HazardReports, UnknownLinesLeaveNoPhysicalLocation) {
    ReportedFinding finding = race("", 0);
    finding.lines = {{}, {}};
    const Json sarif = Json::parse(hazards_sarif(report_of(finding), {}));
    EXPECT_FALSE(sarif["runs"][0]["results"][0]["locations"][0].contains("physicalLocation"));
    EXPECT_THAT(hazards_text(report_of(finding)), HasSubstr("compile the kernel with -g"));
}

class SuppressionFile : public ::testing::Test {
protected:
    Suppressions read(const std::string& text) {
        const std::string name = ::testing::TempDir() +
                                 ::testing::UnitTest::GetInstance()->current_test_info()->name() +
                                 ".supp";
        std::ofstream(name) << text;
        return Suppressions::read(name);
    }
    static bool matches(const Suppressions& rules, int line = 40) {
        return rules.matches(Kind::kRaceRaw, {{"/home/me/op_kernel/tile.h", line, ""}});
    }
};

TEST_F(SuppressionFile, MatchesKindFileAndLine) {
    EXPECT_TRUE(matches(read("race-raw  # all of them\n")));
    EXPECT_TRUE(matches(read("\n# comment\nrace-*:op_kernel/tile.h\n")));
    EXPECT_TRUE(matches(read("race-raw:tile.h:40")));
    EXPECT_FALSE(matches(read("race-raw:tile.h:41")));
    EXPECT_FALSE(matches(read("race-raw:ile.h")));
    EXPECT_FALSE(matches(read("race-war:tile.h")));
    EXPECT_FALSE(matches(Suppressions()));
}

TEST_F(SuppressionFile, SaysWhatItCannotRead) {
    try {
        read("race-raw\nrace-rawr\n");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUsage);
        EXPECT_THAT(error.what(), HasSubstr(".supp:2: unknown kind 'race-rawr'"));
    }
    EXPECT_THROW(read("race-raw:tile.h:zero"), Error);
    EXPECT_THROW(Suppressions::read("/nowhere/at.all"), Error);
}

TEST(CheckSets, AreNamed) {
    EXPECT_EQ(CheckSet::parse("--check", "all").text(),
              "memcheck,racecheck,initcheck,synccheck,numeric");
    EXPECT_EQ(CheckSet::parse("--check", "none").text(), "none");
    EXPECT_EQ(CheckSet::parse("--check", "synccheck,memcheck"), CheckSet::standard());
    for (const char* bad : {"", "memcheck,", "Memcheck", "all,none", "racecheck synccheck"})
        EXPECT_THROW(CheckSet::parse("--check", bad), Error) << bad;
}

}  // namespace
}  // namespace davsim::checks
