// SPDX-License-Identifier: Apache-2.0
#pragma once
// The profiler's CSV files: its names and columns first and unchanged, then davsim's own; NA where
// the model has no value. A row of the first seven files is a block.
//
//   OpBasicInfo PipeUtilization ArithmeticUtilization Memory MemoryUB L2Cache ResourceConflictRatio
//   simulator/<core>/<core>_instr_exe.csv and _code_exe.csv
//
// Source of names and columns: the vendor's open profiler (msopprof), its CSV headers of the 910B.

#include <string>

#include "traces/export/export_options.h"

namespace davsim::traces {

// Error(kUsage) when a file cannot be written.
ExportReport export_csv(const StoreReader& store, const ExportOptions& options,
                        const std::string& folder);

}  // namespace davsim::traces
