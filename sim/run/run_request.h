// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything that decides a run, as the command line or a program asks for it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/runtime/operator.h"
#include "traces/export/formats.h"
#include "traces/trace_level.h"

namespace davsim {

// What is recorded of a run, and what becomes of it.
struct TraceRequest {
    traces::TraceLevel level = traces::TraceLevel::kPipe;
    traces::Window window;
    std::vector<int> only_cores;  // vector cores; empty: all
    std::vector<traces::Format> formats = {traces::Format::kJson, traces::Format::kCsv,
                                           traces::Format::kHtml};
    std::uint64_t max_events = 1000000;  // of trace.json
    bool gzip = false;
    bool cycles = false;  // trace.json draws a cycle as a nanosecond
};

struct RunRequest {
    std::string op;
    SocConfig config;
    std::string command;   // as typed, for the summary
    std::string hardware;  // the config with origins as JSON, for reports; may be empty

    std::optional<std::string> case_folder;  // takes the place of `problem` and `seed`
    ProblemSpec problem;                     // with a case folder, only output_mask counts
    std::uint64_t seed = 1;

    TilingOverrides tiling;
    std::optional<std::string> output;
    TraceRequest trace;
    std::uint64_t max_cycles = 0;  // 0: no limit
    bool warm_l2 = false;          // the inputs are in L2 when the kernel starts
};

}  // namespace davsim
