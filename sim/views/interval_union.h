// SPDX-License-Identifier: Apache-2.0
#pragma once
// Length of the union of time intervals that arrive in the order of their ends, as completions of
// one pipe do. Only recent pieces are kept: an interval can reach back no further than the oldest
// instruction that was still running, so old pieces are added up and forgotten.

#include <cstddef>
#include <cstdint>
#include <deque>

#include "sim/base/units.h"

namespace davsim {

class IntervalUnion {
public:
    // [begin, end), end not before the end of any earlier interval. Empty intervals are ignored.
    void add(Cycles begin, Cycles end);

    Cycles total() const { return Cycles(folded_ + open_); }

private:
    struct Piece {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    // Pieces kept for reaching back; far more than instructions in flight on one pipe.
    static constexpr std::size_t kKept = 1024;

    std::deque<Piece> pieces_;       // disjoint, ascending
    std::int64_t folded_ = 0;        // length of forgotten pieces
    std::int64_t folded_until_ = 0;  // end of the last forgotten piece
    std::int64_t open_ = 0;          // length of pieces_
};

}  // namespace davsim
