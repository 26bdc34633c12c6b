// SPDX-License-Identifier: Apache-2.0
#pragma once
// summary.json: the report for programs. Keys only ever get added.

#include <string>

#include "sim/run/run_report.h"

namespace davsim {

// A JSON object, indented, with a final newline. NaN and infinities, which JSON lacks, become null.
std::string summary_json(const RunReport& report);

}  // namespace davsim
