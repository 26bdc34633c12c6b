// SPDX-License-Identifier: Apache-2.0
#include "sim/run/tiling_text.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>

#include "sim/base/error.h"
#include "sim/run/shape_text.h"

namespace davsim {
namespace {

[[noreturn]] void fail(const std::string& message) {
    throw Error(Fault::kUsage, "--tiling: " + message);
}

std::map<std::string, std::string> read_file(const std::string& path) {
    YAML::Node root;
    try {
        root = YAML::LoadFile(path);
    } catch (const YAML::Exception& error) {
        fail(fmt::format("{}: no YAML or JSON: {}", path, error.msg));
    }
    if (!root.IsMap()) fail(path + ": not a map of fields");
    std::map<std::string, std::string> fields;
    for (const auto& entry : root) {
        if (!entry.first.IsScalar() || !entry.second.IsScalar()) {
            fail(fmt::format("{}:{}: not of the form 'field: value'", path,
                             entry.first.Mark().line + 1));
        }
        const std::string key = entry.first.Scalar();
        if (!fields.emplace(key, entry.second.Scalar()).second)
            fail(fmt::format("{}: {} is given twice", path, key));
    }
    return fields;
}

}  // namespace

std::map<std::string, std::string> parse_tiling(const std::string& text_or_file) {
    std::error_code code;
    if (std::filesystem::is_regular_file(text_or_file, code)) return read_file(text_or_file);
    if (text_or_file.find('=') == std::string::npos) {
        fail(fmt::format("'{}' is neither key=value,... nor a file", text_or_file));
    }
    const auto pairs = parse_pairs(text_or_file, "--tiling");
    return {pairs.begin(), pairs.end()};
}

}  // namespace davsim
