// SPDX-License-Identifier: Apache-2.0
// Footprints of instructions with a bit a lane: comparisons and selection.
#include "sim/isa/vector_region.h"

namespace davsim {
namespace {

constexpr std::uint64_t kBitsPerByte = 8;

// Every repeat leaves the bits of all its lanes, enabled or not.
Footprint compare_footprint(const Instruction& ins, const RepeatShape& shape) {
    Footprint footprint;
    add_read(footprint, operand_region(ins.vec.src0, shape), Operand::kSrc0);
    if (ins.opcode != Opcode::kCompareScalar) {
        add_read(footprint, operand_region(ins.vec.src1, shape), Operand::kSrc1);
    }
    if (ins.opcode == Opcode::kCompareMask) return footprint;
    Region bits;
    bits.base = ins.vec.dst.addr;
    bits.bytes = std::uint64_t{shape.repeats} * lanes_per_repeat(ins) / kBitsPerByte;
    add_write(footprint, bits);
    return footprint;
}

Footprint select_footprint(const Instruction& ins, const RepeatShape& shape) {
    const auto mode = static_cast<SelectMode>(ins.vec.variant);
    Footprint footprint;
    add_read(footprint, operand_region(ins.vec.src0, shape), Operand::kSrc0);
    if (mode == SelectMode::kRegister || mode == SelectMode::kTensor) {
        add_read(footprint, operand_region(ins.vec.src1, shape), Operand::kSrc1);
    }
    if (mode != SelectMode::kRegister) {
        Region bits;
        bits.base = ins.vec.aux.addr;
        bits.bytes = (shape.total(lanes_per_repeat(ins)) + kBitsPerByte - 1) / kBitsPerByte;
        add_read(footprint, bits, Operand::kSrc2);
    }
    add_write(footprint, operand_region(ins.vec.dst, shape));
    return footprint;
}

}  // namespace

Footprint bits_footprint(const Instruction& ins) {
    const RepeatShape shape = repeat_shape(ins);
    if (shape.repeats == 0) return {};
    return ins.opcode == Opcode::kSelect ? select_footprint(ins, shape)
                                         : compare_footprint(ins, shape);
}

}  // namespace davsim
