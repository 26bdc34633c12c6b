// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sums of a whole launch from its store. They are of everything that happened, also where only a
// window or some cores were recorded.

#include <cstdint>
#include <vector>

#include "traces/store/store_reader.h"

namespace davsim::traces {

struct CoreTotals {
    int core = 0;
    std::uint32_t blocks = 0;
    std::int64_t active = 0;  // begin to end of its blocks
    BlockUse use;             // all blocks added; begin of the first, end of the last
};

struct Totals {
    std::int64_t span = 0;
    std::vector<CoreTotals> cores;  // that ran a block, by index
    BlockUse all;

    double share(std::int64_t cycles) const {
        return span <= 0 ? 0.0 : static_cast<double>(cycles) / static_cast<double>(span);
    }
    // Mean over the cores of busy / span.
    double busy_share(Pipe pipe) const;
    // Of a pipe on all cores, by cause.
    std::int64_t waited(Pipe pipe, StallCause cause) const {
        return all.pipe(pipe).waited[static_cast<std::size_t>(cause)];
    }
    std::int64_t longest_active() const;
    double mean_active() const;
};

Totals totals_of(const StoreReader& store);

}  // namespace davsim::traces
