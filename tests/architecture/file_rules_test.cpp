// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/file_rules.h"

#include <gtest/gtest.h>

namespace davsim::architecture {
namespace {

const std::string kGoodHeader = "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n";
using Complaints = std::vector<std::string>;

TEST(FileRules, HoldInThisSourceTree) {
    const Complaints complaints = check_files(load_tree(DAVSIM_SOURCE_DIR));
    EXPECT_TRUE(complaints.empty()) << join(complaints);
}

TEST(FileRules, GoodFilesPass) {
    EXPECT_EQ(check_files({{"sim/base/a.h", kGoodHeader}}), Complaints{});
    EXPECT_EQ(check_files({{"scripts/a.sh", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n"}}),
              Complaints{});
    EXPECT_EQ(
        check_files({{"sim/ascendc/include/a.h", kGoodHeader + "using namespace AscendC;\n"}}),
        Complaints{});
}

TEST(FileRules, MissingLicenceIsCaught) {
    EXPECT_EQ(check_files({{"a.cpp", "int x;\n"}}),
              Complaints{"a.cpp:1: the SPDX licence line is missing"});
    EXPECT_EQ(check_files({{"a.cpp", ""}}),
              Complaints{"a.cpp:1: the SPDX licence line is missing"});
}

TEST(FileRules, MissingGuardIsCaught) {
    EXPECT_EQ(check_files({{"a.h", "// SPDX-License-Identifier: Apache-2.0\n"}}),
              Complaints{"a.h:1: no #pragma once"});
    EXPECT_EQ(check_files({{"a-inl.h", kGoodHeader}}),
              Complaints{"a-inl.h:1: no HWY_TARGET_TOGGLE"});
}

TEST(FileRules, LongFileIsCaught) {
    std::string text = kGoodHeader;
    for (int i = 2; i < kMaxLines; ++i) text += "\n";
    EXPECT_EQ(check_files({{"a.h", text}}), Complaints{});
    EXPECT_EQ(check_files({{"a.h", text + "\n"}}), Complaints{"a.h:601: is longer than 600 lines"});
}

TEST(FileRules, LeftOversAreCaught) {
    const std::string note = std::string("// TO") + "DO later\n";
    EXPECT_EQ(check_files({{"a.h", kGoodHeader + note}}),
              Complaints{"a.h:3: a left-over note; do it or file an issue"});
    const std::string skip = std::string("GTEST_") + "SKIP();\n";
    EXPECT_EQ(check_files({{"a.h", kGoodHeader + skip}}),
              Complaints{"a.h:3: a skipped test gives its reason"});
}

TEST(FileRules, UsingNamespaceInAHeaderIsCaught) {
    EXPECT_EQ(check_files({{"sim/base/a.h", kGoodHeader + "  using  namespace std;\n"}}),
              Complaints{"sim/base/a.h:3: using namespace in a header"});
    const std::string ascendc = kGoodHeader + "using namespace AscendC;\n";
    EXPECT_EQ(check_files({{"kernels/op/op_kernel/a.h", ascendc}}), Complaints{});
    EXPECT_EQ(check_files({{"kernels/op/op_kernel/a_tiling.h", ascendc}}).size(), 1U);
    EXPECT_EQ(check_files({{"kernels/op/op_host/a.h", ascendc}}).size(), 1U);
    EXPECT_EQ(
        check_files({{"kernels/op/op_kernel/a.h", kGoodHeader + "using namespace std;\n"}}).size(),
        1U);
}

}  // namespace
}  // namespace davsim::architecture
