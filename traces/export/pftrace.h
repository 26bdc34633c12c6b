// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes trace.pftrace, Perfetto's own format, for traces that are too long for JSON: a process a
// vector core, a track a lane, flags as flows, memory traffic as counters. Names and details stand
// in the file once a lane.

#include <string>

#include "traces/export/export_options.h"

namespace davsim::traces {

// folder/trace.pftrace (.gz with the gzip option). Error(kUsage) when it cannot be written.
ExportReport export_pftrace(const StoreReader& store, const ExportOptions& options,
                            const std::string& folder);

}  // namespace davsim::traces
