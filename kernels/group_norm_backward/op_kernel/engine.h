// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loop that all strategies share: load ahead, sum (pass 1), gradient (pass 2), store. Math says
// what a tile means (ChannelMath, PixelMath).
//
// Input tiles live in a ring of `buffers` buffers, dy and x of a tile in one buffer. A buffer is
// loaded as soon as it is free, so loads run ahead of the vector unit as far as UB allows; stores
// drain from two output buffers. Nothing in the loop stops the scalar unit but the totals of a
// unit.

#include "arguments.h"
#include "group_totals.h"
#include "tile_ring.h"
#include "transfer.h"
#include "walk.h"

namespace gnb {

template <typename T, typename U, typename Math>
class Engine {
public:
    __aicore__ inline void Init(TPipe& pipe, const TilingData& t, const Arguments& args) {
        t_ = &t;
        dy_gm_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.dy));
        x_gm_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.x));
        ring_.Init(pipe, t.buffers, Math::RingElems(t) * static_cast<int64_t>(sizeof(T)));
        if (t.want_dx != 0) {
            dx_gm_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.dx));
            out_.Init(pipe, kOutBuffers, static_cast<int64_t>(t.tile_elems * sizeof(T)));
            store_.Init(pipe);
        }
        statistics_.Init(pipe, args.mean, args.rstd, t.samples * t.groups);
        totals_.Init(pipe, t, ShareSlots(args, t));
        math_.Init(pipe, t, args, totals_);
    }

    // With `apart`, the cores meet between the passes and exchange the totals of their shares.
    // Returns true if they have met (all partial sums of dgamma and dbeta are then in GM).
    __aicore__ inline bool Run(bool apart) {
        const int64_t blocks = GetBlockNum();
        const int64_t block = GetBlockIdx();
        const int64_t first = t_->shares * block / blocks;
        const int64_t last = t_->shares * (block + 1) / blocks;
        Walk work;
        work.Init(*t_, first, last, apart);
        ahead_.Init(*t_, first, last, apart);
        bool met = false;
        while (work.Valid()) {
            if (apart && !met && work.Pass() == 2) met = Meet();
            LoadAhead();
            if (work.Pass() == 1) {
                SumStep(work, apart);
            } else {
                GradientStep(work, apart);
            }
            work.Advance();
        }
        if (apart && !met) return Meet();
        if (!met) math_.FinishPartials();
        return met;
    }

    __aicore__ inline void Drain() {
        ring_.Drain();
        out_.Drain();
        math_.Drain();
    }

private:
    static constexpr uint32_t kOutBuffers = 2;

    __aicore__ inline bool Meet() {
        math_.FinishPartials();
        SyncAll();
        return true;
    }

    __aicore__ inline void LoadAhead() {
        while (ahead_.Valid() && in_flight_ < t_->buffers) {
            if (ahead_.Pass() == 1 || !ahead_.Kept()) {
                Load(ahead_.Current(), ahead_.At());
                ++in_flight_;
            }
            ahead_.Advance();
        }
    }

    __aicore__ inline int64_t Place(const Unit& unit, const Piece& piece) const {
        return (unit.task * t_->rows + unit.row0 + piece.row) * t_->lanes + unit.col0 + piece.col;
    }

    __aicore__ inline void Load(const Unit& unit, const Piece& piece) {
        const int64_t from = Place(unit, piece);
        const int64_t pitch = RoundUp(piece.cols, Math::kPitchUnit);
        const LocalTensor<T> tile = ring_.template Acquire<T>();
        LoadRows(tile, dy_gm_[from], piece.rows, piece.cols, t_->lanes, pitch);
        LoadRows(tile[t_->tile_elems], x_gm_[from], piece.rows, piece.cols, t_->lanes, pitch);
        math_.LoadExtra(tile, unit, piece);
        ring_.Publish();
    }

    __aicore__ inline void Release() {
        ring_.Release();
        --in_flight_;
    }

    __aicore__ inline void SumStep(const Walk& work, bool apart) {
        const Unit& unit = work.Current();
        if (work.FirstOfPass()) statistics_.Get(unit.task, unit.groups, scalars_);
        const LocalTensor<T> tile = ring_.template Take<T>();
        math_.Sum(tile, unit, work.At(), scalars_);
        if (work.Kept()) {
            kept_[work.KeptIndex()] = tile;
        } else {
            Release();
        }
        if (!work.LastOfPass() || t_->want_dx == 0) return;
        if (apart) {
            totals_.Publish(work.Position());
        } else {
            totals_.Read(unit.groups, unit.groups > 1, scalars_);
        }
    }

    __aicore__ inline void GradientStep(const Walk& work, bool apart) {
        const Unit& unit = work.Current();
        const Piece piece = work.At();
        if (apart && work.FirstOfPass()) {
            statistics_.Get(unit.task, unit.groups, scalars_);
            totals_.Collect(unit.task, scalars_);
        }
        const LocalTensor<T> tile =
            work.Kept() ? kept_[work.KeptIndex()] : ring_.template Take<T>();
        const LocalTensor<T> out = out_.template Acquire<T>();
        const int64_t pitch = RoundUp(piece.cols, Math::kPitchUnit);
        if constexpr (IsSameType<T, float>::value) {
            math_.Gradient(out, tile, unit, piece, scalars_);
        } else {
            math_.Gradient(math_.Target(), tile, unit, piece, scalars_);
            Settle();
            Cast(out, math_.Target(), RoundMode::CAST_RINT,
                 static_cast<uint32_t>(piece.rows * pitch));
        }
        Release();
        out_.Publish();
        store_.Store(dx_gm_[Place(unit, piece)], out_.template Take<T>(), piece.rows, piece.cols,
                     t_->lanes, pitch);
        out_.Release();
    }

    const TilingData* t_ = nullptr;
    GlobalTensor<T> dy_gm_;
    GlobalTensor<T> x_gm_;
    GlobalTensor<T> dx_gm_;
    InputRing<kMaxBuffers> ring_;
    OutputRing<kOutBuffers> out_;
    RowStore<T> store_;
    Statistics<U> statistics_;
    GroupTotals totals_;
    GroupScalars scalars_;
    Math math_;
    Walk ahead_;
    LocalTensor<T> kept_[kMaxBuffers];
    uint32_t in_flight_ = 0;
};

}  // namespace gnb
