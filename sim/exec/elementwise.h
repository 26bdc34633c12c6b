// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: drives one kernel over the repeats of a lane-by-lane instruction.

#include "sim/exec/exec.h"
#include "sim/exec/kernel.h"

namespace davsim::exec {

// `finish`, if any, is applied to the results of `kernel` in place. `sources`: 0, 1 or 2 vector
// sources; `accumulates`: the kernel reads old_dst too. Repeats take effect one after another, and
// within a repeat all lanes are read before any is written.
void run_elementwise(const Instruction& instruction, const VectorPointers& pointers, Kernel kernel,
                     Kernel finish, int sources, bool accumulates);

}  // namespace davsim::exec
