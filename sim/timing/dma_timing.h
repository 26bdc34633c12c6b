// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one transfer costs its own core when nobody else uses the memory: a latency and a streaming
// time.
//
//   stream  = max(dma.issue_cost, hit bytes / hit rate + miss bytes / miss rate, bursts x burst
//   cost)
//   whole   = max(least, stream + latency), both of a hit, or of a miss if any line misses
//
// A burst that crosses lines and does not begin at a multiple of dma.align_bytes takes the time of
// dma.unaligned_lines more L2 lines in HBM and on the way from there.
// The stream holds the pipe; the latency does so only for transfers of more than dma.overlap_bytes.
// What the shared levels add comes from SharingServer. Driven by config section `dma`; the form
// (latency + bytes/rate) and its figures are fits named there.

#include "sim/base/units.h"
#include "sim/config/soc_config.h"
#include "sim/isa/instruction.h"
#include "sim/timing/l2_tags.h"

namespace davsim {

struct DmaCost {
    Cycles stream;
    Cycles latency;
    Cycles least;                 // from start to completion
    std::uint64_t hbm_bytes = 0;  // demand on HBM of the missing lines, misalignment included
};

class DmaTiming {
public:
    DmaTiming(const DmaConfig& config, std::int64_t line_bytes)
        : config_(config), line_bytes_(static_cast<std::uint64_t>(line_bytes)) {}

    // `lines` is what the L2 walk of this transfer found.
    DmaCost load(const DmaPayload& dma, const L2Tags::Result& lines) const;
    DmaCost store(const DmaPayload& dma, const L2Tags::Result& lines) const;

    // Cycles of its bytes at the best rate of this direction.
    Cycles ideal(std::uint64_t bytes, bool is_store) const;

    // No transfer of this direction completes sooner after its start.
    Cycles shortest(bool is_store) const;
    // Nor sooner than this after the end of its stream.
    Cycles shortest_latency(bool is_store) const;

private:
    DmaCost cost(const DmaPathConfig& path, const DmaPayload& dma, std::uint64_t missing_lines,
                 const L2Tags::Result& lines, double factor) const;
    double misalignment(const DmaPayload& dma) const;

    DmaConfig config_;
    std::uint64_t line_bytes_;
};

}  // namespace davsim
