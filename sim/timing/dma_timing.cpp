// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/dma_timing.h"

#include <algorithm>
#include <cmath>

namespace davsim {
namespace {

Cycles rounded_up(double cycles) {
    return Cycles(static_cast<std::int64_t>(std::ceil(cycles)));
}

}  // namespace

bool DmaTiming::aligned(const DmaPayload& dma) const {
    const auto align = static_cast<std::uint64_t>(config_.align_bytes);
    if (dma.gm % align != 0) return false;
    return dma.bursts <= 1 ||
           (dma.burst_bytes + static_cast<std::uint64_t>(dma.gm_gap)) % align == 0;
}

DmaCost DmaTiming::cost(const DmaPathConfig& path, const DmaPayload& dma,
                        std::uint64_t missing_lines, const L2Tags::Result& lines,
                        double factor) const {
    const double bytes = static_cast<double>(dma.burst_bytes) * dma.bursts;
    const double share =
        lines.lines == 0 ? 0.0
                         : static_cast<double>(missing_lines) / static_cast<double>(lines.lines);
    const double misalignment = aligned(dma) ? 1.0 : config_.unaligned_factor;
    const double moving =
        (bytes * (1.0 - share) / path.hit_rate + bytes * share * misalignment / path.miss_rate) *
        factor;
    const double bursts = dma.bursts * config_.burst_cost;
    DmaCost result;
    result.stream = std::max(Cycles(config_.issue_cost), rounded_up(std::max(moving, bursts)));
    result.latency = Cycles(missing_lines > 0 ? path.miss_latency : path.hit_latency);
    result.least = Cycles(missing_lines > 0 ? path.miss_least : path.hit_least);
    return result;
}

DmaCost DmaTiming::load(const DmaPayload& dma, const L2Tags::Result& lines,
                        std::uint64_t line_bytes) const {
    const std::uint64_t missing = lines.lines - lines.hits;
    DmaCost result = cost(config_.load, dma, missing, lines, 1.0);
    const double factor = aligned(dma) ? 1.0 : config_.unaligned_factor;
    result.hbm_bytes =
        static_cast<std::uint64_t>(static_cast<double>(missing * line_bytes) * factor);
    return result;
}

DmaCost DmaTiming::store(const DmaPayload& dma, const L2Tags::Result& lines,
                         std::uint64_t line_bytes) const {
    // Write-allocate without a fill: a store misses L2 only when it passes it by.
    const double factor = dma.atomic == AtomicOp::kNone ? 1.0 : config_.atomic_factor;
    const std::uint64_t missing = dma.bypass_l2 ? lines.lines - lines.hits : 0;
    DmaCost result = cost(config_.store, dma, missing, lines, factor);
    result.hbm_bytes = missing * line_bytes;
    return result;
}

Cycles DmaTiming::shortest(bool is_store) const {
    const DmaPathConfig& path = is_store ? config_.store : config_.load;
    const Cycles least(std::min(path.hit_least, path.miss_least));
    return std::max(least, Cycles(config_.issue_cost) + shortest_latency(is_store));
}

Cycles DmaTiming::shortest_latency(bool is_store) const {
    const DmaPathConfig& path = is_store ? config_.store : config_.load;
    return Cycles(std::min(path.hit_latency, path.miss_latency));
}

}  // namespace davsim
