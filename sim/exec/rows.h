// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: kTransposeRows (scatter_vnchwconv). Element j of source row i becomes element
// i of destination row j. 2 bytes: 16 x 16. 4 bytes: 16 rows of 8 become 8 columns of 16, each in
// two destination rows. 1 byte: one half of each row, 16 x 16. (Ascend C API reference,
// TransDataTo5HD.)

#include "sim/exec/exec.h"

namespace davsim::exec {

bool run_rows(const Instruction& instruction, const VectorPointers& pointers);

}  // namespace davsim::exec
