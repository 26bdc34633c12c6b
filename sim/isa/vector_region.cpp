// SPDX-License-Identifier: Apache-2.0
#include "sim/isa/vector_region.h"

#include <algorithm>

namespace davsim {
namespace {

// The lanes up to the highest enabled one: what a repeat spans in memory.
std::uint32_t mask_extent(const VectorMask& mask, std::uint32_t lanes) {
    if (lanes > 64 && mask.hi != 0) {
        const auto extent = 128U - static_cast<std::uint32_t>(__builtin_clzll(mask.hi));
        // A repeat of 1-byte elements has more lanes than the mask has bits: all or these.
        return lanes > 128 && mask.hi == ~std::uint64_t{0} ? lanes : extent;
    }
    const auto low = lanes >= 64 ? mask.lo : mask.lo & ((std::uint64_t{1} << lanes) - 1);
    return low == 0 ? 0U : 64U - static_cast<std::uint32_t>(__builtin_clzll(low));
}

// Bytes that `elements` lanes of one repeat span.
std::uint64_t repeat_span(const VectorOperand& operand, std::uint64_t elements) {
    const std::uint64_t bytes = bytes_of(operand.dtype, elements);
    const std::uint64_t blocks = (bytes + kBlockBytes - 1) / kBlockBytes;
    if (operand.blk_stride == 0) return std::min<std::uint64_t>(bytes, kBlockBytes);
    if (operand.blk_stride == 1) return bytes;
    const std::uint64_t tail = bytes - (blocks - 1) * kBlockBytes;
    return (blocks - 1) * operand.blk_stride * kBlockBytes + tail;
}

}  // namespace

bool counts_each_repeat(const Instruction& ins) {
    return ins.vec.mask.counter &&
           (ins.opcode == Opcode::kCopy || ins.opcode == Opcode::kGatherMask);
}

RepeatShape repeat_shape(const Instruction& ins) {
    const VectorPayload& vec = ins.vec;
    const std::uint32_t lanes = lanes_per_repeat(ins);
    if (counts_each_repeat(ins)) {
        return {vec.mask.lo == 0 ? 0U : vec.repeat, vec.mask.lo, vec.mask.lo};
    }
    if (vec.mask.counter) {
        const std::uint64_t total = ins.opcode == Opcode::kCompareMask
                                        ? std::min<std::uint64_t>(lanes, vec.mask.lo)
                                        : vec.mask.lo;
        if (total == 0) return {};
        const auto repeats = static_cast<std::uint32_t>((total + lanes - 1) / lanes);
        return {repeats, lanes, total - std::uint64_t{repeats - 1} * lanes};
    }
    const std::uint32_t extent = mask_extent(vec.mask, lanes);
    return {extent == 0 ? 0U : vec.repeat, extent, extent};
}

Region vector_region(const VectorOperand& operand, const RepeatShape& shape,
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

Region operand_region(const VectorOperand& operand, const RepeatShape& shape) {
    return vector_region(operand, shape, std::uint64_t{operand.rep_stride} * kBlockBytes);
}

}  // namespace davsim
