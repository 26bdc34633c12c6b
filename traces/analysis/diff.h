// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where two runs differ: another tiling, another SoC, another kernel. Figures are of one core, the
// mean of those that worked, in nanoseconds, because clocks may differ.

#include <string>
#include <vector>

#include "traces/store/store_reader.h"

namespace davsim::traces {

struct Difference {
    std::string group;  // "pipe", "wait", "line", "memory"
    std::string what;   // "V busy", "MTE2 waits for flag", "gn.h:210", ...
    double a = 0;
    double b = 0;

    double change() const { return b - a; }
};

struct Differences {
    double ns_a = 0;  // the launches
    double ns_b = 0;
    std::vector<Difference> entries;  // largest change first; memory (in bytes) last
};

Differences differences(const StoreReader& a, const StoreReader& b);

}  // namespace davsim::traces
