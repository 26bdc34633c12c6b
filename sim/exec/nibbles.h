// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: operands with two elements in a byte, the first in the low half.

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/exec/vector_shape.h"
#include "sim/isa/instruction.h"

namespace davsim::exec {

// The lanes of one repeat, a byte each.
using Bytes = std::array<std::uint8_t, kRepeatBytes>;

// Their blocks hold twice as many elements as the struct for whole bytes knows.
struct Nibbles {
    std::uint8_t* base;
    std::size_t block_stride;
    std::size_t repeat_stride;

    Nibbles(const std::uint8_t* at, const VectorOperand& operand)
        : base(const_cast<std::uint8_t*>(at)),
          block_stride(std::size_t{operand.blk_stride} * kBlockBytes),
          repeat_stride(std::size_t{operand.rep_stride} * kBlockBytes) {}

    std::uint8_t* block(std::size_t repeat, std::size_t index) const {
        return base + repeat * repeat_stride + index * block_stride;
    }
};

// The bytes of the first `count` lanes of a repeat, from and to their blocks.
void load_nibbles(const Nibbles& from, std::size_t repeat, std::size_t count, Bytes& packed);
void store_nibbles(const Nibbles& to, std::size_t repeat, std::size_t count, const Bytes& packed);

// A lane's four bits are the low half of its byte.
void unpack_nibbles(const std::uint8_t* packed, std::size_t count, Bytes& lanes);
// Lanes that are not enabled keep their half of the byte.
void pack_nibbles(const Bytes& lanes, const VectorShape& shape, std::size_t count,
                  std::uint8_t* packed);

}  // namespace davsim::exec
