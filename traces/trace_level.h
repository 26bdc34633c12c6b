// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much of a launch is recorded.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace davsim::traces {

enum class TraceLevel {
    kOff,
    kSync,  // flags, barriers, what held the scalar unit up, blocks, buffers
    kPipe,  // and every instruction
    kFull,  // and the GM addresses it touches, and each transfer as the memory system saw it
};

// "off", "sync", "pipe", "full".
std::string_view name_of(TraceLevel level);
std::optional<TraceLevel> parse_trace_level(std::string_view name);

// Cycles [begin, end) since the launch.
struct Window {
    std::int64_t begin = 0;
    std::int64_t end = INT64_MAX;

    bool all() const { return begin <= 0 && end == INT64_MAX; }
    bool touches(std::int64_t from, std::int64_t to) const { return from < end && to >= begin; }
};

// "1000:5000", "1000:", ":5000"; Error(kUsage) with the option's name otherwise.
Window parse_window(const std::string& text, const std::string& option);

}  // namespace davsim::traces
