// SPDX-License-Identifier: Apache-2.0
// The documents say what the tests enforce, and nothing lies around at the top level.

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/architecture/rooms.h"
#include "tests/architecture/source_tree.h"

namespace davsim::architecture {
namespace {

namespace fs = std::filesystem;
const fs::path kRoot = DAVSIM_SOURCE_DIR;

std::vector<std::string> quoted_names(const std::string& cell) {
    static const std::regex kName("`([^`]+)`");
    std::vector<std::string> names;
    for (std::sregex_iterator it(cell.begin(), cell.end(), kName), end; it != end; ++it)
        names.push_back((*it)[1]);
    return names;
}

// Rows "| `room` | what it holds | `a`, `b` |" of the table that starts with "| Room |".
std::vector<Room> documented_rooms(const std::string& text) {
    std::vector<Room> result;
    bool inside = false;
    for (const std::string_view line : lines_of(text)) {
        if (starts_with(line, "| Room |")) inside = true;
        if (inside && !starts_with(line, "|")) break;
        if (!inside || !starts_with(line, "| `")) continue;
        const std::string row(line);
        const std::size_t last = row.rfind('|', row.size() - 2);
        result.push_back(
            {quoted_names(row.substr(0, row.find('|', 1))).at(0), quoted_names(row.substr(last))});
    }
    return result;
}

TEST(Documentation, RoomTableIsTheLaw) {
    const std::vector<Room> documented =
        documented_rooms(read_text(kRoot / "docs/architecture.md"));
    ASSERT_EQ(documented.size(), rooms().size());
    for (std::size_t i = 0; i < documented.size(); ++i) {
        EXPECT_EQ(documented[i].name, rooms()[i].name);
        EXPECT_EQ(documented[i].allowed, rooms()[i].allowed) << "in room " << rooms()[i].name;
    }
}

TEST(Documentation, ParserReadsRows) {
    const std::vector<Room> rows = documented_rooms(
        "| `no` | x | `y` |\n\n| Room | h | m |\n|---|---|---|\n"
        "| `a` | it `b` | – |\n| `c` | z | `a`, `d/e` |\n\n| `f` | g | – |\n");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].name, "a");
    EXPECT_EQ(rows[0].allowed, std::vector<std::string>{});
    EXPECT_EQ(rows[1].allowed, (std::vector<std::string>{"a", "d/e"}));
}

TEST(Layout, TopLevelHoldsKnownNamesOnly) {
    // The last two are made by davsim and by developers' tools, and are ignored by git.
    const std::set<std::string> allowed{"CMakeLists.txt", "CMakePresets.json",
                                        "README.md",      "sim",
                                        "kernels",        "hwconfigs",
                                        "traces",         "tests",
                                        "scripts",        "docs",
                                        "examples",       "bench",
                                        "davsim-out",     "compile_commands.json"};
    for (const fs::directory_entry& entry : fs::directory_iterator(kRoot)) {
        const std::string name = entry.path().filename().string();
        const bool hidden = name[0] == '.';
        EXPECT_TRUE(hidden || allowed.count(name) == 1) << "unexpected at the top level: " << name;
    }
}

TEST(Layout, LicenceIsThere) {
    EXPECT_NE(read_text(kRoot / "docs/LICENSE").find("Version 2.0, January 2004"),
              std::string::npos);
}

}  // namespace
}  // namespace davsim::architecture
