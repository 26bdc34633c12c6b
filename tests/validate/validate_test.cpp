// SPDX-License-Identifier: Apache-2.0
// davsim validate on parts of the shipped measurements: the accuracy that docs/timing-ledger.md
// promises, and that constants of the configs move what they should.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/cli/davsim_process.h"

namespace davsim {
namespace {

class Validate : public DavsimTest {
protected:
    using Groups = std::map<std::string, nlohmann::json>;

    Groups groups_of(const std::string& arguments) const {
        const Outcome outcome = davsim("validate --json " + arguments);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        Groups groups;
        if (outcome.exit != 0) return groups;
        const nlohmann::json result = nlohmann::json::parse(outcome.out);
        for (const auto& group : result.at("groups"))
            groups[group["group"].get<std::string>()] = group;
        return groups;
    }

    static double value(const Groups& groups, const std::string& group, const char* key) {
        return groups.at(group).at(key).get<double>();
    }

    void write_rows(const std::string& name, const std::string& rows) const {
        write(name, "group,soc,probe,params,quantity,measured,unit,source\n" + rows);
    }
};

TEST_F(Validate, VectorInstructions) {
    const Groups groups = groups_of("--group vector_throughput --group vector_latency --every 7");
    EXPECT_LE(value(groups, "vector_throughput", "median_error"), 0.05);
    EXPECT_GE(value(groups, "vector_throughput", "within_15_percent"), 0.9);
    EXPECT_LE(value(groups, "vector_latency", "median_error"), 0.05);
}

TEST_F(Validate, Transfers) {
    const Groups groups = groups_of("--group dma_load --group dma_store --every 4");
    EXPECT_LE(value(groups, "dma_load", "median_error"), 0.08);
    EXPECT_LE(value(groups, "dma_store", "median_error"), 0.08);
}

TEST_F(Validate, MicroKernels) {
    const Groups groups =
        groups_of("--group micro_period --group micro_vector --group micro_time --group bandwidth");
    EXPECT_LE(value(groups, "micro_period", "mape"), 0.10);
    EXPECT_LE(value(groups, "micro_vector", "mape"), 0.05);
    EXPECT_GE(value(groups, "micro_time", "spearman"), 0.95);
    EXPECT_LE(value(groups, "bandwidth", "mape"), 0.05);
}

TEST_F(Validate, EveryRowGoesToTheCsvFile) {
    groups_of("--group launch --csv rows.csv");
    const std::string text = read(path("rows.csv"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 13);
    EXPECT_NE(text.find("launch,Ascend910B4,launch,blocks=1,launch_us,0.54,"), std::string::npos);
}

TEST_F(Validate, AConstantMovesWhatItShould) {
    write_rows("one.csv", "g,Ascend910B1,load,bytes=1024;l2=hit,cycles,216,cycles,own\n");
    const auto bias = [&](const std::string& set) {
        return value(groups_of("--data one.csv " + set), "g", "bias");
    };
    EXPECT_NEAR(bias(""), 0.0, 0.01);
    EXPECT_NEAR(bias("--set dma.load.hit_least=432"), 1.0, 0.01);
    EXPECT_NEAR(bias("--set dma.load.miss_least=432"), 0.0, 0.01);
}

TEST_F(Validate, RowsOfOneSocOnAnother) {
    write("mine.yaml",
          "base: Ascend910B1\nidentity:\n  soc: {value: Mine, unit: text, source: x, confidence: "
          "assumed}\n");
    EXPECT_EQ(davsim("validate --soc ./mine.yaml --group launch").exit, 2);
    EXPECT_EQ(groups_of("--soc ./mine.yaml --rows-of Ascend910B2 --group launch").size(), 1U);
}

TEST_F(Validate, SaysWhatIsWrongWithARow) {
    write_rows("bad.csv", "g,Ascend910B1,loads,bytes=1024,cycles,216,cycles,own\n");
    expect_error("validate --data bad.csv", 2, "error[usage]: bad.csv:2: probe: unknown 'loads'");
    write_rows("bad.csv", "g,Ascend910B1,load,bytes=1024;l2=hit,time,216,cycles,own\n");
    expect_error("validate --data bad.csv", 2,
                 "error[usage]: bad.csv:2: quantity: probe load has no 'time'");
    write_rows("bad.csv", "g,Ascend910B1,load,bytes=999999;l2=hit,cycles,216,cycles,own\n");
    const Outcome outcome = davsim("validate --data bad.csv");
    EXPECT_THAT(outcome.err, testing::HasSubstr("bad.csv:2: MOV_GM_TO_UB: UB bytes"));
    expect_error("validate --data none.csv", 2, "error[usage]: none.csv: cannot read");
}

}  // namespace
}  // namespace davsim
