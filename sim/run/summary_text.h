// SPDX-License-Identifier: Apache-2.0
#pragma once
// The report for people: at most 25 lines of plain text, verdict first, files last.

#include <string>

#include "sim/run/run_report.h"

namespace davsim {

std::string summary_text(const RunReport& report);

}  // namespace davsim
