// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/file_rules.h"

#include <regex>

namespace davsim::architecture {

namespace {

using Complaints = std::vector<std::string>;

void complain(Complaints& complaints, const std::string& path, std::size_t line,
              const std::string& what) {
    complaints.push_back(path + ':' + std::to_string(line) + ": " + what);
}

// Programs have it below their "#!" line.
void check_licence(const std::string& path, const std::vector<std::string_view>& lines,
                   Complaints& complaints) {
    const std::size_t index = !lines.empty() && starts_with(lines[0], "#!") ? 1 : 0;
    const bool present =
        lines.size() > index &&
        lines[index].find("SPDX-License-Identifier: Apache-2.0") != std::string_view::npos;
    if (!present) complain(complaints, path, index + 1, "the SPDX licence line is missing");
}

void check_length(const std::string& path, const std::vector<std::string_view>& lines,
                  Complaints& complaints) {
    // Hardware configs are tables; a split at some line count would not help their reader.
    if (ends_with(path, ".yaml") || lines.size() <= kMaxLines) return;
    complain(complaints, path, lines.size(),
             "is longer than " + std::to_string(kMaxLines) + " lines");
}

// A "-inl.h" is included once an instruction set by Highway, so its guard toggles.
void check_guard(const std::string& path, const std::string& text, Complaints& complaints) {
    if (!is_header(path)) return;
    const std::string guard = ends_with(path, "-inl.h") ? "HWY_TARGET_TOGGLE" : "#pragma once\n";
    if (text.find(guard) == std::string::npos) {
        complain(complaints, path, 1, "no " + guard.substr(0, guard.find('\n')));
    }
}

bool matches(std::string_view line, const std::regex& pattern) {
    return std::regex_search(line.begin(), line.end(), pattern);
}

// Headers of a kernel are parts of its one source file, which is written as for hardware. The
// tiling header is not: the host side includes it too.
bool may_use_namespace(const std::string& path, std::string_view line) {
    if (starts_with(path, "sim/ascendc/include/")) return true;
    const bool kernel =
        path.find("/op_kernel/") != std::string::npos && path.find("tiling") == std::string::npos;
    return kernel && line.find("using namespace AscendC;") != std::string_view::npos;
}

void check_line(const std::string& path, std::size_t number, std::string_view line,
                Complaints& complaints) {
    // Written in two halves, so that this file does not complain about itself.
    static const std::regex kLeftOver(
        "\\b(TO"
        "DO|FIX"
        "ME)\\b");
    static const std::regex kSilentSkip(
        "GTEST_"
        "SKIP\\(\\)\\s*;");
    static const std::regex kUsingNamespace("^\\s*using\\s+namespace\\b");
    if (matches(line, kLeftOver))
        complain(complaints, path, number, "a left-over note; do it or file an issue");
    if (matches(line, kSilentSkip))
        complain(complaints, path, number, "a skipped test gives its reason");
    if (is_header(path) && !may_use_namespace(path, line) && matches(line, kUsingNamespace)) {
        complain(complaints, path, number, "using namespace in a header");
    }
}

}  // namespace

Complaints check_files(const SourceTree& tree) {
    Complaints complaints;
    for (const auto& [path, text] : tree) {
        const std::vector<std::string_view> lines = lines_of(text);
        check_licence(path, lines, complaints);
        check_length(path, lines, complaints);
        check_guard(path, text, complaints);
        for (std::size_t i = 0; i < lines.size(); ++i)
            check_line(path, i + 1, lines[i], complaints);
    }
    return complaints;
}

}  // namespace davsim::architecture
