// SPDX-License-Identifier: Apache-2.0
#pragma once
// One simulation from request to result folder: reads or makes the inputs, tiles, launches,
// compares with float64 values, writes outputs/*.npy, simulator/trace.json and summary.json.

#include "sim/run/run_report.h"
#include "sim/run/run_request.h"
#include "sim/views/progress.h"

namespace davsim {

// One call a process (SystemC elaborates once). `progress` may be read by another thread meanwhile.
// Throws Error; then no result folder is left behind. Wrong numerics are no Error: see
// RunReport::pass().
RunReport simulate(const RunRequest& request, ProgressView& progress);

}  // namespace davsim
