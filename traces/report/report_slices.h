// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slices of a report: packed, and few enough for a page to hold. Where there are too many,
// neighbours that are short become one.

#include <cstdint>
#include <string>
#include <vector>

#include "traces/lanes.h"

namespace davsim::traces {

// How a slice looks and what it says; slices name theirs by index.
struct SliceLook {
    std::uint32_t shape = 0;
    SliceKind kind = SliceKind::kPlain;
    bool many = false;  // several short ones
};

struct PackedLane {
    int core = 0;
    Track track = Track::kScalar;
    int number = 0;
    std::uint64_t count = 0;
};

struct PackedSlices {
    std::vector<SliceLook> looks;
    std::vector<PackedLane> lanes;
    std::string bytes;         // numbers as in bytes.h, lane after lane
    std::uint64_t merged = 0;  // slices that became part of others
};

// No more than about `most` slices.
PackedSlices pack_slices(const StoreReader& store, std::uint64_t most);

std::string base64(const std::string& bytes);

}  // namespace davsim::traces
