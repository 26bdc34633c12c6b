// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of lanes and slices in a trace. They are the vendor's own, so that its viewer sorts,
// colours and hides them as users know it.

#include <string>
#include <string_view>

#include "traces/store/store_reader.h"

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
    int pid = 0;              // in a file of one core, where each pipe is a process
};

// What a row looks like; a flag has two sides, buffers and transfers are no slices.
enum class SliceKind : std::uint8_t { kPlain, kSetFlag, kWaitFlag };

const TrackInfo& info_of(Track track);
Track track_of(Pipe pipe);
Track track_of(SliceKind kind, const Shape& shape);
inline bool is_slice(RowKind kind) {
    return kind != RowKind::kBuffer && kind != RowKind::kTransfer;
}

// "VADD", "SET_FLAG", "BAR", ...
std::string_view slice_name(SliceKind kind, const Shape& shape);
std::string_view slice_colour(SliceKind kind, const Shape& shape);
// What the viewer shows in the details: "fp32, 4096 elements, 64 repeats". Stalls and blocks say
// theirs by row, see row_detail().
std::string slice_detail(const Shape& shape);
std::string row_detail(const Row& row);
// "gn_grad.h:210", or empty where the place is not known.
std::string code_of(const Site* site);

}  // namespace davsim::traces
