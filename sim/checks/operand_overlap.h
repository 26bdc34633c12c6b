// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the destination of a vector instruction may lie relative to its sources (Ascend C guide,
// address overlap): within a repeat they coincide or keep apart, and what a repeat writes must not
// be read by a later repeat, because the unit reads ahead. Two exceptions: in the accumulation
// idiom destination and second source are the same and do not advance; and a reduction or a
// conversion to wider elements may write over the source of its own repeat.

#include "sim/isa/instruction.h"

namespace davsim::checks {

// The source whose bytes the instruction spoils: 0 or 1; -1 if it is well-formed.
int spoiled_source(const Instruction& instruction);

}  // namespace davsim::checks
