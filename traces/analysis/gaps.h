// SPDX-License-Identifier: Apache-2.0
#pragma once
// Idle times of the pipes between one instruction and the next, and who was waited for.

#include <cstdint>
#include <string>
#include <vector>

#include "traces/store/store_reader.h"

namespace davsim::traces {

struct GapCause {
    std::string what;  // "flag of V", "scalar unit", "barrier", ...
    std::uint64_t count = 0;
    std::int64_t cycles = 0;
};

struct PipeGaps {
    Pipe pipe = Pipe::kV;
    std::uint64_t instructions = 0;
    std::uint64_t count = 0;  // of gaps, all above 0 cycles
    std::int64_t cycles = 0;  // summed over all cores
    std::int64_t p50 = 0;
    std::int64_t p90 = 0;
    std::int64_t p99 = 0;
    std::int64_t longest = 0;
    std::vector<GapCause> causes;  // most cycles first
};

// Of the pipes that ran instructions.
std::vector<PipeGaps> gaps_of(const StoreReader& store);

}  // namespace davsim::traces
