// SPDX-License-Identifier: Apache-2.0
#pragma once
// The project's text files as the architecture tests see them: a map from path to content, so that
// a test can also feed a tree that exists only in memory.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace davsim::architecture {

// Path relative to the root, with '/', to content.
using SourceTree = std::map<std::string, std::string>;

// All text sources (C++, CMake, shell, YAML) below `root` in the project's own folders; tests/data
// is data.
SourceTree load_tree(const std::filesystem::path& root);

std::string read_text(const std::filesystem::path& file);
std::vector<std::string_view> lines_of(std::string_view text);

bool starts_with(std::string_view text, std::string_view prefix);
bool ends_with(std::string_view text, std::string_view suffix);
bool is_header(std::string_view path);
bool is_cpp(std::string_view path);  // header or .cpp

// A list of complaints as gtest messages like it: one a line.
std::string join(const std::vector<std::string>& complaints);

}  // namespace davsim::architecture
