// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a vector instruction does, written down lane by lane from its documentation: slow, plain,
// and independent of sim/exec.

#include <cstdint>
#include <vector>

#include "sim/exec/exec.h"

namespace davsim::test {

using Memory = std::vector<std::uint8_t>;

// The value of an element; exact for every type here.
long double decode(const std::uint8_t* at, DataType dtype);

// Stores `value`, rounded to nearest even (floats) or wrapped (integers).
void encode(long double value, std::uint8_t* at, DataType dtype);

// Lanes of a repeat and whether a lane of a repeat is enabled.
std::size_t lanes_of(const Instruction& instruction);
std::size_t repeats_of_reference(const Instruction& instruction);
bool lane_enabled(const Instruction& instruction, std::size_t repeat, std::size_t lane);

// Byte address of a lane.
std::size_t lane_address(const VectorOperand& operand, std::size_t repeat, std::size_t lane);

// Runs a lane-by-lane instruction on a unified buffer. Transcendental opcodes use libm.
void run_reference(const Instruction& instruction, bool fused, Memory& ub);

}  // namespace davsim::test
