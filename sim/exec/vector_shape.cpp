// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/vector_shape.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace davsim::exec {
namespace {

std::size_t bit_length(std::uint64_t value) {
    return value == 0 ? 0U : 64U - static_cast<std::size_t>(__builtin_clzll(value));
}

std::uint64_t low_bits(std::size_t count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Normal mode: the mask's highest bit bounds the repeat.
void apply_bits(const VectorMask& mask, VectorShape& shape) {
    shape.mask_lo = mask.lo & low_bits(shape.lanes);
    shape.mask_hi = shape.lanes > 64 ? mask.hi & low_bits(shape.lanes - 64) : 0;
    const std::size_t span =
        shape.mask_hi != 0 ? 64 + bit_length(shape.mask_hi) : bit_length(shape.mask_lo);
    const bool first_lanes =
        shape.mask_lo == low_bits(span) && (span <= 64 || shape.mask_hi == low_bits(span - 64));
    shape.pattern = !first_lanes;
    // 1-byte elements: more lanes than bits. All bits stand for all lanes.
    const bool all = shape.lanes > 128 && span == 128 && first_lanes;
    shape.full = all ? shape.lanes : span;
    shape.last = shape.full;
    if (span == 0) shape.repeats = 0;
}

}  // namespace

VectorShape shape_of(const Instruction& instruction, int sources) {
    const VectorPayload& vec = instruction.vec;
    std::size_t width = size_of(vec.dst.dtype);
    if (sources > 0) width = std::max(width, size_of(vec.src0.dtype));
    VectorShape shape;
    shape.lanes = kRepeatBytes / width;
    shape.repeats = vec.repeat;
    if (!vec.mask.counter) {
        apply_bits(vec.mask, shape);
        return shape;
    }
    const auto total = static_cast<std::size_t>(vec.mask.lo);
    if (instruction.opcode == Opcode::kCopy || instruction.opcode == Opcode::kGatherMask) {
        // here the counter is per repeat
        shape.full = total;
        shape.last = total;
        if (total == 0) shape.repeats = 0;
        return shape;
    }
    shape.repeats = static_cast<std::uint32_t>((total + shape.lanes - 1) / shape.lanes);
    shape.full = shape.lanes;
    shape.last = total == 0 ? 0 : total - (shape.repeats - std::size_t{1}) * shape.lanes;
    return shape;
}

std::size_t Strided::extent(const VectorShape& shape) const {
    if (shape.repeats == 0) return 0;
    const std::size_t bytes = std::max(shape.full, shape.last) * element;
    const std::size_t blocks = (bytes + kBlockBytes - 1) / kBlockBytes;
    const std::size_t span =
        (blocks - 1) * block_stride + std::min<std::size_t>(bytes, kBlockBytes);
    return (shape.repeats - 1) * repeat_stride + span;
}

void gather(std::uint8_t* buffer, const std::uint8_t* at, const Strided& operand,
            std::size_t lanes) {
    std::size_t left = lanes * operand.element;
    if (operand.contiguous(lanes)) {
        std::memcpy(buffer, at, left);
        return;
    }
    for (; left >= kBlockBytes; left -= kBlockBytes) {
        std::memcpy(buffer, at, kBlockBytes);
        buffer += kBlockBytes;
        at += operand.block_stride;
    }
    if (left > 0) std::memcpy(buffer, at, left);
}

void scatter(std::uint8_t* at, const std::uint8_t* buffer, const Strided& operand,
             std::size_t lanes) {
    std::size_t left = lanes * operand.element;
    if (operand.contiguous(lanes)) {
        std::memcpy(at, buffer, left);
        return;
    }
    for (; left >= kBlockBytes; left -= kBlockBytes) {
        std::memcpy(at, buffer, kBlockBytes);
        buffer += kBlockBytes;
        at += operand.block_stride;
    }
    if (left > 0) std::memcpy(at, buffer, left);
}

void scatter_masked(std::uint8_t* at, const std::uint8_t* buffer, const Strided& operand,
                    const VectorShape& shape) {
    const std::size_t per_block = kBlockBytes / operand.element;
    for (std::size_t lane = 0; lane < shape.full; ++lane) {
        if (!shape.enabled(lane)) continue;
        std::uint8_t* block = at + lane / per_block * operand.block_stride;
        std::memcpy(block + lane % per_block * operand.element, buffer + lane * operand.element,
                    operand.element);
    }
}

bool overlap(const std::uint8_t* a, std::size_t a_bytes, const std::uint8_t* b,
             std::size_t b_bytes) {
    const std::less<> before;  // total order, also between unrelated buffers
    return before(a, b + b_bytes) && before(b, a + a_bytes);
}

}  // namespace davsim::exec
