// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lays the slices of one core into lanes. Pipes are pipelined: an instruction starts while the one
// before it has yet to write its result. Viewers want lanes without overlap and people want one
// lane a pipe, so an instruction is drawn until the next one of its pipe starts, at the latest
// until it completes; the slices of a pipe then add up to its busy time. A wait or barrier is drawn
// from the end of the instruction before it. What still overlaps (a flag raised while the next
// instruction runs) goes to a second lane.

#include <cstdint>
#include <vector>

#include "traces/store/store_reader.h"
#include "traces/track.h"

namespace davsim::traces {

struct Slice {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;  // greater than begin_ns
    const Row* row = nullptr;
    SliceKind kind = SliceKind::kPlain;
    std::uint64_t flag = 0;  // of flags: which one of its core, from 0

    // In cycles, as recorded.
    // A flag is drawn in the last cycle before it is up, as the vendor draws it: what was issued
    // before it has completed.
    std::int64_t begin() const {
        if (kind == SliceKind::kSetFlag) return row->set - 1;
        return kind == SliceKind::kWaitFlag ? row->reached : row->begin;
    }
    std::int64_t end() const { return kind == SliceKind::kSetFlag ? row->set : row->end; }
};

struct Lane {
    Track track = Track::kScalar;
    int number = 0;             // 0 is the track's main lane
    std::vector<Slice> slices;  // in order, one after the other
};

// Lanes that have slices, by track and number. `rows` must outlive them.
std::vector<Lane> lay_out(const std::vector<Row>& rows, const std::vector<Shape>& shapes,
                          std::int64_t clock_mhz);

}  // namespace davsim::traces
