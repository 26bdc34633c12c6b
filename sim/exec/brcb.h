// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: kBrcb, which spreads each element over a block. It ignores the mask.

#include "sim/exec/exec.h"

namespace davsim::exec {

// False unless elements have 2 or 4 bytes.
bool run_brcb(const Instruction& instruction, const VectorPointers& pointers);

}  // namespace davsim::exec
