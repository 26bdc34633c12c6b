// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the detectors' findings to the report of a run and its files.

#include "sim/checks/checker.h"
#include "sim/run/result_folder.h"
#include "sim/run/run_report.h"

namespace davsim {

// hazards.json: marks the folder of a launch that hazards ended as complete.
inline constexpr const char* kHazardsFile = "hazards.json";

// Asks for source lines: while the kernel's code is loaded.
void collect_hazards(const checks::Checker& checker, const checks::Suppressions& suppressions,
                     RunReport& report);

// hazards.txt, hazards.json and hazards.sarif, when there is something to tell or `always`.
// Error(kUsage) when they cannot be written.
void write_hazard_files(const ResultFolder& folder, bool always, RunReport& report);

}  // namespace davsim
