// SPDX-License-Identifier: Apache-2.0
#pragma once
// summary.json: the report for programs. Keys only ever get added.

#include <string>

#include "sim/run/run_report.h"

namespace davsim {

// A JSON object, indented, with a final newline. NaN and infinities of the comparison, which
// JSON lacks, become the texts "nan", "inf" and "-inf".
//
// `instructions` counts what went through the pipes: the sum of `instructions` (work) and `syncs`
// (flags and barriers) of all entries of `pipes`.
std::string summary_json(const RunReport& report);

}  // namespace davsim
