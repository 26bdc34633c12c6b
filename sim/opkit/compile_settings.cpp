// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/compile_settings.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <sstream>
#include <vector>

#include "sim/opkit/kernel_units.h"
#include "sim/opkit/operator_sources.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

// The arguments of each command that a CMake file calls.
std::vector<Words> commands(const std::string& text) {
    static const std::regex kComment("#[^\n]*");
    static const std::regex kCall(R"(\b[A-Za-z_]\w*\s*\(([^()]*)\))");
    const std::string code = std::regex_replace(text, kComment, "");
    std::vector<Words> result;
    for (std::sregex_iterator it(code.begin(), code.end(), kCall), end; it != end; ++it) {
        std::istringstream stream((*it)[1]);
        Words words;
        for (std::string word; stream >> word;) {
            word.erase(std::remove(word.begin(), word.end(), '"'), word.end());
            words.push_back(word);
        }
        result.push_back(words);
    }
    return result;
}

std::optional<bool> value_behind(const Words& words, const std::string& key) {
    const auto at = std::find(words.begin(), words.end(), key);
    if (at == words.end() || at + 1 == words.end()) return std::nullopt;
    std::string value = *(at + 1);
    for (char& c : value) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (value == "false" || value == "off" || value == "0") return false;
    return true;
}

bool names_any(const Words& words, const std::vector<std::string>& units) {
    return std::any_of(units.begin(), units.end(), [&](const std::string& unit) {
        return std::find(words.begin(), words.end(), unit) != words.end();
    });
}

}  // namespace

std::optional<bool> auto_sync_setting(const std::string& folder, int npu_arch) {
    std::optional<bool> for_all;
    for (const char* file :
         {"op_kernel/CMakeLists.txt", "op_host/CMakeLists.txt", "CMakeLists.txt"}) {
        for (const Words& words : commands(read_text((fs::path(folder) / file).string()))) {
            const std::optional<bool> value = value_behind(words, "AUTO_SYNC");
            if (!value) continue;
            const bool some = std::find(words.begin(), words.end(), "COMPUTE_UNITS") != words.end();
            if (some && names_any(words, soc_families(npu_arch))) return value;
            if (!some && !for_all) for_all = value;
        }
    }
    return for_all;
}

}  // namespace davsim::op
