// SPDX-License-Identifier: Apache-2.0
#pragma once
// Short hands that build the instructions of probe kernels.

#include <cstdint>

#include "sim/isa/instruction.h"

namespace davsim {

// One run of bytes, or `bursts` of them with `gm_gap` bytes in between on the GM side.
struct CopyShape {
    std::uint32_t burst_bytes = 0;
    std::uint32_t bursts = 1;
    std::int64_t gm_gap = 0;
    bool bypass_l2 = false;
};

inline Instruction make_copy(Opcode opcode, const std::uint8_t* gm, std::uint32_t ub,
                             const CopyShape& shape) {
    Instruction ins;
    ins.opcode = opcode;
    ins.pipe = info_of(opcode).pipe;
    ins.dtype = DataType::kUint8;
    ins.dma = DmaPayload{};
    ins.dma.gm = reinterpret_cast<std::uint64_t>(gm);
    ins.dma.ub = ub;
    ins.dma.burst_bytes = shape.burst_bytes;
    ins.dma.bursts = shape.bursts;
    ins.dma.gm_gap = shape.gm_gap;
    ins.dma.bypass_l2 = shape.bypass_l2;
    return ins;
}

inline Instruction make_move(std::uint32_t destination, std::uint32_t source, std::uint32_t bytes) {
    Instruction ins = make_copy(Opcode::kMoveUb, nullptr, destination, {bytes});
    ins.dma.gm = source;
    return ins;
}

inline Instruction make_flag(Opcode opcode, Pipe source, Pipe destination, std::uint32_t event) {
    Instruction ins;
    ins.opcode = opcode;
    ins.pipe = opcode == Opcode::kSetFlag ? source : destination;
    ins.sync = SyncPayload{source, destination, static_cast<std::uint8_t>(event)};
    return ins;
}

inline Instruction make_barrier(Pipe pipe) {
    Instruction ins;
    ins.opcode = Opcode::kPipeBarrier;
    ins.pipe = pipe;
    ins.sync = SyncPayload{};
    return ins;
}

}  // namespace davsim
