// SPDX-License-Identifier: Apache-2.0
#include "sim/run/shape_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/base/error.h"

namespace davsim {
namespace {

std::string_view trim(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> parse_pairs(std::string_view text,
                                                             std::string_view option) {
    std::vector<std::pair<std::string, std::string>> pairs;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view item = trim(text.substr(begin, end - begin));
        const std::size_t equals = item.find('=');
        const std::string key(trim(item.substr(0, std::min(equals, item.size()))));
        if (equals == std::string_view::npos || key.empty() ||
            trim(item.substr(equals + 1)).empty()) {
            throw Error(Fault::kUsage,
                        fmt::format("{}: '{}' is not of the form key=value", option, item));
        }
        for (const auto& pair : pairs) {
            if (pair.first == key)
                throw Error(Fault::kUsage, fmt::format("{}: {} is given twice", option, key));
        }
        pairs.emplace_back(key, trim(item.substr(equals + 1)));
        begin = end + 1;
    }
    return pairs;
}

std::int64_t parse_extent(std::string_view text, std::string_view where) {
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc::result_out_of_range) {
        throw Error(Fault::kUsage, fmt::format("{}: {} does not fit 63 bits", where, text));
    }
    if (code != std::errc() || end != text.data() + text.size() || value < 0) {
        throw Error(Fault::kUsage,
                    fmt::format("{}: '{}' is not a whole number of at least 0", where, text));
    }
    return value;
}

std::uint64_t parse_count(std::string_view text, std::string_view where, std::uint64_t least,
                          std::uint64_t most) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || value < least || value > most) {
        throw Error(Fault::kUsage, fmt::format("{}: '{}' is not a whole number from {} to {}",
                                               where, text, least, most));
    }
    return value;
}

std::map<std::string, std::int64_t> parse_shape(std::string_view text,
                                                const std::vector<std::string>& keys) {
    std::map<std::string, std::int64_t> shape;
    for (const auto& [key, value] : parse_pairs(text, "--shape")) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            throw Error(Fault::kUsage, fmt::format("--shape: unknown key '{}', allowed are {}", key,
                                                   fmt::join(keys, ", ")));
        }
        shape[key] = parse_extent(value, "--shape: " + key);
    }
    for (const std::string& key : keys) {
        if (shape.count(key) == 0) {
            throw Error(Fault::kUsage, fmt::format("--shape: {} is missing, needed are {}", key,
                                                   fmt::join(keys, ", ")));
        }
    }
    return shape;
}

}  // namespace davsim
