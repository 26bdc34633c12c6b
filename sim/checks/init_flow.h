// SPDX-License-Identifier: Apache-2.0
#pragma once
// How undefined operands of an instruction make its results undefined, as a property of the opcode.

#include <cstdint>

#include "sim/isa/opcode.h"

namespace davsim::checks {

enum class Flow : std::uint8_t {
    kApart,     // transfers and synchronisation: no vector instruction
    kConstant,  // results of no operand in memory
    kLanes,     // each lane of the result from the same lane of every source
    kBitwise,   // likewise, bit by bit
    kBits,      // the same with a bit a lane as result
    kToMask,    // the same, results in the compare mask register
    kSetMask,   // memory to the compare mask register
    kGetMask,   // the compare mask register to memory
    kReduce,    // a result for each repeat, block or pair
    kMoves,     // bytes go elsewhere, where to is told by strides, offsets, bits or a pattern
    kSort,      // scores and labels to records in the order of the scores
    kReorder,   // records to records in the order of their scores
};

// A switch over every opcode without a default: a new one does not compile before it has its row.
Flow flow_of(Opcode opcode);

}  // namespace davsim::checks
