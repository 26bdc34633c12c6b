// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far simulated figures are from measured ones.

#include <string>
#include <vector>

#include "sim/validate/measured_rows.h"

namespace davsim {

struct ValidatedRow {
    MeasuredRow row;
    double simulated = 0;
    // (simulated - measured) / measured
    double error() const { return (simulated - row.measured) / row.measured; }
};

struct Score {
    std::string group;
    std::size_t rows = 0;
    double mean_abs = 0;    // MAPE, as a fraction
    double median_abs = 0;  // of the absolute relative errors
    double bias = 0;        // mean signed error
    double within_10 = 0;   // shares of rows
    double within_15 = 0;
    double within_20 = 0;
    double within_30 = 0;
    double spearman = 0;  // rank correlation; 1 for fewer than two rows
};

Score score_of(const std::string& group, const std::vector<ValidatedRow>& rows);

// One score a group, in order of appearance.
std::vector<Score> scores_of(const std::vector<ValidatedRow>& rows);

}  // namespace davsim
