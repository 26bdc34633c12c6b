// SPDX-License-Identifier: Apache-2.0
#include "traces/trace_level.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "sim/base/error.h"

namespace davsim::traces {
namespace {

constexpr std::array<std::string_view, 4> kLevelNames = {"off", "sync", "pipe", "full"};

std::optional<std::int64_t> whole(std::string_view text, std::int64_t absent) {
    if (text.empty()) return absent;
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

}  // namespace

std::string_view name_of(TraceLevel level) {
    return kLevelNames[static_cast<std::size_t>(level)];
}

std::optional<TraceLevel> parse_trace_level(std::string_view name) {
    const auto* found = std::find(kLevelNames.begin(), kLevelNames.end(), name);
    if (found == kLevelNames.end()) return std::nullopt;
    return static_cast<TraceLevel>(found - kLevelNames.begin());
}

Window parse_window(const std::string& text, const std::string& option) {
    const std::size_t colon = text.find(':');
    if (colon != std::string::npos && text.size() > 1) {
        const auto begin = whole(std::string_view(text).substr(0, colon), 0);
        const auto end = whole(std::string_view(text).substr(colon + 1), INT64_MAX);
        if (begin && end && *begin < *end) return {*begin, *end};
    }
    throw Error(Fault::kUsage,
                fmt::format("{}: '{}', allowed is BEGIN:END in cycles, one of them may be left out",
                            option, text));
}

}  // namespace davsim::traces
