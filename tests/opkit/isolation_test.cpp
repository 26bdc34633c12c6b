// SPDX-License-Identifier: Apache-2.0
// Host functions and kernels that crash, throw, loop or refuse: one clear line, and in tables and
// sweeps only that point is lost.

#include <gmock/gmock.h>

#include "tests/opkit/operator_fixture.h"

namespace davsim {
namespace {

using testing::HasSubstr;
using testing::Not;

class IsolationTest : public OperatorTest {
protected:
    Outcome run(int fault) const {
        return davsim("run " + library("picky") +
                      " --shape x=[100] --timeout 1 --trace-level off " +
                      "--output out --attr fault=" + std::to_string(fault));
    }
};

TEST_F(IsolationTest, TilingThatCrashesNamesFunctionAndShape) {
    const Outcome outcome = run(1);
    EXPECT_EQ(outcome.exit, 5);
    EXPECT_THAT(outcome.err, HasSubstr("the tiling function crashed with SIGSEGV"));
    EXPECT_THAT(outcome.err, HasSubstr("picky_tiling.cpp:14"));
    EXPECT_THAT(outcome.err, HasSubstr("x=[100] fp32 fault=1"));
    EXPECT_FALSE(std::filesystem::exists(path("out")));
}

TEST_F(IsolationTest, TilingThatThrowsOrRefusesSaysWhy) {
    EXPECT_THAT(run(2).err, HasSubstr("the tiling function threw: no idea"));
    const Outcome refused = run(4);
    EXPECT_EQ(refused.exit, 5);
    EXPECT_THAT(refused.err, HasSubstr("Picky: x is [100], which nobody likes"));
    EXPECT_THAT(run(5).err, HasSubstr("the tiling asks for 0 blocks"));
}

TEST_F(IsolationTest, KernelThatCrashesIsNamed) {
    const Outcome outcome = run(6);
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_THAT(outcome.err, HasSubstr("error[kernel]: kernel Picky: write to address 0x10"));
    // The finding stays, results do not.
    EXPECT_TRUE(std::filesystem::exists(path("out/hazards.txt")));
    EXPECT_FALSE(std::filesystem::exists(path("out/summary.json")));
}

TEST_F(IsolationTest, KernelThatLoopsIsEnded) {
    const Outcome outcome = run(7);
    EXPECT_EQ(outcome.exit, 4);
    EXPECT_THAT(outcome.err, HasSubstr("ran 1 s without a transfer"));
    EXPECT_FALSE(std::filesystem::exists(path("out")));
}

TEST_F(IsolationTest, TableLosesOnlyTheBadPoints) {
    write("shapes.txt",
          "# every way to fail between two that work\n"
          "x=[100]\nx=[100] fault=1\nx=[100] fault=2\nx=[100] fault=3\nx=[100] fault=6\n"
          "x=[50000]\nx=[7] fp32\n");
    const Outcome table = davsim("op tiling " + library("picky") +
                                 " --shapes shapes.txt --soc-version Ascend910B2 --timeout 1");
    EXPECT_EQ(table.exit, 5);
    std::vector<std::string> lines;
    std::istringstream stream(table.out);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    ASSERT_EQ(lines.size(), 8U) << table.out;
    EXPECT_THAT(lines[1], HasSubstr(" ok "));
    EXPECT_THAT(lines[2], HasSubstr("refused the tiling function or kernel crashed with SIGSEGV"));
    EXPECT_THAT(lines[3], HasSubstr("refused the tiling function threw: no idea"));
    EXPECT_THAT(lines[4], HasSubstr("did not return within 1 s"));
    EXPECT_THAT(lines[5], HasSubstr("picky.cpp:30"));
    EXPECT_THAT(lines[6], HasSubstr("the kernel stops: block 0:"));  // 200 kB do not fit UB
    EXPECT_THAT(lines[7], HasSubstr(" ok "));
}

TEST_F(IsolationTest, SweepGoesOnAndResumes) {
    write("shapes.txt", "x=[64]\nx=[64] fault=6\nx=[7]\n");
    const std::string sweep = "op sweep-shapes " + library("picky") +
                              " --shapes shapes.txt --soc-version Ascend910B2,Ascend910B4 -j 2 "
                              "--output s";
    const Outcome first = davsim(sweep);
    EXPECT_EQ(first.exit, 1);
    EXPECT_THAT(first.out, HasSubstr("6 points, 2 of them wrong"));
    EXPECT_THAT(read(path("s/sweep.csv")), HasSubstr("\"x=[64] fault=6\",Ascend910B2,error"));
    EXPECT_THAT(read(path("s/sweep.csv")), HasSubstr("\"x=[7]\",Ascend910B4,ran,1,1,"));
    const Outcome second = davsim(sweep);
    EXPECT_THAT(second.out, HasSubstr("(done before)"));
    EXPECT_THAT(second.out, Not(HasSubstr("fault=6 on Ascend910B2 (done before)")));
}

}  // namespace
}  // namespace davsim
