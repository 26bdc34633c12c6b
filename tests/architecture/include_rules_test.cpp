// SPDX-License-Identifier: Apache-2.0
// The arrows between rooms hold, and the checker that says so does catch what it should.

#include "tests/architecture/include_rules.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/architecture/rooms.h"

namespace davsim::architecture {
namespace {

// Complaints about one file that includes `line`, beside one file of each room.
std::vector<std::string> complaints_about(const std::string& path, const std::string& line) {
    SourceTree tree{
        {"sim/base/units.h", ""},
        {"sim/device/device.h", ""},
        {"sim/runtime/operator.h", ""},
        {"sim/views/statistics.h", ""},
        {"sim/cli/options.h", ""},
        {"sim/ascendc/kernel_glue.h", ""},
        {"sim/ascendc/include/kernel_operator.h", ""},
        {"traces/recorder.h", ""},
        {"kernels/op/op_host/op_problem.h", ""},
        {"kernels/op/op_host/shape.h", ""},
        {"kernels/op/op_host/tiling.h", ""},
        {"kernels/op/op_kernel/op_tiling.h", ""},
        {"kernels/op/op_kernel/op_loop.h", ""},
        {"kernels/other/op_kernel/other_tiling.h", ""},
    };
    tree[path] = "// first line\n" + line + "\n";
    return check_includes(tree);
}

TEST(IncludeRules, HoldInThisSourceTree) {
    const SourceTree tree = load_tree(DAVSIM_SOURCE_DIR);
    ASSERT_GT(tree.size(), 40U) << "the source tree was not found";
    const std::vector<std::string> complaints = check_includes(tree);
    EXPECT_TRUE(complaints.empty()) << join(complaints);
}

TEST(IncludeRules, RoomsFormNoCycle) {
    std::set<std::string> above;
    for (const Room& room : rooms()) {
        for (const std::string& allowed : room.allowed) {
            EXPECT_EQ(above.count(allowed), 1U)
                << room.name << " names " << allowed << ", which is not lower";
        }
        EXPECT_TRUE(above.insert(room.name).second) << room.name << " is twice in the table";
    }
}

TEST(IncludeRules, AllowedArrowsPass) {
    EXPECT_EQ(complaints_about("sim/isa/a.h", "#include \"sim/base/units.h\""),
              std::vector<std::string>{});
    EXPECT_EQ(complaints_about("sim/device/a.h", "#include <systemc>"), std::vector<std::string>{});
    EXPECT_EQ(complaints_about("sim/cli/a.cpp", "#include \"traces/recorder.h\""),
              std::vector<std::string>{});
    EXPECT_EQ(complaints_about("kernels/op/op_kernel/a.cpp", "#include \"kernel_operator.h\""),
              std::vector<std::string>{});
    EXPECT_EQ(complaints_about("kernels/op/op_kernel/a.cpp", "#include \"op_loop.h\""),
              std::vector<std::string>{});
    EXPECT_EQ(complaints_about("kernels/op/op_host/a.cpp", "#include \"../op_kernel/op_tiling.h\""),
              std::vector<std::string>{});
    EXPECT_EQ(complaints_about("sim/isa/a.h", "#include <vector>"), std::vector<std::string>{});
    EXPECT_EQ(complaints_about("sim/isa/a.h", "// #include \"sim/device/device.h\""),
              std::vector<std::string>{});
}

TEST(IncludeRules, UpwardArrowIsCaught) {
    const std::vector<std::string> expected{
        "sim/isa/a.h:2: room isa may not include sim/device/device.h of room device"};
    EXPECT_EQ(complaints_about("sim/isa/a.h", "#include \"sim/device/device.h\""), expected);
    EXPECT_EQ(complaints_about("sim/isa/a.h", "#  include <sim/device/device.h>"), expected);
    EXPECT_EQ(complaints_about("sim/isa/a.h", "#include \"../device/device.h\""), expected);
}

TEST(IncludeRules, TracesDoNotKnowTheDevice) {
    EXPECT_EQ(complaints_about("traces/a.cpp", "#include \"sim/device/device.h\"").size(), 1U);
    EXPECT_EQ(complaints_about("sim/device/a.cpp", "#include \"traces/recorder.h\"").size(), 1U);
    EXPECT_EQ(complaints_about("sim/device/a.cpp", "#include \"sim/views/statistics.h\"").size(),
              1U);
}

TEST(IncludeRules, NobodyIncludesTheCommandLine) {
    EXPECT_EQ(complaints_about("sim/run/a.cpp", "#include \"sim/cli/options.h\"").size(), 1U);
}

TEST(IncludeRules, OnlyTheDeviceSeesSystemC) {
    const std::vector<std::string> expected{
        "sim/runtime/a.cpp:2: room runtime may not include <systemc>"};
    EXPECT_EQ(complaints_about("sim/runtime/a.cpp", "#include <systemc>"), expected);
    EXPECT_EQ(complaints_about("sim/timing/a.cpp", "#include <systemc.h>").size(), 1U);
    EXPECT_EQ(complaints_about("sim/run/a.cpp", "#include <sysc/kernel/sc_time.h>").size(), 1U);
}

TEST(IncludeRules, KernelsSeeTheirIncludeTreeOnly) {
    const std::string kernel = "kernels/op/op_kernel/a.h";
    EXPECT_EQ(complaints_about(kernel, "#include \"sim/base/units.h\"").size(), 1U);
    EXPECT_EQ(complaints_about(kernel, "#include \"sim/ascendc/kernel_glue.h\"").size(), 1U);
    EXPECT_EQ(complaints_about(kernel, "#include \"sim/runtime/operator.h\"").size(), 1U);
    EXPECT_EQ(
        complaints_about(kernel, "#include \"kernels/other/op_kernel/other_tiling.h\"").size(), 1U);
}

TEST(IncludeRules, HostTilingSeesTheTilingHeaderOnly) {
    const std::vector<std::string> expected{
        "kernels/op/op_host/a.cpp:2: includes kernels/op/op_kernel/op_loop.h: "
        "of op_kernel only the tiling header is shared with the host"};
    EXPECT_EQ(
        complaints_about("kernels/op/op_host/a.cpp", "#include \"kernels/op/op_kernel/op_loop.h\""),
        expected);
    EXPECT_EQ(
        complaints_about("kernels/op/op_host/a.cpp", "#include \"sim/device/device.h\"").size(),
        1U);
}

TEST(IncludeRules, ReferenceIsIndependent) {
    const std::string reference = "kernels/op/reference/a.cpp";
    EXPECT_EQ(complaints_about(reference, "#include \"kernels/op/op_host/shape.h\""),
              std::vector<std::string>{});
    EXPECT_EQ(complaints_about(reference, "#include \"kernels/op/op_host/tiling.h\"").size(), 1U);
    EXPECT_EQ(complaints_about(reference, "#include \"kernels/op/op_kernel/op_tiling.h\"").size(),
              1U);
}

TEST(IncludeRules, FilesWithoutARoomAreCaught) {
    EXPECT_EQ(complaints_about("sim/extra/a.h", ""),
              std::vector<std::string>{"sim/extra/a.h:1: is in no room"});
    EXPECT_EQ(complaints_about("sim/a.h", "").size(), 1U);
    EXPECT_EQ(complaints_about("sim/traces/a.h", "").size(), 1U);
    EXPECT_EQ(complaints_about("kernels/op/a.h", "").size(), 1U);
}

TEST(IncludeRules, MissingProjectHeaderIsCaught) {
    const std::vector<std::string> expected{
        "sim/isa/a.h:2: includes sim/base/gone.h, which does not exist"};
    EXPECT_EQ(complaints_about("sim/isa/a.h", "#include \"sim/base/gone.h\""), expected);
}

}  // namespace
}  // namespace davsim::architecture
