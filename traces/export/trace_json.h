// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes trace.json files from a store, in the dialect that MindStudio Insight ("operator
// simulation"), Perfetto and chrome://tracing all read: one file of all cores, with a process a
// vector core and a lane a pipe, and one file a core, with a process a pipe. Flags have arrows,
// memory traffic is drawn as counters. Times are microseconds on a grid of whole nanoseconds; exact
// cycles stand in the arguments. The files depend on the launch only, so two runs give the same
// bytes.

#include <string>

#include "traces/export/export_options.h"

namespace davsim::traces {

// folder/trace.json and folder/core<N>.veccore<M>/trace.json; folders are made. Error(kUsage) when
// a file cannot be written, or when there are more events than the options allow and they do not
// allow to cut.
ExportReport export_trace_json(const StoreReader& store, const ExportOptions& options,
                               const std::string& folder);

}  // namespace davsim::traces
