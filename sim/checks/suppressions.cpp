// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/suppressions.h"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "sim/base/error.h"

namespace davsim::checks {
namespace {

std::string trimmed(const std::string& text) {
    const std::string body = text.substr(0, text.find('#'));
    const std::size_t begin = body.find_first_not_of(" \t\r");
    if (begin == std::string::npos) return "";
    return body.substr(begin, body.find_last_not_of(" \t\r") - begin + 1);
}

bool known_kind(const std::string& pattern) {
    for (int i = 0; i < kKindCount; ++i) {
        const std::string name(info_of(static_cast<Kind>(i)).name);
        if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) return true;
    }
    return false;
}

// The pattern is the path or its end, from a folder on.
bool file_matches(const std::string& pattern, const std::string& file) {
    if (fnmatch(pattern.c_str(), file.c_str(), 0) == 0) return true;
    return fnmatch(("*/" + pattern).c_str(), file.c_str(), 0) == 0;
}

}  // namespace

Suppressions Suppressions::read(const std::string& path) {
    std::ifstream stream(path);
    if (!stream) throw Error(Fault::kUsage, "--suppressions: cannot read " + path);
    Suppressions result;
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        const std::string text = trimmed(line);
        if (!text.empty())
            result.rules_.push_back(parse(text, path + ":" + std::to_string(number)));
    }
    return result;
}

Suppressions::Rule Suppressions::parse(const std::string& text, const std::string& place) {
    Rule rule;
    const std::size_t first = text.find(':');
    rule.kind = text.substr(0, first);
    if (!known_kind(rule.kind)) {
        throw Error(Fault::kUsage, place + ": unknown kind '" + rule.kind +
                                       "', allowed are the kinds of hazards.json, with wildcards");
    }
    if (first == std::string::npos) return rule;
    rule.file = text.substr(first + 1);
    const std::size_t second = rule.file.rfind(':');
    if (second == std::string::npos) return rule;
    const std::string number = rule.file.substr(second + 1);
    const auto [end, code] =
        std::from_chars(number.data(), number.data() + number.size(), rule.line);
    if (code != std::errc() || end != number.data() + number.size() || rule.line < 1)
        throw Error(Fault::kUsage, place + ": line is '" + number + "', allowed is 1 or more");
    rule.file.resize(second);
    return rule;
}

bool Suppressions::matches(Kind kind, const std::vector<SourceLine>& lines) const {
    const std::string name(info_of(kind).name);
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
        if (fnmatch(rule.kind.c_str(), name.c_str(), 0) != 0) return false;
        if (rule.file.empty()) return true;
        return std::any_of(lines.begin(), lines.end(), [&](const SourceLine& line) {
            return line.known() && file_matches(rule.file, line.file) &&
                   (rule.line == 0 || rule.line == line.line);
        });
    });
}

}  // namespace davsim::checks
