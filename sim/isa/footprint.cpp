// SPDX-License-Identifier: Apache-2.0
#include "sim/isa/footprint.h"

#include "sim/isa/vector_region.h"

#include <algorithm>
#include <array>

#include "sim/isa/record_footprint.h"

namespace davsim {
namespace {

std::uint32_t mask_lanes(const VectorMask& mask, std::uint32_t lanes) {
    const auto low = lanes >= 64 ? mask.lo : mask.lo & ((std::uint64_t{1} << lanes) - 1);
    const auto high = lanes > 64 ? mask.hi : 0;
    return static_cast<std::uint32_t>(__builtin_popcountll(low) + __builtin_popcountll(high));
}

// Bytes that one repeat of a reduction or broadcast leaves.
std::uint64_t result_bytes(const Instruction& ins) {
    const std::uint64_t size = size_of(ins.vec.dst.dtype);
    switch (ins.opcode) {
        case Opcode::kReduceMax:
        case Opcode::kReduceMin: return extreme_bytes(ins.vec.order, size);
        case Opcode::kReduceBlock:
        case Opcode::kReduceBlockMax:
        case Opcode::kReduceBlockMin: return kBlocksPerRepeat * size;
        case Opcode::kReducePair: return kRepeatBytes / 2;
        case Opcode::kBrcb: return 0;
        default: return size;
    }
}

bool one_result(const Instruction& ins) {
    return ins.opcode == Opcode::kReduceAcc || ins.vec.across_repeats;
}

Region result_region(const Instruction& ins, const RepeatShape& shape) {
    Region region;
    region.base = ins.vec.dst.addr;
    region.bytes = result_bytes(ins);
    if (one_result(ins) || shape.repeats <= 1) return region;
    region.stride = static_cast<std::int64_t>(ins.vec.dst.rep_stride * region.bytes);
    region.count = shape.repeats;
    return region;
}

Footprint brcb_footprint(const Instruction& ins) {
    const VectorPayload& vec = ins.vec;
    Footprint footprint;
    if (vec.repeat == 0) return footprint;
    Region read;
    read.base = vec.src0.addr;
    read.bytes = std::uint64_t{vec.repeat} * kBlocksPerRepeat * size_of(vec.src0.dtype);
    add_read(footprint, read, Operand::kSrc0);
    const RepeatShape shape{vec.repeat, kRepeatBytes / size_of(vec.dst.dtype),
                            kRepeatBytes / size_of(vec.dst.dtype)};
    VectorOperand dst = vec.dst;
    if (dst.blk_stride == 0) dst.blk_stride = 1;  // this instruction takes 0 for 1
    add_write(footprint, operand_region(dst, shape));
    return footprint;
}

// Results of 8 bits fill half of each destination block.
Region dequant_region(const Instruction& ins, RepeatShape shape) {
    VectorOperand dst = ins.vec.dst;
    constexpr std::uint32_t kHalfBlock = kBlockBytes / 2;
    if ((ins.vec.variant & kDequantUpperHalf) != 0) dst.addr += kHalfBlock;
    // The last half block of a repeat ends where a half block ends.
    const auto spread = [](std::uint64_t lanes) {
        return lanes == 0 ? 0 : lanes + (lanes - 1) / kHalfBlock * kHalfBlock;
    };
    shape.full = spread(shape.full);
    shape.last = spread(shape.last);
    return operand_region(dst, shape);
}

Region destination_region(const Instruction& ins, const RepeatShape& shape) {
    if (info_of(ins.opcode).op_class == OpClass::kReduce) return result_region(ins, shape);
    if (ins.opcode == Opcode::kCastDequant && size_of(ins.vec.dst.dtype) == 1)
        return dequant_region(ins, shape);
    return operand_region(ins.vec.dst, shape);
}

// Sources that every lane of a repeat reads alike.
void add_shared_reads(Footprint& footprint, const Instruction& ins) {
    Region region;
    if (ins.opcode == Opcode::kDuplicateFirst) {
        region.base = ins.vec.src0.addr;
        region.bytes = size_of(ins.vec.src0.dtype);
        add_read(footprint, region, Operand::kSrc0);
    }
    if (ins.opcode == Opcode::kCastDequant && (ins.vec.variant & kDequantTable) != 0) {
        region.base = ins.vec.src1.addr;
        region.bytes = kDequantTableBytes;
        add_read(footprint, region, Operand::kSrc1);
    }
}

Footprint lane_footprint(const Instruction& ins) {
    if (ins.opcode == Opcode::kBrcb) return brcb_footprint(ins);
    const OpcodeInfo& info = info_of(ins.opcode);
    Footprint footprint;
    const RepeatShape shape = repeat_shape(ins);
    if (shape.repeats == 0) return footprint;
    if (info.sources > 0 && ins.opcode != Opcode::kDuplicateFirst) {
        add_read(footprint, operand_region(ins.vec.src0, shape), Operand::kSrc0);
    }
    if (info.sources > 1) {
        add_read(footprint, operand_region(ins.vec.src1, shape), Operand::kSrc1);
    }
    add_shared_reads(footprint, ins);
    const Region write = destination_region(ins, shape);
    if (info.accumulates) add_read(footprint, write, Operand::kDst);
    add_write(footprint, write);
    if (ins.opcode == Opcode::kMulFull)
        add_write(footprint, operand_region(ins.vec.aux, shape), Operand::kAux);
    return footprint;
}

Footprint vector_footprint(const Instruction& ins) {
    switch (info_of(ins.opcode).op_class) {
        case OpClass::kCompare:
        case OpClass::kSelect: return bits_footprint(ins);
        case OpClass::kShuffle:
        case OpClass::kRegister: return shuffle_footprint(ins);
        default: return lane_footprint(ins);
    }
}

Region burst_region(Space space, std::uint64_t base, std::uint64_t bytes, std::int64_t gap,
                    std::uint32_t bursts) {
    const std::int64_t stride = static_cast<std::int64_t>(bytes) + gap;
    if (gap == 0) return {space, base, bytes * bursts, 0, 1, Operand::kSrc0};
    return {space, base, bytes, stride, bursts, Operand::kSrc0};
}

Footprint dma_footprint(const Instruction& ins) {
    const DmaPayload& dma = ins.dma;
    Footprint footprint;
    if (dma.bursts == 0 || (dma.burst_bytes == 0 && dma.runs != UbRuns::kPacked)) return footprint;
    const Space far = ins.opcode == Opcode::kMoveUb ? Space::kUb : Space::kGm;
    const Region outer = burst_region(far, dma.gm, dma.burst_bytes, dma.gm_gap, dma.bursts);
    const std::uint64_t inner_bytes =
        ins.opcode == Opcode::kStoreGm ? dma.burst_bytes : ub_extent(dma, padded_burst(dma));
    // A store reads exactly its bytes, but its bursts start on block boundaries.
    const std::int64_t inner_gap = static_cast<std::int64_t>(dma.ub_gap) +
                                   static_cast<std::int64_t>(ub_extent(dma, inner_bytes)) -
                                   static_cast<std::int64_t>(inner_bytes);
    Region inner = burst_region(Space::kUb, dma.ub, inner_bytes, inner_gap, dma.bursts);
    if (dma.runs == UbRuns::kFilled && ins.opcode == Opcode::kLoadGm)
        inner.bytes = whole_blocks(inner.bytes);
    const bool store = ins.opcode == Opcode::kStoreGm;
    if (dma.burst_bytes != 0) add_read(footprint, store ? inner : outer, Operand::kSrc0);
    if (store && dma.atomic != AtomicOp::kNone) add_read(footprint, outer, Operand::kDst);
    add_write(footprint, store ? outer : inner);
    return footprint;
}

constexpr std::uint32_t kMaskBits = 128;

// `repeat` counts whole repeats whatever the mask.
bool counts_blocks(Opcode opcode) {
    return opcode == Opcode::kBrcb || opcode == Opcode::kGatherBlock;
}

// Instructions with bits, offsets or patterns: elements that an offset reaches count once, a tensor
// that offsets point into does not.
std::uint64_t special_bytes(const Instruction& ins) {
    const std::uint64_t elements = active_elements(ins);
    const std::uint64_t data = bytes_of(ins.vec.dst.dtype, elements);
    const Footprint footprint = vector_footprint(ins);
    std::uint64_t bytes = 0;
    const auto add = [&](const Region& region) {
        const bool indexed = ins.vec.span != 0 && region.bytes == ins.vec.span;
        bytes += indexed ? data : region.bytes * region.count;
    };
    for (int i = 0; i < footprint.read_count; ++i)
        add(footprint.reads[static_cast<std::size_t>(i)]);
    for (int i = 0; i < footprint.write_count; ++i)
        add(footprint.writes[static_cast<std::size_t>(i)]);
    return bytes;
}

}  // namespace

std::string_view name_of(Space space) {
    static constexpr std::array<std::string_view, 6> kNames = {"GM",  "UB",  "L1",
                                                               "L0A", "L0B", "L0C"};
    return kNames[static_cast<std::size_t>(space)];
}

std::uint32_t repeats_of(const Instruction& ins) {
    if (handles_records(ins)) return record_repeats(ins);
    if (info_of(ins.opcode).op_class == OpClass::kRegister) return 1;
    return counts_blocks(ins.opcode) ? ins.vec.repeat : repeat_shape(ins).repeats;
}

std::uint32_t lanes_per_repeat(const Instruction& ins) {
    std::size_t width = size_of(ins.vec.dst.dtype);
    if (info_of(ins.opcode).sources > 0) width = std::max(width, size_of(ins.vec.src0.dtype));
    return static_cast<std::uint32_t>(kRepeatBytes / width);
}

std::uint32_t repeat_extent(const Instruction& ins) {
    const RepeatShape shape = repeat_shape(ins);
    return static_cast<std::uint32_t>(shape.repeats <= 1 ? shape.last : shape.full);
}

std::uint64_t active_elements(const Instruction& ins) {
    if (handles_records(ins)) return record_elements(ins);
    const VectorPayload& vec = ins.vec;
    if (ins.opcode == Opcode::kBrcb) return std::uint64_t{vec.repeat} * kBlocksPerRepeat;
    if (ins.opcode == Opcode::kGatherBlock) {
        return std::uint64_t{vec.repeat} * kRepeatBytes / size_of(vec.dst.dtype);
    }
    if (info_of(ins.opcode).op_class == OpClass::kRegister) {
        return kCompareMaskBytes / size_of(vec.dst.dtype);
    }
    if (counts_each_repeat(ins)) return vec.mask.lo * vec.repeat;
    if (vec.mask.counter) return vec.mask.lo;
    const std::uint32_t lanes = lanes_per_repeat(ins);
    if (lanes > kMaskBits) return std::uint64_t{repeat_extent(ins)} * vec.repeat;
    return std::uint64_t{mask_lanes(vec.mask, lanes)} * vec.repeat;
}

std::uint64_t bytes_moved(const Instruction& ins) {
    const OpcodeInfo& info = info_of(ins.opcode);
    if (info.op_class == OpClass::kSync) return 0;
    if (handles_records(ins)) return record_bytes_moved(ins);
    if (info.op_class == OpClass::kTransfer || ins.opcode == Opcode::kMoveUb) {
        return std::uint64_t{ins.dma.bursts} * ins.dma.burst_bytes;
    }
    if (info.op_class == OpClass::kCompare || info.op_class == OpClass::kSelect ||
        info.op_class == OpClass::kShuffle || info.op_class == OpClass::kRegister) {
        return special_bytes(ins);
    }
    const std::uint64_t elements = active_elements(ins);
    std::uint64_t bytes = 0;
    if (info.sources > 0) bytes += bytes_of(ins.vec.src0.dtype, elements);
    if (info.sources > 1) bytes += bytes_of(ins.vec.src1.dtype, elements);
    if (ins.opcode == Opcode::kBrcb) return bytes + std::uint64_t{ins.vec.repeat} * kRepeatBytes;
    if (info.op_class == OpClass::kReduce) {
        return bytes + (one_result(ins) ? 1U : repeats_of(ins)) * result_bytes(ins);
    }
    return bytes + bytes_of(ins.vec.dst.dtype, elements) * (info.accumulates ? 2 : 1);
}

Footprint footprint_of(const Instruction& ins) {
    const OpcodeInfo& info = info_of(ins.opcode);
    if (info.op_class == OpClass::kSync) return {};
    if (handles_records(ins)) return record_footprint(ins);
    if (info.op_class == OpClass::kTransfer || ins.opcode == Opcode::kMoveUb)
        return dma_footprint(ins);
    return vector_footprint(ins);
}

}  // namespace davsim
