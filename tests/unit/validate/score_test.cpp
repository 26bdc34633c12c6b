// SPDX-License-Identifier: Apache-2.0
// Figures of merit and the reader of measured rows.

#include "sim/validate/score.h"

#include <gtest/gtest.h>

#include <fstream>

#include "sim/base/error.h"
#include "sim/validate/validation_report.h"

namespace davsim {
namespace {

ValidatedRow row(const std::string& group, double measured, double simulated) {
    ValidatedRow result;
    result.row.group = group;
    result.row.measured = measured;
    result.simulated = simulated;
    return result;
}

TEST(Score, CountsErrorsOfEachGroup) {
    const std::vector<Score> scores =
        scores_of({row("a", 100, 105), row("b", 10, 10), row("a", 100, 88), row("a", 200, 250)});
    ASSERT_EQ(scores.size(), 2U);
    EXPECT_EQ(scores[0].group, "a");
    EXPECT_EQ(scores[0].rows, 3U);
    EXPECT_NEAR(scores[0].mean_abs, (0.05 + 0.12 + 0.25) / 3, 1e-12);
    EXPECT_NEAR(scores[0].median_abs, 0.12, 1e-12);
    EXPECT_NEAR(scores[0].bias, (0.05 - 0.12 + 0.25) / 3, 1e-12);
    EXPECT_NEAR(scores[0].within_10, 1.0 / 3, 1e-12);
    EXPECT_NEAR(scores[0].within_15, 2.0 / 3, 1e-12);
    EXPECT_NEAR(scores[0].within_30, 1.0, 1e-12);
    EXPECT_EQ(scores[1].mean_abs, 0.0);
    EXPECT_EQ(scores[1].spearman, 1.0);
}

TEST(Score, RankCorrelationSeesOrderOnly) {
    EXPECT_NEAR(score_of("", {row("", 1, 10), row("", 2, 1000), row("", 3, 1001)}).spearman, 1.0,
                1e-12);
    EXPECT_NEAR(score_of("", {row("", 1, 3), row("", 2, 2), row("", 3, 1)}).spearman, -1.0, 1e-12);
    EXPECT_NEAR(score_of("", {row("", 1, 1), row("", 2, 1), row("", 3, 2)}).spearman, 0.866, 1e-3);
}

TEST(Score, CsvQuotesWhatHoldsCommas) {
    ValidatedRow one = row("g", 2, 3);
    one.row.source = "a, b \"c\"";
    EXPECT_NE(validation_csv({one}).find("0.5000,,\"a, b \"\"c\"\"\"\n"), std::string::npos);
}

std::string file_with(const std::string& text) {
    const std::string path = testing::TempDir() + "measured.csv";
    std::ofstream(path) << text;
    return path;
}

const std::string kHeader = "group,soc,probe,params,quantity,measured,unit,source\n";

std::string error_of(const std::string& text) {
    try {
        read_measured_rows(file_with(text));
    } catch (const Error& error) {
        const std::string what = error.what();
        return what.substr(what.find("measured.csv") + 12);
    }
    return "no error";
}

TEST(MeasuredRows, ReadsQuotedCells) {
    const auto rows =
        read_measured_rows(file_with(kHeader + "g,S,load,bytes=1;l2=hit,cycles,2.5,c,\"x, y\"\n"));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].source, "x, y");
    EXPECT_EQ(rows[0].measured, 2.5);
    ProbeParams params(rows[0]);
    EXPECT_EQ(params.number("bytes"), 1);
    EXPECT_EQ(params.text("l2"), "hit");
    EXPECT_EQ(params.number("none", 7), 7);
    params.finish();
}

TEST(MeasuredRows, NamePlaceAndFault) {
    EXPECT_EQ(error_of("a,b\n").substr(0, 24), ":1: first line is 'a,b',");
    EXPECT_EQ(error_of(kHeader + "g,S\n").substr(0, 16), ":2: 2 columns, 8");
    EXPECT_EQ(error_of(kHeader + "g,S,p,,q,zero,u,s\n"),
              ":2: measured: 'zero', allowed is a number above 0");
}

TEST(MeasuredRows, UnusedParametersAreFound) {
    MeasuredRow bad;
    bad.place = "f:3";
    bad.params = "byte=1";
    ProbeParams params(bad);
    EXPECT_THROW(params.finish(), Error);
    EXPECT_THROW(params.number("bytes"), Error);
    bad.params = "bytes";
    EXPECT_THROW(ProbeParams{bad}, Error);
}

}  // namespace
}  // namespace davsim
