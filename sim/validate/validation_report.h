// SPDX-License-Identifier: Apache-2.0
#pragma once
// A validation as text, JSON and CSV.

#include <string>
#include <vector>

#include "sim/validate/score.h"

namespace davsim {

// One line a group.
std::string validation_text(const std::vector<Score>& scores);

// {"davsim": version, "groups": [{"group", "rows", "mape", "median_error", "bias", ...}]}; shares
// and errors are fractions.
std::string validation_json(const std::vector<Score>& scores, const std::string& version);

// Every row: group, soc, probe, params, quantity, measured, simulated, error, unit, source.
std::string validation_csv(const std::vector<ValidatedRow>& rows);

}  // namespace davsim
