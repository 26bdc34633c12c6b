// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is recorded of a run, and what becomes of it.

#include <cstdint>
#include <vector>

#include "traces/export/formats.h"
#include "traces/trace_level.h"

namespace davsim {

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

}  // namespace davsim
