// SPDX-License-Identifier: Apache-2.0
// The scaffolded operator builds, tiles and computes what its reference says; sources that cannot
// be built are reported by their own lines.

#include <gmock/gmock.h>

#include "tests/opkit/operator_fixture.h"

namespace davsim {
namespace {

using testing::HasSubstr;
using testing::Not;

using NewOperatorTest = OperatorTest;

TEST_F(NewOperatorTest, BuildsAndComputesRight) {
    ASSERT_EQ(davsim("op new my_add").exit, 0);
    const Outcome build = davsim("op build my_add -o libmy_add.so");
    ASSERT_EQ(build.exit, 0) << build.err;
    EXPECT_THAT(build.out, HasSubstr("MyAdd, 2 kernels, architecture 2201"));
    for (const char* problem : {"--shape x=[8,2048] --shape y=[8,2048] --dtype fp16",
                                "--shape x=[1] --shape y=[1] --dtype fp32",
                                "--shape x=[3,1001] --shape y=[3,1001] --dtype fp16"}) {
        const Outcome run = davsim(std::string("run libmy_add.so --trace-level off ") + problem);
        EXPECT_EQ(run.exit, 0) << run.err;
        EXPECT_THAT(run.out, HasSubstr("PASS  MyAdd on Ascend910B2")) << problem;
    }
    const Outcome refused = davsim("run libmy_add.so --shape x=[8] --shape y=[9] --dtype fp16");
    EXPECT_EQ(refused.exit, 5);
    EXPECT_THAT(refused.err, HasSubstr("MyAdd: x and y have different shapes"));
    EXPECT_EQ(davsim("op new my_add").exit, 2);
    EXPECT_THAT(davsim("op new MyAdd").err, HasSubstr("'MyAdd' is no name for an operator"));
}

TEST_F(NewOperatorTest, MissingNamesAreReportedByTheOperatorsLines) {
    ASSERT_EQ(davsim("op new bad").exit, 0);
    const std::string kernel = path("bad/op_kernel/bad.cpp");
    std::string text = read(kernel);
    const std::string call = "Add(z, x, y, count);";
    text.replace(text.find(call), call.size(), "Sparkle(z, x, y, count);");
    write("bad/op_kernel/bad.cpp", text);
    const Outcome build = davsim("op build bad -o libbad.so");
    EXPECT_EQ(build.exit, 6);
    EXPECT_THAT(build.err, HasSubstr("bad.cpp:46: UNSUPPORTED: Sparkle"));
    EXPECT_THAT(build.err, HasSubstr("davsim lacks: Sparkle"));
    EXPECT_THAT(build.err, Not(HasSubstr("note:")));
    EXPECT_FALSE(std::filesystem::exists(path("libbad.so")));
}

}  // namespace
}  // namespace davsim
