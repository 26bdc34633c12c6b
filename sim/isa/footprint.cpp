// SPDX-License-Identifier: Apache-2.0
#include "sim/isa/footprint.h"

#include <algorithm>
#include <array>

#include "sim/isa/record_footprint.h"

namespace davsim {
namespace {

// Lanes that one repeat works on: 256 bytes of the widest operand.
std::uint32_t lanes_of(const VectorPayload& vec, Opcode opcode) {
    std::size_t width = size_of(vec.dst.dtype);
    if (info_of(opcode).sources > 0) width = std::max(width, size_of(vec.src0.dtype));
    return static_cast<std::uint32_t>(kRepeatBytes / width);
}

std::uint32_t mask_lanes(const VectorMask& mask, std::uint32_t lanes) {
    const auto low = lanes >= 64 ? mask.lo : mask.lo & ((std::uint64_t{1} << lanes) - 1);
    const auto high = lanes > 64 ? mask.hi : 0;
    return static_cast<std::uint32_t>(__builtin_popcountll(low) + __builtin_popcountll(high));
}

// The lanes up to the highest enabled one: what a repeat spans in memory.
std::uint32_t mask_extent(const VectorMask& mask, std::uint32_t lanes) {
    if (lanes > 64 && mask.hi != 0)
        return 128U - static_cast<std::uint32_t>(__builtin_clzll(mask.hi));
    const auto low = lanes >= 64 ? mask.lo : mask.lo & ((std::uint64_t{1} << lanes) - 1);
    return low == 0 ? 0U : 64U - static_cast<std::uint32_t>(__builtin_clzll(low));
}

bool is_counter_copy(const Instruction& ins) {
    return ins.opcode == Opcode::kCopy && ins.vec.mask.counter;
}

// Elements of the longest repeat, and of the last one in counter mode.
struct Shape {
    std::uint32_t repeats = 0;
    std::uint64_t full = 0;  // lanes spanned by every repeat but the last
    std::uint64_t last = 0;
};

Shape shape_of(const Instruction& ins) {
    const VectorPayload& vec = ins.vec;
    const std::uint32_t lanes = lanes_of(vec, ins.opcode);
    if (is_counter_copy(ins)) return {vec.repeat, vec.mask.lo, vec.mask.lo};
    if (vec.mask.counter) {
        const std::uint64_t total = vec.mask.lo;
        if (total == 0) return {};
        const auto repeats = static_cast<std::uint32_t>((total + lanes - 1) / lanes);
        return {repeats, lanes, total - std::uint64_t{repeats - 1} * lanes};
    }
    const std::uint32_t extent = mask_extent(vec.mask, lanes);
    return {extent == 0 ? 0U : vec.repeat, extent, extent};
}

// Bytes that `elements` lanes of one repeat span.
std::uint64_t repeat_span(const VectorOperand& operand, std::uint64_t elements) {
    const std::uint64_t bytes = elements * size_of(operand.dtype);
    const std::uint64_t blocks = (bytes + kBlockBytes - 1) / kBlockBytes;
    if (operand.blk_stride == 0) return std::min<std::uint64_t>(bytes, kBlockBytes);
    if (operand.blk_stride == 1) return bytes;
    const std::uint64_t tail = bytes - (blocks - 1) * kBlockBytes;
    return (blocks - 1) * operand.blk_stride * kBlockBytes + tail;
}

Region vector_region(const VectorOperand& operand, const Shape& shape,
                     std::uint64_t rep_stride_bytes) {
    Region region;
    region.base = operand.addr;
    const std::uint64_t span = repeat_span(operand, shape.full);
    if (shape.repeats <= 1) {
        region.bytes = repeat_span(operand, shape.last);
        return region;
    }
    if (rep_stride_bytes == span) {  // dense: one run, exact at its end
        region.bytes = (shape.repeats - 1) * span + repeat_span(operand, shape.last);
        return region;
    }
    region.bytes = span;
    region.stride = static_cast<std::int64_t>(rep_stride_bytes);
    region.count = shape.repeats;
    return region;
}

Region source_region(const VectorOperand& operand, const Shape& shape) {
    return vector_region(operand, shape, std::uint64_t{operand.rep_stride} * kBlockBytes);
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

Region result_region(const Instruction& ins, const Shape& shape) {
    Region region;
    region.base = ins.vec.dst.addr;
    region.bytes = result_bytes(ins);
    if (one_result(ins) || shape.repeats <= 1) return region;
    region.stride = static_cast<std::int64_t>(ins.vec.dst.rep_stride * region.bytes);
    region.count = shape.repeats;
    return region;
}

void add_read(Footprint& footprint, const Region& region) {
    footprint.reads[static_cast<std::size_t>(footprint.read_count++)] = region;
}

void add_write(Footprint& footprint, const Region& region) {
    footprint.writes[static_cast<std::size_t>(footprint.write_count++)] = region;
}

Footprint brcb_footprint(const Instruction& ins) {
    const VectorPayload& vec = ins.vec;
    Footprint footprint;
    if (vec.repeat == 0) return footprint;
    Region read;
    read.base = vec.src0.addr;
    read.bytes = std::uint64_t{vec.repeat} * kBlocksPerRepeat * size_of(vec.src0.dtype);
    add_read(footprint, read);
    const Shape shape{vec.repeat, kRepeatBytes / size_of(vec.dst.dtype),
                      kRepeatBytes / size_of(vec.dst.dtype)};
    VectorOperand dst = vec.dst;
    if (dst.blk_stride == 0) dst.blk_stride = 1;  // this instruction takes 0 for 1
    add_write(footprint, vector_region(dst, shape, std::uint64_t{dst.rep_stride} * kBlockBytes));
    return footprint;
}

Footprint vector_footprint(const Instruction& ins) {
    if (ins.opcode == Opcode::kBrcb) return brcb_footprint(ins);
    const OpcodeInfo& info = info_of(ins.opcode);
    Footprint footprint;
    const Shape shape = shape_of(ins);
    if (shape.repeats == 0) return footprint;
    if (info.sources > 0) add_read(footprint, source_region(ins.vec.src0, shape));
    if (info.sources > 1) add_read(footprint, source_region(ins.vec.src1, shape));
    const Region write = info.op_class == OpClass::kReduce ? result_region(ins, shape)
                                                           : source_region(ins.vec.dst, shape);
    if (info.accumulates) add_read(footprint, write);
    add_write(footprint, write);
    return footprint;
}

// Bytes that one burst takes in UB, padding included, before rounding up to blocks.
std::uint64_t ub_burst_bytes(const DmaPayload& dma) {
    return dma.burst_bytes + (std::uint64_t{dma.left_pad} + dma.right_pad) * size_of(dma.dtype);
}

std::uint64_t round_to_block(std::uint64_t bytes) {
    return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

Region burst_region(Space space, std::uint64_t base, std::uint64_t bytes, std::int64_t gap,
                    std::uint32_t bursts) {
    const std::int64_t stride = static_cast<std::int64_t>(bytes) + gap;
    if (gap == 0) return {space, base, bytes * bursts, 0, 1};
    return {space, base, bytes, stride, bursts};
}

Footprint dma_footprint(const Instruction& ins) {
    const DmaPayload& dma = ins.dma;
    Footprint footprint;
    if (dma.bursts == 0 || dma.burst_bytes == 0) return footprint;
    const Space far = ins.opcode == Opcode::kMoveUb ? Space::kUb : Space::kGm;
    const Region outer = burst_region(far, dma.gm, dma.burst_bytes, dma.gm_gap, dma.bursts);
    const std::uint64_t inner_bytes =
        ins.opcode == Opcode::kStoreGm ? dma.burst_bytes : round_to_block(ub_burst_bytes(dma));
    // A store reads exactly its bytes, but its bursts start on block boundaries.
    const std::int64_t inner_gap =
        static_cast<std::int64_t>(dma.ub_gap) +
        static_cast<std::int64_t>(round_to_block(inner_bytes) - inner_bytes);
    const Region inner = burst_region(Space::kUb, dma.ub, inner_bytes, inner_gap, dma.bursts);
    const bool store = ins.opcode == Opcode::kStoreGm;
    add_read(footprint, store ? inner : outer);
    if (store && dma.atomic != AtomicOp::kNone) add_read(footprint, outer);
    add_write(footprint, store ? outer : inner);
    return footprint;
}

}  // namespace

std::string_view name_of(Space space) {
    static constexpr std::array<std::string_view, 6> kNames = {"GM",  "UB",  "L1",
                                                               "L0A", "L0B", "L0C"};
    return kNames[static_cast<std::size_t>(space)];
}

std::uint32_t repeats_of(const Instruction& ins) {
    if (handles_records(ins)) return record_repeats(ins);
    return ins.opcode == Opcode::kBrcb ? ins.vec.repeat : shape_of(ins).repeats;
}

std::uint32_t lanes_per_repeat(const Instruction& ins) {
    return lanes_of(ins.vec, ins.opcode);
}

std::uint32_t repeat_extent(const Instruction& ins) {
    const Shape shape = shape_of(ins);
    return static_cast<std::uint32_t>(shape.repeats <= 1 ? shape.last : shape.full);
}

std::uint64_t active_elements(const Instruction& ins) {
    if (handles_records(ins)) return record_elements(ins);
    const VectorPayload& vec = ins.vec;
    if (ins.opcode == Opcode::kBrcb) return std::uint64_t{vec.repeat} * kBlocksPerRepeat;
    if (is_counter_copy(ins)) return vec.mask.lo * vec.repeat;
    if (vec.mask.counter) return vec.mask.lo;
    return std::uint64_t{mask_lanes(vec.mask, lanes_of(vec, ins.opcode))} * vec.repeat;
}

std::uint64_t bytes_moved(const Instruction& ins) {
    const OpcodeInfo& info = info_of(ins.opcode);
    if (info.op_class == OpClass::kSync) return 0;
    if (handles_records(ins)) return record_bytes_moved(ins);
    if (info.op_class == OpClass::kTransfer || ins.opcode == Opcode::kMoveUb) {
        return std::uint64_t{ins.dma.bursts} * ins.dma.burst_bytes;
    }
    const std::uint64_t elements = active_elements(ins);
    std::uint64_t bytes = 0;
    if (info.sources > 0) bytes += elements * size_of(ins.vec.src0.dtype);
    if (info.sources > 1) bytes += elements * size_of(ins.vec.src1.dtype);
    if (ins.opcode == Opcode::kBrcb) return bytes + std::uint64_t{ins.vec.repeat} * kRepeatBytes;
    if (info.op_class == OpClass::kReduce) {
        return bytes + (one_result(ins) ? 1U : repeats_of(ins)) * result_bytes(ins);
    }
    return bytes + elements * size_of(ins.vec.dst.dtype) * (info.accumulates ? 2 : 1);
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
