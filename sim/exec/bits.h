// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: instructions with a bit a lane.

#include "sim/exec/exec.h"

namespace davsim::exec {

bool run_compare(const Instruction& instruction, const VectorPointers& pointers,
                 const Semantics& semantics, VectorRegisters& registers);
bool run_select(const Instruction& instruction, const VectorPointers& pointers,
                const VectorRegisters& registers);

// kSetCompareMask, kGetCompareMask.
bool run_register(const Instruction& instruction, const VectorPointers& pointers,
                  VectorRegisters& registers);

}  // namespace davsim::exec
