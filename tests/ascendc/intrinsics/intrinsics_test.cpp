// SPDX-License-Identifier: Apache-2.0
// docs/intrinsics.md, docs/intrinsics/*.yaml and the headers say the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "tests/ascendc/intrinsics/table.h"

namespace davsim::intrinsics {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = DAVSIM_SOURCE_DIR;

std::string read(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

const std::vector<Section>& sections() {
    static const std::vector<Section> kSections = read_sections(kRoot / "docs/intrinsics");
    return kSections;
}

std::set<std::string> found(const std::string& text, const char* pattern) {
    std::set<std::string> names;
    const std::regex regex(pattern);
    for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
        names.insert((*it)[1]);
    return names;
}

// What the compiler says to a source, "" when it says nothing.
std::string compile(const std::string& name, const Probe& probe, int arch) {
    const fs::path source = fs::path(DAVSIM_BINARY_DIR) / (name + std::to_string(arch) + ".cpp");
    const fs::path log = fs::path(source).replace_extension(".log");
    std::ofstream(source) << probe.text;
    const std::string command = std::string(DAVSIM_KERNEL_COMPILER) +
                                " -fmax-errors=0 -D__NPU_ARCH__=" + std::to_string(arch) + " " +
                                source.string() + " 2> " + log.string();
    const int code = std::system(command.c_str());
    const std::string said = read(log);
    return code != 0 && said.empty() ? "the compiler did not run" : said;
}

// Lines of the probe whose instantiation ended in a static_assert that says UNSUPPORTED, and what
// it says.
std::map<int, std::string> refused_lines(const std::string& log, const std::string& file) {
    std::map<int, std::string> lines;
    std::istringstream stream(log);
    const std::regex required(file + ":([0-9]+):[0-9]+: +required from here");
    const std::string kRefusal = "static assertion failed: UNSUPPORTED: ";
    int from = 0;
    for (std::string line; std::getline(stream, line);) {
        std::smatch match;
        if (std::regex_search(line, match, required)) from = std::stoi(match[1]);
        const std::size_t at = line.find(kRefusal);
        if (at != std::string::npos) lines.emplace(from, line.substr(at + kRefusal.size()));
    }
    return lines;
}

// A refusal names the API, as the kernel called it, and the architecture.
bool names_call(const std::string& refusal, const std::string& promise, int arch) {
    if (refusal.find(" on arch " + std::to_string(arch)) == std::string::npos) return false;
    const std::set<std::string> called = found(promise, "([A-Z][A-Za-z0-9]+)(?:<|\\()");
    const std::set<std::string> told = found(refusal, "([A-Za-z0-9]+)");
    return called.empty() || std::any_of(called.begin(), called.end(),
                                         [&](const auto& name) { return told.count(name) != 0; });
}

class Intrinsics : public ::testing::TestWithParam<int> {};

TEST_P(Intrinsics, EveryCallOfThePageCompiles) {
    const Probe probe = accepted_probe(sections(), GetParam());
    EXPECT_GT(probe.lines.size(), 100U);
    const std::string said = compile("accepted", probe, GetParam());
    EXPECT_EQ(said.substr(0, std::min<std::size_t>(said.size(), 4000)), "");
}

// An error inside a template that two calls share is told once: what was not refused is tried again
// without what was.
TEST_P(Intrinsics, WhatThePageLeavesOutIsRefused) {
    std::set<std::string> open;
    for (bool first = true, progress = true; progress && (first || !open.empty()); first = false) {
        const Probe probe = refused_probe(sections(), GetParam(), open);
        EXPECT_GT(probe.lines.size(), first ? 20U : 0U);
        const std::string file = "refused" + std::to_string(GetParam()) + "\\.cpp";
        const auto refused = refused_lines(compile("refused", probe, GetParam()), file);
        open.clear();
        for (const auto& [line, promise] : probe.lines) {
            const auto refusal = refused.find(line);
            if (refusal == refused.end()) {
                open.insert(promise);
            } else {
                EXPECT_TRUE(names_call(refusal->second, promise, GetParam()))
                    << promise << " is refused with: " << refusal->second;
            }
        }
        progress = open.size() < probe.lines.size();
    }
    for (const std::string& promise : open)
        ADD_FAILURE() << promise << " is not refused as UNSUPPORTED";
}

INSTANTIATE_TEST_SUITE_P(Arch, Intrinsics, ::testing::ValuesIn(kArchs),
                         [](const auto& arch) { return std::to_string(arch.param); });

// A kernel is compiled against the headers of this room and what they need, not against the
// simulator.
TEST(Headers, BringNoSimulatorAlong) {
    const fs::path source = fs::path(DAVSIM_BINARY_DIR) / "headers.cpp";
    const fs::path list = fs::path(DAVSIM_BINARY_DIR) / "headers.d";
    std::ofstream(source) << "#include \"kernel_operator.h\"\n#include \"tiling/tiling_api.h\"\n";
    const std::string command = std::string(DAVSIM_KERNEL_COMPILER) + " -M -D__NPU_ARCH__=2201 " +
                                source.string() + " > " + list.string();
    ASSERT_EQ(std::system(command.c_str()), 0);
    const std::set<std::string> rooms = found(read(list), "/sim/([a-z_]+)/");
    EXPECT_EQ(rooms, (std::set<std::string>{"ascendc", "base", "isa"}));
    for (const char* name : {"systemc", "yaml-cpp", "spdlog", "fmt", "nlohmann"})
        EXPECT_EQ(read(list).find(name), std::string::npos) << name;
}

TEST(IntrinsicsPage, IsWrittenFromTheTables) {
    EXPECT_EQ(read(kRoot / "docs/intrinsics.md"), page_text(sections()))
        << "write it anew: cmake --build .build/release --target intrinsics_page";
}

TEST(IntrinsicsPage, LeavesNoApiOut) {
    std::string headers;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / "sim/ascendc"))
        if (entry.path().extension() == ".h") headers += read(entry.path());
    std::set<std::string> apis =
        found(headers, "DAVSIM_API\\s+[A-Za-z_<>0-9:]+\\s+([A-Z][A-Za-z0-9]*)\\(");
    apis.merge(found(headers, "\nDAVSIM_(?:BINARY|UNARY|SCALAR)\\(([A-Za-z]+),"));
    apis.merge(found(headers, "\ninline [A-Za-z_0-9]+\\*? ([A-Z][A-Za-z]*)\\("));
    apis.merge(found(headers, "\n#define ([A-Z]+_TILING_[A-Z_]+)"));
    apis.erase("Name");  // the parameter of the macros above
    ASSERT_GT(apis.size(), 60U);
    const std::string page = page_text(sections());
    const std::set<std::string> words = found(page, "([A-Za-z_][A-Za-z_0-9]*)");
    for (const std::string& api : apis) EXPECT_EQ(words.count(api), 1U) << api << " is on no page";
}

}  // namespace
}  // namespace davsim::intrinsics
