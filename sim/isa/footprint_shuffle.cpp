// SPDX-License-Identifier: Apache-2.0
// Footprints of instructions that rearrange elements, and of moves between UB and a register. What
// an offset reaches is known when it is read only: the region is the tensor that it points into.
#include <array>

#include "sim/isa/vector_region.h"

namespace davsim {
namespace {

constexpr std::uint64_t kBitsPerByte = 8;
constexpr std::uint64_t kOffsetBytes = 4;

Region plain(std::uint32_t base, std::uint64_t bytes) {
    Region region;
    region.base = base;
    region.bytes = bytes;
    return region;
}

// All repeats consume offsets one after another, a lane each.
Region offsets(const Instruction& ins, const RepeatShape& shape) {
    return plain(ins.vec.src1.addr, shape.total(lanes_per_repeat(ins)) * kOffsetBytes);
}

Footprint gather_footprint(const Instruction& ins) {
    const RepeatShape shape = repeat_shape(ins);
    Footprint footprint;
    if (shape.repeats == 0) return footprint;
    add_read(footprint, plain(ins.vec.src0.addr, ins.vec.span), Operand::kSrc0);
    add_read(footprint, offsets(ins, shape), Operand::kSrc1);
    add_write(footprint, operand_region(ins.vec.dst, shape));
    return footprint;
}

Footprint scatter_footprint(const Instruction& ins) {
    const RepeatShape shape = repeat_shape(ins);
    Footprint footprint;
    if (shape.repeats == 0) return footprint;
    add_read(footprint, operand_region(ins.vec.src0, shape), Operand::kSrc0);
    add_read(footprint, offsets(ins, shape), Operand::kSrc1);
    add_write(footprint, plain(ins.vec.dst.addr, ins.vec.span));
    return footprint;
}

Footprint gather_block_footprint(const Instruction& ins) {
    const VectorPayload& vec = ins.vec;
    Footprint footprint;
    if (vec.repeat == 0) return footprint;
    add_read(footprint, plain(vec.src0.addr, vec.span), Operand::kSrc0);
    add_read(footprint,
             plain(vec.src1.addr, std::uint64_t{vec.repeat} * kBlocksPerRepeat * kOffsetBytes),
             Operand::kSrc1);
    const std::uint64_t lanes = kRepeatBytes / size_of(vec.dst.dtype);
    VectorOperand dst = vec.dst;
    if (dst.blk_stride == 0) dst.blk_stride = 1;  // this instruction takes 0 for 1
    add_write(footprint, operand_region(dst, {vec.repeat, lanes, lanes}));
    return footprint;
}

Footprint gather_mask_footprint(const Instruction& ins) {
    const VectorPayload& vec = ins.vec;
    const RepeatShape shape = repeat_shape(ins);
    Footprint footprint;
    if (shape.repeats == 0) return footprint;
    add_read(footprint, operand_region(vec.src0, shape), Operand::kSrc0);
    if (vec.variant == 0) {  // the pattern is a tensor of bits
        const std::uint64_t bytes = (shape.full + kBitsPerByte - 1) / kBitsPerByte;
        Region pattern = plain(vec.src1.addr, bytes);
        if (shape.repeats > 1) {
            pattern.stride = static_cast<std::int64_t>(vec.src1.rep_stride * kBlockBytes);
            pattern.count = shape.repeats;
        }
        add_read(footprint, pattern, Operand::kSrc1);
    }
    add_write(footprint, plain(vec.dst.addr, kept_elements(ins) * size_of(vec.dst.dtype)));
    return footprint;
}

Footprint interleave_footprint(const Instruction& ins) {
    const RepeatShape shape = repeat_shape(ins);
    Footprint footprint;
    if (shape.repeats == 0) return footprint;
    add_read(footprint, operand_region(ins.vec.src0, shape), Operand::kSrc0);
    add_read(footprint, operand_region(ins.vec.src1, shape), Operand::kSrc1);
    add_write(footprint, operand_region(ins.vec.dst, shape));
    add_write(footprint, operand_region(ins.vec.aux, shape), Operand::kAux);
    return footprint;
}

}  // namespace

std::uint64_t kept_elements(const Instruction& ins) {
    const RepeatShape shape = repeat_shape(ins);
    const std::uint64_t elements = shape.full;
    // Pattern 1, 2: positions 0, 1 of two; 3..6: positions 0..3 of four; others: all.
    static constexpr std::array<std::uint64_t, 7> kPeriod = {1, 2, 2, 4, 4, 4, 4};
    static constexpr std::array<std::uint64_t, 7> kPosition = {0, 0, 1, 0, 1, 2, 3};
    const std::size_t pattern = ins.vec.variant < kPeriod.size() ? ins.vec.variant : 0U;
    const std::uint64_t period = kPeriod[pattern];
    return shape.repeats * ((elements + period - 1 - kPosition[pattern]) / period);
}

Footprint shuffle_footprint(const Instruction& ins) {
    Footprint footprint;
    switch (ins.opcode) {
        case Opcode::kGather: return gather_footprint(ins);
        case Opcode::kGatherBlock: return gather_block_footprint(ins);
        case Opcode::kScatter: return scatter_footprint(ins);
        case Opcode::kGatherMask: return gather_mask_footprint(ins);
        case Opcode::kInterleave:
        case Opcode::kDeInterleave: return interleave_footprint(ins);
        case Opcode::kSetCompareMask:
            add_read(footprint, plain(ins.vec.src0.addr, kCompareMaskBytes), Operand::kSrc0);
            return footprint;
        case Opcode::kGetCompareMask:
            add_write(footprint, plain(ins.vec.dst.addr, kCompareMaskBytes));
            return footprint;
        default: return footprint;
    }
}

}  // namespace davsim
