// SPDX-License-Identifier: Apache-2.0
// docs/intrinsics.md against the headers: every name in it exists, and every API is in it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string headers() {
    std::string text;
    const std::filesystem::path root(DAVSIM_SOURCE_DIR);
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(root / "sim/ascendc/api")) {
        if (entry.is_regular_file()) text += read(entry.path());
    }
    return text;
}

std::string document() {
    return read(std::filesystem::path(DAVSIM_SOURCE_DIR) / "docs/intrinsics.md");
}

// Words in `backticks` of table rows.
std::set<std::string> documented_names() {
    std::set<std::string> names;
    std::istringstream lines(document());
    const std::regex code("`([A-Za-z_][A-Za-z_0-9]*)(?:\\[\\]|\\(\\))?`");
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] != '|') continue;
        for (std::sregex_iterator it(line.begin(), line.end(), code), end; it != end; ++it)
            names.insert((*it)[1]);
    }
    return names;
}

std::set<std::string> found(const std::string& text, const char* pattern) {
    std::set<std::string> names;
    const std::regex regex(pattern);
    for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
        names.insert((*it)[1]);
    return names;
}

TEST(IntrinsicsDocument, EveryNameIsInTheHeaders) {
    const std::set<std::string> names = documented_names();
    ASSERT_GT(names.size(), 100U);
    const std::set<std::string> words = found(headers(), "([A-Za-z_][A-Za-z_0-9]*)");
    for (const std::string& name : names) {
        if (name == "S_x" || name == "x_S" || name == "operator") continue;
        EXPECT_EQ(words.count(name), 1U) << name;
    }
}

TEST(IntrinsicsDocument, EveryApiIsDocumented) {
    const std::string text = headers();
    const std::set<std::string> names = documented_names();
    std::set<std::string> apis =
        found(text, "DAVSIM_API\\s+[A-Za-z_<>0-9]+\\s+([A-Z][A-Za-z0-9]*)\\(");
    apis.merge(found(text, "\nDAVSIM_(?:BINARY|UNARY|SCALAR)\\(([A-Za-z]+),"));
    apis.merge(found(text, "\ninline [A-Za-z_0-9]+\\*? ([A-Z][A-Za-z]*)\\("));
    apis.merge(found(text, "\n#define ([A-Z]+_TILING_[A-Z_]+)"));
    apis.merge(found(text, "\nclass ([A-Z][A-Za-z]+)"));
    apis.erase("Name");  // the parameter of the macros above
    // Inner parts.
    for (const char* inner :
         {"BufferPool", "EventPool", "ChannelTranspose", "Dequantizer", "ExtremeRounds", "FullSort",
          "RowReduction", "Rows", "Slots", "SoftMaxRows", "Steps"}) {
        apis.erase(inner);
    }
    ASSERT_GT(apis.size(), 60U);
    for (const std::string& api : apis) EXPECT_EQ(names.count(api), 1U) << api;
}

}  // namespace
