// SPDX-License-Identifier: Apache-2.0
#pragma once
// `davsim run-app`: runs a program on a simulated SoC and sums up its launches.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/session/launch_index.h"

namespace davsim {

struct AppRequest {
    std::vector<std::string> command;  // program and arguments
    std::string soc;
    std::vector<std::string> sets;      // key.path=value
    std::optional<std::string> output;  // default: davsim-out/<program>-<n>
    std::string trace_level = "pipe";
    std::string trace_formats;  // as davsim run --trace-format; empty: kDefaultTraceFormat
    std::uint64_t max_cycles = 0;
    std::string sync;          // auto, manual; empty: what each kernel was written for
    std::string jitter;        // seed; empty: none
    std::string check;         // as davsim run --check; empty: as there
    std::string suppressions;  // file; empty: none
    std::string typed;         // the command line, for the summaries
};

struct AppOutcome {
    int exit_code = 0;   // of the program; 128 + signal when one ended it
    std::string output;  // folder of the results
    std::vector<LaunchLine> launches;
    std::uint64_t leaks = 0;  // pieces of device memory that were never freed

    // Of all launches, and leaks.
    std::uint64_t hazards() const;
};

// Error(kUsage) when the program cannot be started or the output folder is not empty.
AppOutcome run_app(const AppRequest& request);

// A table of the launches, one line a launch.
std::string launches_text(const AppOutcome& outcome);

}  // namespace davsim
