// SPDX-License-Identifier: Apache-2.0
#include "sim/views/interval_union.h"

#include <algorithm>

namespace davsim {

void IntervalUnion::add(Cycles begin, Cycles end) {
    Piece piece{std::max(begin.count(), folded_until_), end.count()};
    while (!pieces_.empty() && pieces_.back().end >= piece.begin) {
        const Piece& last = pieces_.back();
        piece.begin = std::min(piece.begin, last.begin);
        piece.end = std::max(piece.end, last.end);
        open_ -= last.end - last.begin;
        pieces_.pop_back();
    }
    if (piece.end <= piece.begin) return;
    open_ += piece.end - piece.begin;
    pieces_.push_back(piece);
    if (pieces_.size() > kKept) {
        const Piece& oldest = pieces_.front();
        folded_ += oldest.end - oldest.begin;
        open_ -= oldest.end - oldest.begin;
        folded_until_ = oldest.end;
        pieces_.pop_front();
    }
}

}  // namespace davsim
