// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/compile_errors.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

struct Place {
    std::string file;
    std::string line;
};

bool belongs(const std::string& file, const std::vector<std::string>& theirs) {
    std::error_code code;
    const std::string path = fs::weakly_canonical(fs::absolute(file, code), code).string();
    return std::any_of(theirs.begin(), theirs.end(), [&](const std::string& folder) {
        return path.compare(0, folder.size(), folder) == 0;
    });
}

// The name that a message says is missing; empty if it says something else.
std::string missing_name(const std::string& message) {
    static const std::vector<std::regex> kPatterns = {
        std::regex("^(\\S+): No such file or directory"),
        std::regex("'([^']+)' was not declared in this scope"),
        std::regex("'([^']+)' is not a member of '"),
        std::regex("'([^']+)' has not been declared"),
        std::regex("'([^']+)' in (?:namespace|class|struct) '[^']*' does not name a"),
        std::regex("'([^']+)' does not name a type"),
        std::regex("has no member named '([^']+)'"),
        std::regex("there are no arguments to '([^']+)' that depend on a template parameter"),
    };
    std::smatch match;
    for (const std::regex& pattern : kPatterns) {
        if (std::regex_search(message, match, pattern)) return match[1];
    }
    return "";
}

std::string with_hint(const std::string& message) {
    static const std::regex kNoMatch("no matching function for call to '([A-Za-z_0-9:]+)");
    std::smatch match;
    if (std::regex_search(message, match, kNoMatch)) {
        return message + "; davsim has no form of " + match[1].str() +
               " for these arguments (docs/intrinsics.md lists those it has)";
    }
    return message;
}

}  // namespace

CompileErrors read_errors(const std::string& output, const std::vector<std::string>& theirs) {
    static const std::regex kError("^([^:\\s][^:]*):(\\d+):(?:\\d+:)? (?:fatal )?error: (.*)$");
    static const std::regex kPlace("^([^:\\s][^:]*):(\\d+):(?:\\d+:)?\\s+required (?:from|by)");
    static const std::regex kIncluded("^(?:In file included|\\s+) from ([^:]+):(\\d+)[:,]");
    CompileErrors result;
    std::istringstream stream(output);
    Place near;  // the operator's line that leads to the next error
    for (std::string line; std::getline(stream, line);) {
        std::smatch match;
        if (std::regex_search(line, match, kError)) {
            const std::string message = match[3];
            const std::string name = missing_name(message);
            if (!name.empty() && std::find(result.unsupported.begin(), result.unsupported.end(),
                                           name) == result.unsupported.end())
                result.unsupported.push_back(name);
            const bool own = belongs(match[1], theirs);
            const std::string file = own ? match[1].str() : near.file;
            const std::string at = own ? match[2].str() : near.line;
            const std::string text =
                (file.empty() ? "" : fs::path(file).filename().string() + ":" + at + ": ") +
                (name.empty() ? with_hint(message) : "UNSUPPORTED: " + name);
            if (std::find(result.lines.begin(), result.lines.end(), text) == result.lines.end())
                result.lines.push_back(text);
            continue;
        }
        if ((std::regex_search(line, match, kPlace) || std::regex_search(line, match, kIncluded)) &&
            belongs(match[1], theirs))
            near = {match[1], match[2]};
    }
    return result;
}

}  // namespace davsim::op
