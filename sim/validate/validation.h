// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs the probes of measured rows through the simulator, each SoC in a process of its own (one
// device a process), and compares.

#include <optional>
#include <string>
#include <vector>

#include "sim/validate/score.h"

namespace davsim {

struct ValidationRequest {
    std::string data;                    // CSV file; empty: the shipped one
    std::optional<std::string> soc;      // SoC or file to simulate; none: each row on its own SoC
    std::optional<std::string> rows_of;  // with `soc`: take the rows of this SoC
    std::vector<std::string> sets;       // overrides of config keys, for every SoC
    std::vector<std::string> groups;     // only these; empty: all
    int every = 1;                       // only every n-th row of a group
};

// In the order of the file. Must be called before the process touches SystemC. Throws Error(kUsage)
// when no row is left or a row makes no sense, and what the simulator throws.
std::vector<ValidatedRow> validate(const ValidationRequest& request);

}  // namespace davsim
