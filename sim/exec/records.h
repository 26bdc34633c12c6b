// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: sorting and merging of records, fields of region proposals, vtranspose.
//
// Scores are sorted from the largest down; equal scores keep their order, and in a merge the
// earlier list goes first (Ascend C API reference, Sort32 and MrgSort). NaN sorts in front, +0 and
// -0 are equal.

#include "sim/exec/exec.h"

namespace davsim::exec {

// kSort32 (fp32, fp16), the region proposals (fp16), kTranspose (2-byte types).
bool run_records(const Instruction& instruction, const VectorPointers& pointers);

// kMergeSort; `merged` receives what each list gave, 16 bits a list.
bool run_merge(const Instruction& instruction, const VectorPointers& pointers,
               std::uint64_t& merged);

}  // namespace davsim::exec
