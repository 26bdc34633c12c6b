// SPDX-License-Identifier: Apache-2.0
#include "traces/throughput.h"

#include <algorithm>

#include "traces/time_grid.h"

namespace davsim::traces {
namespace {

void accumulate(ThroughputBin& bin, const ThroughputBin& amount, double share) {
    bin.read += amount.read * share;
    bin.write += amount.write * share;
    bin.hbm += amount.hbm * share;
    bin.lines += amount.lines * share;
    bin.hits += amount.hits * share;
}

}  // namespace

void Throughput::add(const TransferEvent& event) {
    ThroughputBin amount;
    (event.write ? amount.write : amount.read) = static_cast<double>(event.bytes);
    amount.hbm = static_cast<double>(event.hbm_read + event.hbm_write);
    amount.lines = static_cast<double>(event.line_bytes);
    amount.hits = static_cast<double>(event.hit_bytes);

    const std::int64_t begin = to_ns(event.start.count(), clock_mhz_);
    const std::int64_t end = std::max(begin + 1, to_ns(event.complete.count(), clock_mhz_));
    while (static_cast<std::size_t>((end - 1) / bin_ns_) >= kMaxBins) widen();
    const auto last = static_cast<std::size_t>((end - 1) / bin_ns_);
    if (last >= bins_.size()) bins_.resize(last + 1);
    for (auto bin = static_cast<std::size_t>(begin / bin_ns_); bin <= last; ++bin) {
        const std::int64_t left = static_cast<std::int64_t>(bin) * bin_ns_;
        const std::int64_t inside = std::min(end, left + bin_ns_) - std::max(begin, left);
        accumulate(bins_[bin], amount,
                   static_cast<double>(inside) / static_cast<double>(end - begin));
    }
}

void Throughput::widen() {
    for (std::size_t bin = 0; bin < bins_.size(); bin += 2) {
        ThroughputBin sum = bins_[bin];
        if (bin + 1 < bins_.size()) accumulate(sum, bins_[bin + 1], 1.0);
        bins_[bin / 2] = sum;
    }
    bins_.resize((bins_.size() + 1) / 2);
    bin_ns_ *= 2;
}

}  // namespace davsim::traces
