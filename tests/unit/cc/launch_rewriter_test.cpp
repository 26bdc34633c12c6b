// SPDX-License-Identifier: Apache-2.0
// Launches become calls; everything else, line breaks included, stays as it was.

#include "sim/cc/launch_rewriter.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "sim/base/error.h"
#include "sim/cc/command_line.h"

namespace davsim::cc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string rewritten(const std::string& text) {
    return rewrite_launches(text, "k.asc").text;
}

// What `kernel<<<shape>>>(arguments)` turns into.
std::string launch(const std::string& kernel, const std::string& shape,
                   const std::string& arguments) {
    return "::davsim::launch_kernel([=](auto... davsim_arguments) { " + kernel +
           "(davsim_arguments...); }, \"" + kernel + "\", ::davsim::LaunchShape(" + shape + ")" +
           (arguments.empty() ? "" : ", " + arguments) + ")";
}

struct Case {
    std::string before;
    std::string after;
};

TEST(LaunchRewriter, Launches) {
    const Case cases[] = {
        {"add<<<8, 0, s>>>(x, y);", launch("add", "8, 0, s", "x, y") + ";"},
        {"add<<<8, nullptr, s>>>();", launch("add", "8, nullptr, s", "") + ";"},
        {"return add<<<n, 0, s>>>(x);", "return " + launch("add", "n, 0, s", "x") + ";"},
        {"ns::add<float, 3><<<n, 0, s>>>(x);", launch("ns::add<float, 3>", "n, 0, s", "x") + ";"},
        {"::add<<<n, 0, s>>>(x);", launch("::add", "n, 0, s", "x") + ";"},
        {"f<A<B<int>>><<<n, 0, s>>>(x);", launch("f<A<B<int>>>", "n, 0, s", "x") + ";"},
        {"f<(1 > 0)><<<n, 0, s>>>(x);", launch("f<(1 > 0)>", "n, 0, s", "x") + ";"},
        {"table[i]<<<n, 0, s>>>(x);", launch("table[i]", "n, 0, s", "x") + ";"},
        {"(*pick)<<<n, 0, s>>>(x);", launch("(*pick)", "n, 0, s", "x") + ";"},
        {"pick(3)<<<n, 0, s>>>(x);", launch("pick(3)", "n, 0, s", "x") + ";"},
        {"op->kernel<<<n, 0, s>>>(x);", launch("op->kernel", "n, 0, s", "x") + ";"},
        {"if (a) k<<<n, 0, s>>>(x); else k<<<m, 0, s>>>(x);",
         "if (a) " + launch("k", "n, 0, s", "x") + "; else " + launch("k", "m, 0, s", "x") + ";"},
        {"k<<<(a >> 1), 0, s>>>(x >> 2);", launch("k", "(a >> 1), 0, s", "x >> 2") + ";"},
        {"k<<<size<A<int>>(), 0, s>>>(x);", launch("k", "size<A<int>>(), 0, s", "x") + ";"},
        {"k<<<n, 0, get<S>>>>(x);", launch("k", "n, 0, get<S>", "x") + ";"},
        {"k<<<a < b ? a : b, 0, s>>>(x);", launch("k", "a < b ? a : b, 0, s", "x") + ";"},
        {"k<<<n, 0, p->s>>>(x->y, f(1, 2));", launch("k", "n, 0, p->s", "x->y, f(1, 2)") + ";"},
        {"k << <n, 0, s >> >(x);",
         "::davsim::launch_kernel([=](auto... davsim_arguments) { k (davsim_arguments...); }, "
         "\"k\", "
         "::davsim::LaunchShape(n, 0, s ), x);"},
    };
    for (const Case& c : cases) { EXPECT_EQ(rewritten(c.before), c.after) << c.before; }
}

// What __mix__ and KERNEL_TASK_TYPE leave after the preprocessor.
TEST(LaunchRewriter, MixedKernelsSayTheirCores) {
    const auto shape_of = [](const std::string& text) {
        const std::string after = rewritten(text);
        EXPECT_EQ(after.find("davsim_kernel_"), std::string::npos) << after;
        const std::size_t at = after.find("::davsim::", after.find("\", ") + 3);
        return after.substr(at + 10, after.find('(', at) - at - 10);
    };
    EXPECT_EQ(
        shape_of("davsim_kernel_cores(1, 2) void k(int x) {} void f() { k<<<8, 0, s>>>(x); }"),
        "MixedLaunchShape<1, 2>");
    EXPECT_EQ(
        shape_of("template <class T> davsim_kernel_cores(0, 1) __attribute__((used)) void k(T x)"
                 "{} void f() { ns::k<int><<<8, 0, s>>>(x); }"),
        "MixedLaunchShape<0, 1>");
    EXPECT_EQ(
        shape_of("void k(int x) { if (x) { g(); } "
                 "davsim_kernel_kind(KERNEL_TYPE_MIX_AIC_1_2); } void f() { k<<<8, 0, s>>>(x); }"),
        "MixedLaunchShape<1, 2>");
    EXPECT_EQ(
        shape_of("void k(int x) { if (x) { davsim_kernel_kind(AscendC::KERNEL_TYPE_MIX_AIC_1_1); }"
                 "} void f() { k<<<8, 0, s>>>(x); }"),
        "MixedLaunchShape<1, 1>");
    EXPECT_EQ(shape_of("void k(int x) { davsim_kernel_kind(KERNEL_TYPE_AIV_ONLY); } "
                       "void f() { k<<<8, 0, s>>>(x); }"),
              "LaunchShape");
    EXPECT_EQ(shape_of("davsim_kernel_cores(1, 2) void other(int x); void k(int x) {} "
                       "void f() { k<<<8, 0, s>>>(x); }"),
              "LaunchShape");
}

