// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an API call to one transfer instruction: checks of the UB side, atomic mode, issue. The GM
// side is checked by the device, which knows the allocations.

#include <cstdint>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/global_tensor.h"
#include "sim/ascendc/api/local_tensor.h"

namespace AscendC {
namespace detail {

inline void check_element(const char* api, const char* name, std::uint64_t address,
                          std::size_t bytes) {
    if ((address & (bytes - 1)) != 0) refuse_alignment(api, name, address, bytes);
}

// The bursts of a transfer in UB.
inline void check_bursts(const char* api, const char* name, std::uint64_t begin,
                         const davsim::DmaPayload& dma, std::uint64_t burst_bytes,
                         std::int64_t gap) {
    const std::uint64_t rounded = ub_extent(dma, burst_bytes);
    const std::uint64_t bursts_before = dma.bursts == 0 ? 0 : dma.bursts - 1;
    const std::uint64_t size = dma.bursts == 0 ? 0 : rounded;
    const std::uint64_t step = rounded + static_cast<std::uint64_t>(gap);
    std::uint64_t bytes = bursts_before * step + size;
    if (dma.runs == davsim::UbRuns::kFilled) bytes = davsim::whole_blocks(bytes);
    check_ub(api, name, begin, begin + bytes,
             dma.runs == davsim::UbRuns::kPacked ? 1 : davsim::kBlockBytes);
}

inline void issue_transfer(davsim::Opcode opcode, davsim::Pipe pipe, const davsim::DmaPayload& dma,
                           const void* site) {
    davsim::Instruction instruction;
    instruction.opcode = opcode;
    instruction.pipe = pipe;
    instruction.dtype = dma.dtype;
    instruction.site = site;
    instruction.dma = dma;
    core().issue(instruction);
}

// One transfer for every position of the loops that SetLoopModePara set around it.
template <class Issue>
void in_loops(const davsim::TransferLoops& loops, davsim::DmaPayload dma, bool to_ub,
              const Issue& issue) {
    if constexpr (!kIs950) return issue(dma);
    const std::uint64_t gm = dma.gm;
    const std::uint64_t ub = dma.ub;
    for (std::uint64_t outer = 0; outer < loops.outer; ++outer) {
        for (std::uint64_t inner = 0; inner < loops.inner; ++inner) {
            const std::uint64_t src = outer * loops.outer_src + inner * loops.inner_src;
            const std::uint64_t dst = outer * loops.outer_dst + inner * loops.inner_dst;
            dma.gm = gm + (to_ub ? src : dst);
            dma.ub = static_cast<std::uint32_t>(ub + (to_ub ? dst : src));
            issue(dma);
        }
    }
}

inline void issue_load(const char* api, const davsim::DmaPayload& transfer, const void* site) {
    in_loops(core().registers.load_loops, transfer, true, [&](const davsim::DmaPayload& dma) {
        check_bursts(api, "dst", dma.ub, dma, padded_burst(dma), dma.ub_gap);
        issue_transfer(davsim::Opcode::kLoadGm, davsim::Pipe::kMte2, dma, site);
    });
}

inline void issue_store(const char* api, davsim::DmaPayload transfer, const void* site) {
    const davsim::CoreRegisters& registers = core().registers;
    transfer.atomic = registers.atomic;
    if (transfer.atomic != davsim::AtomicOp::kNone) transfer.dtype = registers.atomic_type;
    in_loops(registers.store_loops, transfer, false, [&](const davsim::DmaPayload& dma) {
        check_bursts(api, "src", dma.ub, dma, dma.burst_bytes, dma.ub_gap);
        issue_transfer(davsim::Opcode::kStoreGm, davsim::Pipe::kMte3, dma, site);
    });
}

inline void issue_move(const char* api, const davsim::DmaPayload& dma, const void* site) {
    check_bursts(api, "src", dma.gm, dma, dma.burst_bytes, dma.gm_gap);
    check_bursts(api, "dst", dma.ub, dma, dma.burst_bytes, dma.ub_gap);
    issue_transfer(davsim::Opcode::kMoveUb, davsim::Pipe::kV, dma, site);
}

}  // namespace detail
}  // namespace AscendC
