// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lays the slices of one core into lanes. Pipes are pipelined, so slices of one pipe overlap;
// viewers want lanes without overlap. Each track gets as many lanes as it needs, filled greedily in
// order of time.

#include <cstdint>
#include <vector>

#include "traces/record.h"
#include "traces/track.h"

namespace davsim::traces {

struct Slice {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;  // greater than begin_ns
    Record record;
};

struct Lane {
    Track track = Track::kScalar;
    int number = 0;             // 0 is the track's main lane
    std::vector<Slice> slices;  // in order, one after the other
};

// Lanes that have slices, by track and number.
std::vector<Lane> lay_out(const std::vector<Record>& records, std::int64_t clock_mhz);

}  // namespace davsim::traces
