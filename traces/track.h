// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of processes, lanes and slices in a trace. They are the vendor's own, so that its viewer
// sorts, colours and hides them as users know it.

#include <string>
#include <string_view>

#include "traces/record.h"

namespace davsim::traces {

// Lanes of a core, in the order in which they are drawn.
enum class Track : std::uint8_t {
    kScalar,
    kMte1,
    kCube,
    kFixp,
    kMte2,
    kVector,
    kMte3,
    kAll,
    kUser
};
inline constexpr int kTrackCount = 9;

struct TrackInfo {
    std::string_view name;    // "MTE2"
    std::string_view colour;  // of its instructions
    int sort_index = 0;       // thread_sort_index
};

const TrackInfo& info_of(Track track);
Track track_of(const Record& record);
Track track_of(Pipe pipe);

// Vector core 5 of a SoC with 2 vector cores an AI core: "core2.veccore1".
std::string core_name(int core, int vector_per_core);
int core_sort_index(int core, int vector_per_core);

// "VADD", "SET_FLAG", "BAR", ...
std::string_view slice_name(const Record& record);
std::string_view slice_colour(const Record& record);
// What the viewer shows in the details: "fp32, 4096 elements, 64 repeats".
std::string slice_detail(const Record& record);

}  // namespace davsim::traces
