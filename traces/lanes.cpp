// SPDX-License-Identifier: Apache-2.0
#include "traces/lanes.h"

#include <algorithm>
#include <array>

#include "traces/time_grid.h"

namespace davsim::traces {
namespace {

Slice snap(const Row& row, SliceKind kind, std::int64_t clock_mhz) {
    Slice slice;
    slice.row = &row;
    slice.kind = kind;
    slice.begin_ns = to_ns(slice.begin(), clock_mhz);
    slice.end_ns = std::max(slice.begin_ns + 1, to_ns(slice.end(), clock_mhz));
    if (kind == SliceKind::kWaitFlag) {
        // The arrow's end must lie inside the wait and not before the arrow's start.
        slice.end_ns = std::max(slice.end_ns, to_ns(row.set - 1, clock_mhz) + 1);
    }
    return slice;
}

// The grid lengthens slices below a nanosecond, so a follower may begin 1 ns late and stay in its
// lane. A SetFlag stays where it is: an arrow starts there.
bool fits(const Slice& slice, std::int64_t lane_end) {
    const std::int64_t late = lane_end - slice.begin_ns;
    return late <= 0 || (late == 1 && slice.kind != SliceKind::kSetFlag);
}

void place(std::vector<Lane>& lanes, Track track, Slice slice) {
    auto lane = std::find_if(lanes.begin(), lanes.end(), [&](const Lane& candidate) {
        return fits(slice, candidate.slices.back().end_ns);
    });
    if (lane == lanes.end()) {
        Lane added;
        added.track = track;
        added.number = static_cast<int>(lanes.size());
        lane = lanes.insert(lanes.end(), added);
    } else {
        slice.begin_ns = std::max(slice.begin_ns, lane->slices.back().end_ns);
        slice.end_ns = std::max(slice.end_ns, slice.begin_ns + 1);
    }
    lane->slices.push_back(slice);
}

bool before(const Slice& a, const Slice& b) {
    // By cycles first: within one nanosecond the true order must survive.
    if (a.begin() != b.begin()) return a.begin() < b.begin();
    return a.end() > b.end();
}

// Instructions give way to the next instruction, waits and barriers to the instruction before them.
void unravel(std::vector<Slice>& slices) {
    Slice* instruction = nullptr;
    for (Slice& slice : slices) {
        if (slice.row->kind == RowKind::kInstruction) {
            if (instruction != nullptr && slice.begin_ns > instruction->begin_ns) {
                instruction->end_ns = std::min(instruction->end_ns, slice.begin_ns);
            }
            instruction = &slice;
        } else if (slice.kind != SliceKind::kSetFlag && instruction != nullptr) {
            slice.begin_ns = std::clamp(instruction->end_ns, slice.begin_ns, slice.end_ns - 1);
        }
    }
    std::stable_sort(slices.begin(), slices.end(),
                     [](const Slice& a, const Slice& b) { return a.begin_ns < b.begin_ns; });
}

using ByTrack = std::array<std::vector<Slice>, kTrackCount>;

void sort_in(ByTrack& by_track, const std::vector<Row>& rows, const std::vector<Shape>& shapes,
             std::int64_t clock_mhz) {
    std::uint64_t flags = 0;
    for (const Row& row : rows) {
        const Shape& shape = shapes[row.shape];
        if (!is_slice(row.kind)) continue;
        const auto add = [&](SliceKind kind) {
            Slice slice = snap(row, kind, clock_mhz);
            slice.flag = flags;
            by_track[static_cast<std::size_t>(track_of(kind, shape))].push_back(slice);
        };
        if (row.kind != RowKind::kFlag) {
            add(SliceKind::kPlain);
            continue;
        }
        add(SliceKind::kSetFlag);
        add(SliceKind::kWaitFlag);
        ++flags;
    }
}

}  // namespace

std::vector<Lane> lay_out(const std::vector<Row>& rows, const std::vector<Shape>& shapes,
                          std::int64_t clock_mhz) {
    ByTrack by_track;
    sort_in(by_track, rows, shapes, clock_mhz);
    std::vector<Lane> all;
    for (std::size_t track = 0; track < by_track.size(); ++track) {
        std::vector<Slice>& slices = by_track[track];
        std::stable_sort(slices.begin(), slices.end(), before);
        unravel(slices);
        std::vector<Lane> lanes;
        for (const Slice& slice : slices) place(lanes, static_cast<Track>(track), slice);
        slices.clear();
        std::move(lanes.begin(), lanes.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace davsim::traces
