// SPDX-License-Identifier: Apache-2.0
#include "sim/session/session_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <limits>
#include <vector>

#include "sim/base/error.h"
#include "sim/config/listing.h"
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
    throw Error(Fault::kConfig, fmt::format("{}: '{}', allowed are off, sync, pipe and full",
                                            environment::kTrace, text));
}

std::uint64_t number(const char* name, const std::string& text, std::uint64_t largest) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc() && end == text.data() + text.size() && value <= largest) return value;
    throw Error(Fault::kConfig,
                fmt::format("{}: '{}', allowed is a whole number up to {}", name, text, largest));
}

std::optional<SyncMode> sync_mode() {
    const std::string text = variable(environment::kSync);
    if (text.empty()) return std::nullopt;
    if (const auto mode = parse_sync_mode(text)) return mode;
    throw Error(Fault::kConfig,
                fmt::format("{}: '{}', allowed are auto and manual", environment::kSync, text));
}

}  // namespace

SessionOptions options_from_environment() {
    SessionOptions options;
    const LoadedConfig soc =
        load_soc(variable(environment::kSoc, kDefaultSoc), split(variable(environment::kSet), ';'));
    options.config = soc.config;
    options.output = variable(environment::kOutput);
    options.trace.level = trace_level();
    options.trace.formats = traces::parse_formats(
        variable(environment::kTraceFormat, kDefaultTraceFormat), environment::kTraceFormat);
    if (options.trace.level != traces::TraceLevel::kOff) options.hardware = show_json(soc);
    options.max_cycles =
        number(environment::kMaxCycles, variable(environment::kMaxCycles, kDefaultMaxCycles),
               std::numeric_limits<std::int64_t>::max());
    options.sync = sync_mode();
    const std::string seed = variable(environment::kJitter);
    if (!seed.empty()) {
        options.jitter_seed =
            number(environment::kJitter, seed, std::numeric_limits<std::uint64_t>::max());
    }
    options.checks = checks::CheckSet::parse(
        environment::kCheck, variable(environment::kCheck, checks::CheckSet::standard().text()));
    const std::string suppressions = variable(environment::kSuppressions);
    if (!suppressions.empty()) options.suppressions = checks::Suppressions::read(suppressions);
    options.command = variable(environment::kCommand);
    return options;
}

}  // namespace davsim
