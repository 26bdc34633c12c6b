// SPDX-License-Identifier: Apache-2.0
#pragma once
// Says what limits a launch: the resource whose own time comes closest to the launch's span, or, if
// none does, the lack of work in parallel. A roofline with pipes beside the memories.

#include <string>
#include <vector>

#include "sim/views/launch_statistics.h"

namespace davsim {

// Sustainable rates of the SoC in bytes a core cycle, all cores together (config sections hbm and
// l2).
struct MemoryRates {
    double hbm_read = 0;
    double hbm_write = 0;
    double hbm_mixed = 0;  // about half reads, half writes
    double l2_read = 0;
    double l2_write = 0;
    // Bytes that may still be on their way to HBM when a launch ends: they bound nothing.
    std::uint64_t unfinished_writes = 0;
};

enum class Limit { kHbm, kL2, kMte2, kMte3, kVector, kScalar, kLatency, kNothing };

// "HBM", "L2", "MTE2", "MTE3", "V", "S", "latency", "nothing".
std::string_view name_of(Limit limit);

struct Bound {
    Limit limit = Limit::kNothing;
    double share = 0;  // of the span that this resource needs at its full rate
    std::string text;  // one line for people

    struct Candidate {
        Limit limit = Limit::kNothing;
        double share = 0;
    };
    std::vector<Candidate> candidates;  // every resource, in the order of the enum
    Cycles roofline;                    // no run of this traffic can be shorter
};

// Rates of 0 leave a memory out.
Bound analyse_bound(const LaunchStatistics& statistics, const MemoryRates& rates);

}  // namespace davsim
