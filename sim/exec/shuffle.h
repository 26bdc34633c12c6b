// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: instructions that move elements to other lanes.

#include "sim/exec/exec.h"

namespace davsim::exec {

// kGather, kGatherBlock, kScatter, kInterleave, kDeInterleave, kGatherMask.
bool run_shuffle(const Instruction& instruction, const VectorPointers& pointers,
                 VectorRegisters& registers);

}  // namespace davsim::exec
