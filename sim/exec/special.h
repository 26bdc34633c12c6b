// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: instructions lane by lane that are not one kernel on runs of elements.

#include "sim/exec/exec.h"

namespace davsim::exec {

// kIndex: first, first + 1, ... ; repeats go on where the one before would end with all its lanes.
bool run_index(const Instruction& instruction, const VectorPointers& pointers);

// kMulFull: two destinations.
bool run_full_product(const Instruction& instruction, const VectorPointers& pointers);

// kCastDequant from int16 to 8 bits.
bool run_dequant(const Instruction& instruction, const VectorPointers& pointers);

// kCast where one side is int4.
bool run_int4_cast(const Instruction& instruction, const VectorPointers& pointers);

// kCast where one side is a float of 8 or 4 bits.
bool run_narrow_cast(const Instruction& instruction, const VectorPointers& pointers);

}  // namespace davsim::exec
