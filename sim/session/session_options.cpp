// SPDX-License-Identifier: Apache-2.0
#include "sim/session/session_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <limits>
#include <vector>

#include "sim/base/error.h"
#include "sim/config/soc_loader.h"

namespace davsim {
namespace {

std::string variable(const char* name, const std::string& otherwise = {}) {
    const char* value = std::getenv(name);
    return value == nullptr || *value == '\0' ? otherwise : value;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        if (end > begin) parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

traces::TraceLevel trace_level() {
    const std::string text = variable(environment::kTrace, "off");
    if (const auto level = traces::parse_trace_level(text)) return *level;
    throw Error(Fault::kUsage,
                fmt::format("{}: '{}', allowed are off, pipe and full", environment::kTrace, text));
}

std::uint64_t cycle_limit() {
    const std::string text = variable(environment::kMaxCycles, "0");
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
    if (code == std::errc() && end == text.data() + text.size() && value <= kLargest) return value;
    throw Error(Fault::kUsage, fmt::format("{}: '{}', allowed is a number of cycles up to {}",
                                           environment::kMaxCycles, text, kLargest));
}

}  // namespace

SessionOptions options_from_environment() {
    SessionOptions options;
    options.config =
        load_soc(variable(environment::kSoc, kDefaultSoc), split(variable(environment::kSet), ';'))
            .config;
    options.output = variable(environment::kOutput);
    options.trace_level = trace_level();
    options.max_cycles = cycle_limit();
    options.command = variable(environment::kCommand);
    return options;
}

}  // namespace davsim
