// SPDX-License-Identifier: Apache-2.0
#pragma once
// The chain of what had to happen one after the other for the launch to end when it did. It is
// followed back from the end of the last block: an instruction began when the one before it let the
// pipe go, when a flag came, when a barrier fell or when the scalar unit issued it; that one is
// asked in turn, on another pipe or another core if need be.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "traces/store/store_reader.h"

namespace davsim::traces {

enum class StepKind : std::uint8_t {
    kExecute,  // an instruction works
    kFlag,     // from SetFlag to the end of the wait
    kScalar,   // the scalar unit computes and issues
    kBarrier,
    kSyncAll,
    kLaunch,  // before the first block, between blocks, after the last one
};
std::string_view name_of(StepKind kind);

struct Step {
    StepKind kind = StepKind::kExecute;
    int core = 0;
    Pipe pipe = Pipe::kS;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t shape = 0;  // kExecute
};

struct PathShare {
    std::string what;  // "MTE2 works", "scalar unit", ...
    std::int64_t cycles = 0;
    std::uint64_t steps = 0;
    std::string advice;
};

struct CriticalPath {
    std::vector<Step> steps;  // in order of time, without gaps, from 0 to the span
    std::int64_t span = 0;
    std::vector<PathShare> shares;  // most cycles first; they add up to the span
};

CriticalPath critical_path(const StoreReader& store);

}  // namespace davsim::traces