TEST(LaunchRewriter, LeavesOtherTextAlone) {
    const char* cases[] = {
        "// k<<<1, 0, s>>>(x)\n/* k<<<1, 0, s>>>(x) */",
        "auto t = \"k<<<1, 0, s>>>(x)\"; char c = '<';",
        "auto t = R\"x(k<<<1, 0, s>>>(x) \")x\" u8R\"(k<<<1,0,s>>>(x))\";",
        "#define RUN(k) k<<<1, 0, s>>>(x) \\\n   more<<<1, 0, s>>>(x)\n",
        "a << b; c >> d; vector<vector<int>> v; x = 1'000 << 3; y = a <b;",
        "operator<< <char>(os, x); operator<<<char>(os, x);",
        "#if 0 // don't <<<\n#endif",
    };
    for (const char* text : cases) {
        const Rewritten result = rewrite_launches(text, "k.asc");
        EXPECT_EQ(result.text, text);
        EXPECT_EQ(result.launches, 0);
    }
}

TEST(LaunchRewriter, KeepsLines) {
    const std::string text =
        "int a;\nns::k<float,\n   3>\n  <<<\n n,\n 0, s\n>>>\n(\n x, // first\n y\n);\nint b;\n";
    const std::string result = rewritten(text);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
              std::count(result.begin(), result.end(), '\n'));
    EXPECT_THAT(result, HasSubstr("\"ns::k<float, 3>\""));
    EXPECT_EQ(result.substr(result.size() - 9), ";\nint b;\n");
}

TEST(LaunchRewriter, Nested) {
    const Rewritten result = rewrite_launches(
        "a<<<1, 0, s>>>(x); { b<<<2, 0, s>>>([&]{ c<<<3,0,s>>>(); return 1; }()); }", "k.asc");
    EXPECT_EQ(result.launches, 3);
    EXPECT_EQ(result.text.find("<<<"), std::string::npos);
}

void expect_failure(const std::string& text, const std::string& message) {
    try {
        rewrite_launches(text, "k.asc");
        FAIL() << "no error for " << text;
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUsage);
        EXPECT_EQ(error.what(), message);
    }
}

TEST(LaunchRewriter, NamesTheLineOfBrokenLaunches) {
    expect_failure("\n\nk<<<1, 0, s>>;",
                   "k.asc:3: kernel launch: no >>> with (arguments) for this <<<");
    expect_failure("# 40 \"dir/own.asc\"\n\n<<<1, 0, s>>>(x);",
                   "dir/own.asc:41: kernel launch: no kernel before <<<");
    expect_failure("k<<<>>>(x);",
                   "k.asc:1: kernel launch: nothing between <<< and >>>, needed are "
                   "blocks, ub, stream");
    expect_failure("k<<<1, 0, s>>>(x;", "k.asc:1: kernel launch: no ) for the arguments");
}

TEST(CommandLine, SortsArguments) {
    const CommandLine line =
        parse_command_line({"a.asc", "-DX=1", "-D", "Y", "-I", "inc", "b.o", "-lfoo", "-Wall",
                            "-O1", "-o", "app", "--npu-arch=dav-3510", "-include", "x.h", "c.cpp"});
    EXPECT_THAT(line.sources, ElementsAre("a.asc", "c.cpp"));
    EXPECT_THAT(line.objects, ElementsAre("b.o", "-lfoo"));
    EXPECT_THAT(line.preprocess, ElementsAre("-DX=1", "-DY", "-Iinc", "-include", "x.h"));
    EXPECT_THAT(line.compile, ElementsAre("-Wall", "-O1"));
    EXPECT_EQ(line.output, "app");
    EXPECT_EQ(line.npu_arch, 3510);
    EXPECT_TRUE(line.has_level);
    EXPECT_FALSE(line.has_standard);
}

TEST(CommandLine, Refuses) {
    const std::pair<std::vector<std::string>, std::string> cases[] = {
        {{}, "no input files; davsim-cc --help shows how it is used"},
        {{"a.asc", "-o"}, "-o: needs a value, none follows"},
        {{"a.asc", "--npu-arch=dav-9"},
         "--npu-arch: 'dav-9', allowed are dav-1001, dav-2201 and dav-3510"},
        {{"a.asc", "-E"}, "-E: davsim-cc makes objects (-c) and programs only"},
        {{"a.o", "-c"}, "-c: no source among the inputs (.asc, .cpp, .cc, .cxx)"},
        {{"a.asc", "b.asc", "-c", "-o", "x"},
         "-o with -c and several sources: each needs its own output"},
    };
    for (const auto& [arguments, message] : cases) {
        try {
            parse_command_line(arguments);
            FAIL() << "no error: " << message;
        } catch (const Error& error) { EXPECT_EQ(error.what(), message); }
    }
}

}  // namespace
}  // namespace davsim::cc
