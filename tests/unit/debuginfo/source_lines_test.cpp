// SPDX-License-Identifier: Apache-2.0
// Sites of calls in this very program: plain, inlined, through a header of davsim's name.
#include "sim/debuginfo/source_lines.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace davsim {
namespace {

const void* g_site = nullptr;

[[gnu::noinline]] void api_call() {
    g_site = __builtin_return_address(0);
    asm volatile("" ::: "memory");
}

// clang-format off
[[gnu::noinline]] int plain() { api_call(); return __LINE__; }

[[gnu::always_inline]] inline int helper() { api_call(); return __LINE__; }
[[gnu::noinline]] int caller_of_helper() { return helper(); }

#line 7000 "/opt/davsim/include/sim/ascendc/api/library.h"
[[gnu::always_inline]] inline void library_function() { api_call(); }
#line 500 "/home/user/kernels/user_kernel.cpp"
[[gnu::noinline]] void user_function() {
    library_function();
    asm volatile("" ::: "memory");
}
#line 42 "source_lines_test.cpp"
// clang-format on

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

TEST(SourceLinesTest, TheLineOfACall) {
    SourceLines lines;
    const int expected = plain();
    const SourceLine& line = lines.at(g_site);
    EXPECT_EQ(line.line, expected);
    EXPECT_TRUE(ends_with(line.file, "source_lines_test.cpp")) << line.file;
    EXPECT_EQ(line.function, "plain");
}

TEST(SourceLinesTest, AnInlinedFunctionKeepsItsOwnLine) {
    SourceLines lines;
    const int expected = caller_of_helper();
    EXPECT_EQ(lines.at(g_site).line, expected);
    EXPECT_EQ(lines.at(g_site).function, "helper");
}

TEST(SourceLinesTest, HeadersOfDavsimAreSkipped) {
    SourceLines lines;
    user_function();
    EXPECT_EQ(lines.at(g_site).line, 501);
    EXPECT_EQ(lines.at(g_site).file, "/home/user/kernels/user_kernel.cpp");
    EXPECT_EQ(lines.at(g_site).function, "user_function");
    EXPECT_EQ(lines.text(g_site), "/home/user/kernels/user_kernel.cpp:501");
}

TEST(SourceLinesTest, UnknownAddressesAreUnknown) {
    SourceLines lines;
    int on_the_stack = 0;
    EXPECT_FALSE(lines.at(nullptr).known());
    EXPECT_FALSE(lines.at(&on_the_stack).known());
    EXPECT_EQ(lines.text(nullptr), "?");
}

TEST(SourceLinesTest, AnswersAreKept) {
    SourceLines lines;
    plain();
    EXPECT_EQ(&lines.at(g_site), &lines.at(g_site));
}

TEST(SourceLinesTest, FilesOfTheCurrentFolderAreShownRelative) {
    const std::string here = std::filesystem::current_path().string();
    EXPECT_EQ(shown_path(here + "/kernels/add.cpp"), "kernels/add.cpp");
    EXPECT_EQ(shown_path(here + "else/add.cpp"), here + "else/add.cpp");
}

}  // namespace
}  // namespace davsim
