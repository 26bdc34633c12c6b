// SPDX-License-Identifier: Apache-2.0
#pragma once
// One event as it is kept: what it is stands in its shape, the rest here. Times are core cycles
// since the launch.

#include <cstdint>

#include "sim/events/event.h"
#include "traces/store/shape.h"

namespace davsim::traces {

struct Row {
    std::uint32_t shape = 0;  // index into the shape table
    std::uint32_t block = 0;
    std::int32_t core = 0;
    RowKind kind = RowKind::kInstruction;
    StallCause cause = StallCause::kNone;  // instructions, stalls
    std::int64_t begin = 0;                // flags: the source pipe took up SetFlag
    std::int64_t end = 0;                  // flags: the waiting pipe went on
    std::int64_t issued = 0;               // instructions
    std::int64_t waited = 0;               // instructions: before begin, with the pipe empty
    std::int64_t set = 0;                  // flags: visible to the waiting pipe
    std::int64_t reached = 0;              // flags: the waiting pipe came to WaitFlag
    std::uint64_t gm = 0;                  // GM address at level full; first byte
    std::uint64_t line_bytes = 0;          // transfers
    std::uint64_t hit_bytes = 0;
    std::uint64_t hbm_bytes = 0;
};

}  // namespace davsim::traces
