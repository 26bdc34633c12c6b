// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: sums and extremes of the integers of a repeat (950). Sums wrap, so their
// order does not show; of equal lanes the first is the extreme.

#include "sim/exec/exec.h"

namespace davsim::exec {

// kReduceAll, kReduceMax, kReduceMin of integers of 16 to 64 bits. False for others.
bool run_integer_reduce(const Instruction& instruction, const VectorPointers& pointers);

}  // namespace davsim::exec
