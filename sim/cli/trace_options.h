// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options that say what is recorded of a run.

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "sim/run/run_request.h"

namespace davsim {

// As typed.
struct TraceOptions {
    std::string level = "pipe";
    std::string formats = "json,csv,html";
    std::optional<std::string> window;
    std::optional<std::string> cores;
    std::string max_events = std::to_string(TraceRequest{}.max_events);
    std::string time_unit = "us";
    bool gzip = false;
};

// `options` must live as long as the command.
void add_trace_options(CLI::App& command, TraceOptions& options);
TraceRequest trace_request(const TraceOptions& options, const SocConfig& config);

// "us" or "cycle"; true for cycle.
bool draws_cycles(const std::string& time_unit);

}  // namespace davsim
