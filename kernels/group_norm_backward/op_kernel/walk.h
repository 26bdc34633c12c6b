// SPDX-License-Identifier: Apache-2.0
#pragma once
// The order in which a core visits its tiles. Two walks run over the same order: one loads ahead,
// one works.
//
// A *unit* is what needs common sums before dx can be computed: some whole small groups, one group,
// or a share of a group. Pass 1 visits its pieces for the sums, pass 2 for dx. The last pieces of
// pass 1 stay in UB and come first in pass 2, so that a group which fits is read once and a larger
// one only partly twice.

#include "support.h"

namespace gnb {

struct Unit {
    int64_t task = 0;    // sample * groups + group, of the first group
    int64_t groups = 1;  // whole groups side by side; more than 1 only if the unit is one piece
    int64_t row0 = 0;    // first row and number of rows in the group
    int64_t rows = 0;
    int64_t col0 = 0;
    int64_t cols = 0;
    int64_t col_part = 0;
    int64_t chunks = 1;  // pieces a row
    int64_t pieces = 1;
    int64_t kept = 0;  // pieces that stay in UB from pass 1 to pass 2
};

struct Piece {
    int64_t row = 0;   // first row in the unit
    int64_t rows = 0;  // of all groups of the unit
    int64_t col = 0;   // first lane in the unit
    int64_t cols = 0;
};

class Walk {
public:
    // With `apart`, pass 2 of every unit comes after pass 1 of all (they meet in between), last
    // unit first.
    __aicore__ inline void Init(const TilingData& t, int64_t first, int64_t last, bool apart) {
        t_ = &t;
        first_ = first;
        last_ = last;
        apart_ = apart;
        position_ = first;
        pass_ = 1;
        step_ = 0;
        valid_ = first < last;
        if (valid_) Describe();
    }

    __aicore__ inline bool Valid() const { return valid_; }
    __aicore__ inline int Pass() const { return pass_; }
    __aicore__ inline int64_t Position() const { return position_; }
    __aicore__ inline bool FirstOfPass() const { return step_ == 0; }
    __aicore__ inline bool LastOfPass() const { return step_ + 1 == unit_.pieces; }
    __aicore__ inline const Unit& Current() const { return unit_; }

    // In pass 1: this piece will be kept. In pass 2: it was.
    __aicore__ inline bool Kept() const {
        return pass_ == 1 ? step_ >= unit_.pieces - unit_.kept : step_ < unit_.kept;
    }
    __aicore__ inline int64_t KeptIndex() const {
        return pass_ == 1 ? step_ - (unit_.pieces - unit_.kept) : step_;
    }

    __aicore__ inline Piece At() const {
        int64_t index = step_;
        if (pass_ == 2)
            index = step_ < unit_.kept ? unit_.pieces - unit_.kept + step_ : step_ - unit_.kept;
        Piece piece;
        if (unit_.chunks > 1) {
            piece.row = index / unit_.chunks;
            piece.rows = 1;
            piece.col = index % unit_.chunks * t_->tile_cols;
            piece.cols = Least(t_->tile_cols, unit_.cols - piece.col);
        } else {
            piece.row = index * t_->tile_rows;
            piece.rows = Least(t_->tile_rows, unit_.rows - piece.row) * unit_.groups;
            piece.cols = unit_.cols;
        }
        return piece;
    }

    __aicore__ inline void Advance() {
        if (++step_ < unit_.pieces) return;
        step_ = 0;
        if (apart_) {
            NextApart();
        } else if (pass_ == 1 && t_->want_dx != 0) {
            pass_ = 2;
            return;
        } else {
            pass_ = 1;
            position_ += unit_.groups;
            valid_ = position_ < last_;
        }
        if (valid_) Describe();
    }

private:
    __aicore__ inline void NextApart() {
        if (pass_ == 1) {
            if (++position_ < last_) return;
            pass_ = 2;
            position_ = last_ - 1;
            valid_ = t_->want_dx != 0;
        } else {
            valid_ = --position_ >= first_;
        }
    }

    __aicore__ inline void Describe() {
        const int64_t splits = static_cast<int64_t>(t_->split_rows) * t_->split_cols;
        const int64_t part = position_ % splits;
        unit_.task = position_ / splits;
        unit_.groups = 1;
        if (splits == 1) {  // whole groups of one sample
            const int64_t left = t_->groups - unit_.task % t_->groups;
            unit_.groups = Least(Least(t_->tile_groups, left), last_ - position_);
        }
        unit_.row0 = part / t_->split_cols * t_->rows_per_share;
        unit_.rows = Least(t_->rows_per_share, t_->rows - unit_.row0);
        unit_.col_part = part % t_->split_cols;
        unit_.col0 = unit_.col_part * t_->cols_per_share;
        unit_.cols = Least(t_->cols_per_share, t_->lanes - unit_.col0);
        unit_.chunks = CeilDivide(unit_.cols, t_->tile_cols);
        unit_.pieces =
            unit_.chunks > 1 ? unit_.rows * unit_.chunks : CeilDivide(unit_.rows, t_->tile_rows);
        const int64_t buffers = t_->buffers;
        const bool keeps = t_->want_dx != 0 && (!apart_ || position_ + 1 == last_);
        // A unit that does not fit leaves one buffer free, so that loading never stops.
        unit_.kept = !keeps ? 0 : unit_.pieces <= buffers ? unit_.pieces : buffers - 1;
    }

    const TilingData* t_ = nullptr;
    int64_t first_ = 0;
    int64_t last_ = 0;
    int64_t position_ = 0;
    int64_t step_ = 0;
    int pass_ = 1;
    bool apart_ = false;
    bool valid_ = false;
    Unit unit_;
};

}  // namespace gnb
