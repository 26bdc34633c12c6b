// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: one repeat of an operand as a contiguous piece of memory.

#include <array>
#include <cstdint>

#include "sim/exec/vector_shape.h"

namespace davsim::exec {

using RepeatBuffer = std::array<std::uint8_t, kRepeatBytes>;

// The first `lanes` lanes of a repeat: in place where they lie one after another, else in `buffer`.
inline const std::uint8_t* collect(const Strided& operand, std::size_t repeat, std::size_t lanes,
                                   RepeatBuffer& buffer) {
    const std::uint8_t* at = operand.base + repeat * operand.repeat_stride;
    if (operand.contiguous(lanes)) return at;
    gather(buffer.data(), at, operand, lanes);
    return buffer.data();
}

// Writes a repeat's lanes where the mask lets them.
inline void deliver(const std::uint8_t* lanes, const Strided& operand, std::size_t repeat,
                    const VectorShape& shape) {
    std::uint8_t* at = operand.base + repeat * operand.repeat_stride;
    if (shape.pattern) return scatter_masked(at, lanes, operand, shape);
    scatter(at, lanes, operand, shape.span(static_cast<std::uint32_t>(repeat)));
}

}  // namespace davsim::exec
