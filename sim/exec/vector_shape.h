// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: how a vector instruction's mask and strides cut its operands into repeats.

#include <cstddef>
#include <cstdint>

#include "sim/isa/instruction.h"

namespace davsim::exec {

// The repeats of an instruction. Every repeat spans `full` lanes from its first one, the last
// repeat `last` lanes; under a pattern only the lanes whose mask bit is set count.
struct VectorShape {
    std::uint32_t repeats = 0;
    std::size_t lanes = 0;  // 256 bytes of the widest operand
    std::size_t full = 0;
    std::size_t last = 0;
    bool pattern = false;  // the enabled lanes are not simply the first ones
    std::uint64_t mask_lo = 0;
    std::uint64_t mask_hi = 0;

    std::size_t span(std::uint32_t repeat) const { return repeat + 1 == repeats ? last : full; }
    std::size_t total() const { return repeats == 0 ? 0 : (repeats - 1) * full + last; }
    bool enabled(std::size_t lane) const {
        return ((lane < 64 ? mask_lo >> lane : mask_hi >> (lane - 64)) & 1U) != 0;
    }
};

// `sources` vector sources count for the lane width.
VectorShape shape_of(const Instruction& instruction, int sources);

// An operand in host memory with its strides in bytes.
struct Strided {
    std::uint8_t* base = nullptr;  // sources are only read
    std::size_t element = 0;       // bytes
    std::size_t block_stride = 0;
    std::size_t repeat_stride = 0;

    Strided() = default;
    Strided(const std::uint8_t* at, const VectorOperand& operand)
        : base(const_cast<std::uint8_t*>(at)),
          element(size_of(operand.dtype)),
          block_stride(std::size_t{operand.blk_stride} * kBlockBytes),
          repeat_stride(std::size_t{operand.rep_stride} * kBlockBytes) {}

    // The first `count` lanes of a repeat lie one after another.
    bool contiguous(std::size_t count) const {
        return block_stride == kBlockBytes || count * element <= kBlockBytes;
    }
    // All repeats together do.
    bool dense(const VectorShape& shape) const {
        return contiguous(shape.full) &&
               (shape.repeats <= 1 || repeat_stride == shape.full * element);
    }
    // Bytes from the first to the last one touched.
    std::size_t extent(const VectorShape& shape) const;
};

// One repeat between its strided place `at` and a contiguous buffer.
void gather(std::uint8_t* buffer, const std::uint8_t* at, const Strided& operand,
            std::size_t lanes);
void scatter(std::uint8_t* at, const std::uint8_t* buffer, const Strided& operand,
             std::size_t lanes);

// As scatter, but only lanes enabled in the shape's mask.
void scatter_masked(std::uint8_t* at, const std::uint8_t* buffer, const Strided& operand,
                    const VectorShape& shape);

// The two byte ranges share a byte.
bool overlap(const std::uint8_t* a, std::size_t a_bytes, const std::uint8_t* b,
             std::size_t b_bytes);

}  // namespace davsim::exec
