// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of cores and the choice of some of them. The vendor counts AI cores; each has a cube core
// and vector cores, and it is these that davsim simulates.

#include <string>
#include <vector>

namespace davsim::traces {

// Vector core 5 of a SoC with 2 vector cores an AI core: "core2.veccore1".
std::string core_name(int core, int vector_per_core);
// Three places an AI core: the cube's, then its vector cores'.
int core_sort_index(int core, int vector_per_core);

// "0|3": AI cores 0 and 3 with all their vector cores; "core0.veccore1" is one vector core. The
// indices of the vector cores, ascending. Error(kUsage) with the option's name otherwise.
std::vector<int> parse_cores(const std::string& text, int cores, int vector_per_core,
                             const std::string& option);

}  // namespace davsim::traces
