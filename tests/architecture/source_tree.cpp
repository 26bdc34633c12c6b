// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/source_tree.h"

#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace davsim::architecture {

namespace fs = std::filesystem;

namespace {

constexpr std::array kFolders{"sim",   "traces",  "kernels", "hwconfigs",
                              "tests", "scripts", "bench",   "examples"};

bool is_source(const fs::path& path) {
    static constexpr std::array kExtensions{".h", ".cpp", ".cmake", ".sh", ".yaml"};
    if (path.filename() == "CMakeLists.txt") return true;
    for (const char* extension : kExtensions) {
        if (path.extension() == extension) return true;
    }
    return false;
}

}  // namespace

std::string read_text(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw std::runtime_error("cannot read " + file.string());
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

SourceTree load_tree(const fs::path& root) {
    SourceTree tree;
    for (const char* folder : kFolders) {
        if (!fs::exists(root / folder)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string path = entry.path().lexically_relative(root).generic_string();
            if (!entry.is_regular_file() || !is_source(entry.path())) continue;
            if (starts_with(path, "tests/data/")) continue;
            tree[path] = read_text(entry.path());
        }
    }
    tree["CMakeLists.txt"] = read_text(root / "CMakeLists.txt");
    return tree;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

bool starts_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) {
    return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

bool is_header(std::string_view path) {
    return ends_with(path, ".h");
}
bool is_cpp(std::string_view path) {
    return is_header(path) || ends_with(path, ".cpp");
}

std::string join(const std::vector<std::string>& complaints) {
    std::string text;
    for (const std::string& complaint : complaints) text += complaint + '\n';
    return text;
}

}  // namespace davsim::architecture
