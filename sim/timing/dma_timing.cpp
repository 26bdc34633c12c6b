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

// Time of the bursts' missing bytes over that of aligned ones.
double DmaTiming::misalignment(const DmaPayload& dma) const {
    const auto align = static_cast<std::uint64_t>(config_.align_bytes);
    const std::uint64_t pitch = dma.burst_bytes + static_cast<std::uint64_t>(dma.gm_gap);
    if (dma.gm % align == 0 && (dma.bursts <= 1 || pitch % align == 0)) return 1.0;
    // Bursts without a gap are one run.
    const double run = static_cast<double>(dma.burst_bytes) * (dma.gm_gap == 0 ? dma.bursts : 1);
    const bool inside_a_line =
        dma.bursts <= 1 && dma.gm % line_bytes_ + dma.burst_bytes <= line_bytes_;
    if (run <= 0 || inside_a_line) return 1.0;
    return 1.0 + config_.unaligned_lines * static_cast<double>(line_bytes_) / run;
}

DmaCost DmaTiming::cost(const DmaPathConfig& path, const DmaPayload& dma,
                        std::uint64_t missing_lines, const L2Tags::Result& lines,
                        double factor) const {
    const double bytes = static_cast<double>(dma.burst_bytes) * dma.bursts;
    const double share =
        lines.lines == 0 ? 0.0
                         : static_cast<double>(missing_lines) / static_cast<double>(lines.lines);
    const double moving = (bytes * (1.0 - share) / path.hit_rate +
                           bytes * share * misalignment(dma) / path.miss_rate) *
                          factor;
    const double bursts = dma.bursts * config_.burst_cost;
    DmaCost result;
    result.stream = std::max(Cycles(config_.issue_cost), rounded_up(std::max(moving, bursts)));
    result.latency = Cycles(missing_lines > 0 ? path.miss_latency : path.hit_latency);
    result.least = Cycles(missing_lines > 0 ? path.miss_least : path.hit_least);
    return result;
}

DmaCost DmaTiming::load(const DmaPayload& dma, const L2Tags::Result& lines) const {
    const std::uint64_t missing = lines.lines - lines.hits;
    DmaCost result = cost(config_.load, dma, missing, lines, 1.0);
    result.hbm_bytes =
        static_cast<std::uint64_t>(static_cast<double>(missing * line_bytes_) * misalignment(dma));
    return result;
}

DmaCost DmaTiming::store(const DmaPayload& dma, const L2Tags::Result& lines) const {
    // Write-allocate without a fill: a store misses L2 only when it passes it by.
    const double factor = dma.atomic == AtomicOp::kNone ? 1.0 : config_.atomic_factor;
    const std::uint64_t missing = dma.bypass_l2 ? lines.lines - lines.hits : 0;
    DmaCost result = cost(config_.store, dma, missing, lines, factor);
    result.hbm_bytes = missing * line_bytes_;
    return result;
}

Cycles DmaTiming::ideal(std::uint64_t bytes, bool is_store) const {
    const DmaPathConfig& path = is_store ? config_.store : config_.load;
    return rounded_up(static_cast<double>(bytes) / std::max(path.hit_rate, path.miss_rate));
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
