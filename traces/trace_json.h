// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a recorded launch as trace.json, in the dialect that MindStudio Insight ("operator
// simulation"), Perfetto and chrome://tracing all read: one process a vector core, one lane a pipe,
// flags with arrows, memory traffic as counters. Times are microseconds on a grid of whole
// nanoseconds; exact cycles stand in the arguments. The file depends on the launch only, so two
// runs give the same bytes.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "traces/recorder.h"

namespace davsim::traces {

struct TraceMetadata {
    int vector_per_core = 1;  // vector cores an AI core, for the names of processes
    // Remarks at the end of the file: version, SoC, seed, ... in this order.
    std::vector<std::pair<std::string, std::string>> remarks;
};

// Error(kUsage) when the file cannot be written.
void write_trace_json(TraceRecorder& recorder, const TraceMetadata& metadata,
                      const std::string& path);

}  // namespace davsim::traces
