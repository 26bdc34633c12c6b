// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory traffic over time in bins of equal width, for the counter lanes of a trace. Bins start at
// one microsecond and double when a long launch would need too many of them.

#include <cstdint>
#include <vector>

#include "sim/events/event.h"
#include "traces/store/meta.h"

namespace davsim::traces {

class Throughput {
public:
    explicit Throughput(std::int64_t clock_mhz = 1) : clock_mhz_(clock_mhz) {}

    // Spreads the transfer evenly over its time.
    void add(const TransferEvent& event);

    std::int64_t bin_ns() const { return bin_ns_; }
    const std::vector<ThroughputBin>& bins() const { return bins_; }

private:
    static constexpr std::size_t kMaxBins = 4096;
    static constexpr std::int64_t kFirstBinNs = 1000;

    void widen();

    std::int64_t clock_mhz_;
    std::int64_t bin_ns_ = kFirstBinNs;
    std::vector<ThroughputBin> bins_;
};

}  // namespace davsim::traces
