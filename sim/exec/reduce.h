// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: the four sums. Within a repeat the order is a balanced tree over adjacent
// lanes, each node rounded to the element type, masked-out lanes counting as +0; kReduceAcc adds
// the sums of the repeats one after another, starting from the first (Ascend C API reference,
// ReduceSum and WholeReduceSum: their saturation examples show the order).

#include "sim/exec/exec.h"

namespace davsim::exec {

// False unless the type is fp32 or fp16.
bool run_reduce(const Instruction& instruction, const VectorPointers& pointers,
                std::uint64_t& accumulator);

}  // namespace davsim::exec
