// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: the largest or smallest lane of a repeat or block. The first of equal lanes
// wins, and NaN wins over every number (Ascend C API reference, ReduceRepeat). Where all lanes of a
// result are masked out the destination keeps its bytes.

#include "sim/exec/exec.h"

namespace davsim::exec {

constexpr bool is_extreme(Opcode opcode) {
    return opcode == Opcode::kReduceMax || opcode == Opcode::kReduceMin ||
           opcode == Opcode::kReduceBlockMax || opcode == Opcode::kReduceBlockMin;
}

// kReduceMax and kReduceMin leave the extreme over all repeats in `extreme`. False unless the type
// is fp32 or fp16.
bool run_extreme(const Instruction& instruction, const VectorPointers& pointers,
                 std::uint64_t& extreme);

}  // namespace davsim::exec
