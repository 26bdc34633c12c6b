// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/trace_options.h"

#include <fmt/format.h>

#include <limits>

#include "sim/base/error.h"
#include "sim/run/shape_text.h"
#include "traces/core_choice.h"

namespace davsim {

void add_trace_options(CLI::App& command, TraceOptions& options) {
    command.add_option("--trace-level", options.level, "off, sync, pipe or full")
        ->capture_default_str();
    command
        .add_option("--trace-format", options.formats,
                    "files made of the trace: json, pftrace, csv, html, or none")
        ->capture_default_str();
    // As functions, because an option bound to an optional takes an empty text for an absent one.
    command.add_option_function<std::string>(
        "--trace-window", [&options](const std::string& typed) { options.window = typed; },
        "record only these cycles, BEGIN:END");
    command.add_option_function<std::string>(
        "--core-id", [&options](const std::string& typed) { options.cores = typed; },
        "record only these AI cores, as in \"0|3\"");
    command.add_option("--trace-max-events", options.max_events, "cap of trace.json")
        ->capture_default_str();
    command
        .add_option("--time-unit", options.time_unit,
                    "us: true times; cycle: trace.json draws a cycle as a nanosecond")
        ->capture_default_str();
    command.add_flag("--trace-gzip", options.gzip, "trace.json.gz instead of trace.json")
        ->disable_flag_override();
}

bool draws_cycles(const std::string& time_unit) {
    if (time_unit == "us" || time_unit == "cycle") return time_unit == "cycle";
    throw Error(Fault::kUsage,
                fmt::format("--time-unit: '{}', allowed are us and cycle", time_unit));
}

TraceRequest trace_request(const TraceOptions& options, const SocConfig& config) {
    TraceRequest request;
    const std::optional<traces::TraceLevel> level = traces::parse_trace_level(options.level);
    if (!level) {
        throw Error(Fault::kUsage,
                    fmt::format("--trace-level: '{}', allowed are off, sync, pipe and full",
                                options.level));
    }
    request.level = *level;
    request.formats = traces::parse_formats(options.formats, "--trace-format");
    if (options.window) request.window = traces::parse_window(*options.window, "--trace-window");
    if (options.cores) {
        request.only_cores = traces::parse_cores(*options.cores, config.cores.vector_cores(),
                                                 config.cores.vector_per_core, "--core-id");
    }
    request.max_events = parse_count(options.max_events, "--trace-max-events", 0,
                                     std::numeric_limits<std::uint64_t>::max());
    request.cycles = draws_cycles(options.time_unit);
    request.gzip = options.gzip;
    return request;
}

}  // namespace davsim
