// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>

#include "sim/exec/exec.h"
#include "sim/exec/kernel.h"

namespace davsim::exec {
namespace {

// `bytes` of the repeated padding element; a cut element at the end keeps its low bytes.
void fill(std::uint8_t* at, std::size_t bytes, const std::uint8_t* element,
          std::size_t element_bytes) {
    for (std::size_t i = 0; i < bytes; i += element_bytes) {
        std::memcpy(at + i, element, std::min(element_bytes, bytes - i));
    }
}

// The opcode whose arithmetic an atomic store uses.
Opcode arithmetic_of(AtomicOp op) {
    if (op == AtomicOp::kMax) return Opcode::kMax;
    return op == AtomicOp::kMin ? Opcode::kMin : Opcode::kAdd;
}

}  // namespace

void run_load(const DmaPayload& dma, const std::uint8_t* gm, std::uint8_t* ub) {
    const std::size_t element = size_of(dma.dtype);
    const std::size_t left = dma.left_pad * element;
    const std::size_t whole = ub_extent(dma, padded_burst(dma));
    if (dma.bursts == 0 || whole == 0 || (dma.burst_bytes == 0 && dma.runs != UbRuns::kPacked))
        return;
    const std::size_t total = std::size_t{dma.burst_bytes} * dma.bursts;
    const std::size_t rest = dma.runs == UbRuns::kFilled ? whole_blocks(total) - total : 0;
    std::array<std::uint8_t, sizeof(dma.pad_bits)> pad;
    std::memcpy(pad.data(), &dma.pad_bits, pad.size());
    if (rest != 0) {
        if (!dma.pad_value_given)
            std::memcpy(pad.data(), gm, std::min<std::size_t>(element, dma.burst_bytes));
        fill(ub + total, rest, pad.data(), element);
    }
    if (whole == dma.burst_bytes && dma.gm_gap == 0 && dma.ub_gap == 0) {
        std::memcpy(ub, gm, total);
        return;
    }
    for (std::uint32_t burst = 0; burst < dma.bursts; ++burst) {
        if (!dma.pad_value_given)
            std::memcpy(pad.data(), gm, std::min<std::size_t>(element, dma.burst_bytes));
        std::uint8_t* data = ub + left;
        if (left > 0) fill(ub, left, pad.data(), element);
        std::memcpy(data, gm, dma.burst_bytes);
        fill(data + dma.burst_bytes, whole - left - dma.burst_bytes, pad.data(), element);
        gm += static_cast<std::int64_t>(dma.burst_bytes) + dma.gm_gap;
        ub += whole + dma.ub_gap;
    }
}

void run_store(const DmaPayload& dma, const std::uint8_t* ub, std::uint8_t* gm) {
    if (dma.burst_bytes == 0 || dma.bursts == 0) return;
    const std::size_t ub_step = ub_extent(dma, dma.burst_bytes) + dma.ub_gap;
    const std::int64_t gm_step = static_cast<std::int64_t>(dma.burst_bytes) + dma.gm_gap;
    const bool dense = ub_step == dma.burst_bytes && dma.gm_gap == 0;
    const std::size_t bytes = dense ? std::size_t{dma.burst_bytes} * dma.bursts : dma.burst_bytes;
    const std::uint32_t bursts = dense ? 1 : dma.bursts;
    Kernel combine = nullptr;
    if (dma.atomic != AtomicOp::kNone)
        combine = binary_kernel(arithmetic_of(dma.atomic), dma.dtype);
    Run run;
    run.count = bytes / size_of(dma.dtype);
    for (std::uint32_t burst = 0; burst < bursts; ++burst, ub += ub_step, gm += gm_step) {
        if (combine == nullptr) {
            std::memcpy(gm, ub, bytes);
            continue;
        }
        run.dst = gm;
        run.src0 = gm;
        run.src1 = ub;
        combine(run);
    }
}

void run_move(const DmaPayload& dma, const std::uint8_t* source, std::uint8_t* ub) {
    const std::size_t ub_step = ub_extent(dma, dma.burst_bytes) + dma.ub_gap;
    for (std::uint32_t burst = 0; burst < dma.bursts; ++burst) {
        std::memmove(ub, source, dma.burst_bytes);
        ub += ub_step;
        source += static_cast<std::int64_t>(dma.burst_bytes) + dma.gm_gap;
    }
}

}  // namespace davsim::exec
