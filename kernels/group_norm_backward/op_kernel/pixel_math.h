// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiles whose rows are whole groups of channels (HxW = 1): gamma lies along the lanes, and every
// element is itself the sum of its (sample, channel).

#include "arguments.h"
#include "group_totals.h"
#include "partial_sums.h"
#include "tile.h"

namespace gnb {

template <typename T, typename U>
class PixelMath {
public:
    static constexpr int64_t kPitchUnit = kPerBlock<T> > kPerBlock<U> ? kPerBlock<T> : kPerBlock<U>;

    __aicore__ inline void Init(TPipe& pipe, const TilingData& t, const Arguments& args,
                                GroupTotals& totals) {
        t_ = &t;
        totals_ = &totals;
        tile_.Init(pipe, t.tile_elems, true);
        partials_.Init(pipe, t, args.workspace, t.tile_elems);
        if (t.has_gamma == 0) return;
        gamma_gm_.SetGlobalBuffer(reinterpret_cast<__gm__ U*>(args.gamma), t.channels);
        if (!IsSameType<U, float>::value) {
            pipe.InitBuffer(gamma_, static_cast<uint32_t>(t.tile_elems * sizeof(float)));
        }
    }

    // dy, x, and gamma in its own type.
    static __aicore__ inline int64_t RingElems(const TilingData& t) {
        return (2 + static_cast<int64_t>(sizeof(U) / sizeof(T))) * t.tile_elems;
    }

    __aicore__ inline void LoadExtra(const LocalTensor<T>& tile, const Unit& unit,
                                     const Piece& piece) {
        if (t_->has_gamma == 0) return;
        const int64_t channels = t_->channels_per_group;
        const int64_t first = unit.task % t_->groups * channels + unit.col0 + piece.col;
        LoadRows(RawGamma(tile), gamma_gm_[first], piece.rows, piece.cols, channels,
                 RoundUp(piece.cols, kPitchUnit));
    }

    __aicore__ inline void Sum(const LocalTensor<T>& tile, const Unit& unit, const Piece& piece,
                               const GroupScalars& scalars) {
        const int64_t pitch = RoundUp(piece.cols, kPitchUnit);
        const int32_t count = static_cast<int32_t>(piece.rows * pitch);
        tile_.Open(tile, t_->tile_elems, piece.rows, pitch, scalars);
        const LocalTensor<float> dy = tile_.Dy(tile);
        const LocalTensor<float> product = tile_.Product();
        Mul(product, dy, tile_.X(), count);
        Settle();
        const int64_t offset = unit.task % t_->groups * t_->slot_pitch + unit.col0 + piece.col;
        partials_.Take(dy, product, unit.task / t_->groups, offset, piece.rows, pitch,
                       scalars.rstd);
        if (t_->want_dx == 0) return;
        const bool weighted = WeightDy(tile, dy, count);
        if (weighted) {
            Settle();  // Take reads the product before it is weighted
            Mul(product, product, Gamma(tile), count);
        }
        Settle();
        const bool in_place = weighted || !TileBuffers<T>::kIsFloat;
        SumRowsOfTwo(totals_->FreshS1(), totals_->FreshS2(), in_place ? tile_.DyCopy() : dy,
                     tile_.DyCopy(), in_place, product, piece.cols, pitch,
                     SlotLayout{1, piece.rows, 1});
        Settle();
        if (unit.groups == 1) totals_->AddFresh(piece.col == 0);
    }

    __aicore__ inline void Gradient(const LocalTensor<float>& target, const LocalTensor<T>& tile,
                                    const Unit& unit, const Piece& piece,
                                    const GroupScalars& scalars) {
        const int64_t pitch = RoundUp(piece.cols, kPitchUnit);
        tile_.Open(tile, t_->tile_elems, piece.rows, pitch, scalars);
        const LocalTensor<float> dy = tile_.Dy(tile);
        const bool weighted = WeightDy(tile, dy, static_cast<int32_t>(piece.rows * pitch));
        tile_.Slope(target, unit.groups, pitch, scalars);
        Settle();
        const LocalTensor<float> weighted_dy = weighted ? tile_.DyCopy() : dy;
        for (int64_t k = 0; k < piece.rows; ++k) {
            Axpy(target[k * pitch], weighted_dy[k * pitch], scalars.rstd[k],
                 static_cast<int32_t>(pitch));
        }
    }

    __aicore__ inline LocalTensor<float> Target() { return tile_.Product(); }
    __aicore__ inline void FinishPartials() { partials_.Finish(); }
    __aicore__ inline void Drain() { partials_.Drain(); }

private:
    __aicore__ inline LocalTensor<U> RawGamma(const LocalTensor<T>& tile) {
        return tile[2 * static_cast<int64_t>(t_->tile_elems)].template ReinterpretCast<U>();
    }

    __aicore__ inline LocalTensor<float> Gamma(const LocalTensor<T>& tile) {
        if constexpr (IsSameType<U, float>::value) {
            return RawGamma(tile);
        } else {
            return gamma_.Get<float>();
        }
    }

    // The working copy of dy becomes gamma*dy; false if gamma is null.
    __aicore__ inline bool WeightDy(const LocalTensor<T>& tile, const LocalTensor<float>& dy,
                                    int32_t count) {
        if (t_->has_gamma == 0) return false;
        if constexpr (!IsSameType<U, float>::value) {
            Cast(gamma_.Get<float>(), RawGamma(tile), RoundMode::CAST_NONE,
                 static_cast<uint32_t>(count));
            Settle();
        }
        Mul(tile_.DyCopy(), dy, Gamma(tile), count);
        return true;
    }

    const TilingData* t_ = nullptr;
    GroupTotals* totals_ = nullptr;
    TileBuffers<T> tile_;
    PartialSums partials_;
    GlobalTensor<U> gamma_gm_;
    TBuf<TPosition::VECCALC> gamma_;
};

}  // namespace gnb
