// SPDX-License-Identifier: Apache-2.0
#pragma once
// Device memory that a program has not freed when it ends: a hazard of the program, not of a
// launch, so its report lies beside the launches' folders.

#include <cstdint>
#include <string>

#include "sim/device/global_memory.h"
#include "sim/session/session_options.h"

namespace davsim {

// Writes hazards.txt, hazards.json and hazards.sarif to the output folder, if there is one,
// memcheck is on and something is left. Error(kUsage) when one cannot be written.
void report_leaks(const SessionOptions& options, const GlobalMemory& memory);

// Leaks that the report in an output folder has; 0 without one.
std::uint64_t count_leaks(const std::string& output);

}  // namespace davsim
