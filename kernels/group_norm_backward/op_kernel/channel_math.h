// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiles whose rows are channels (HxW > 1): sums along rows, one gamma a row.

#include "arguments.h"
#include "gamma_block.h"
#include "group_totals.h"
#include "partial_sums.h"
#include "tile.h"

namespace gnb {

template <typename T, typename U>
class ChannelMath {
public:
    static constexpr int64_t kPitchUnit = kPerBlock<T>;

    __aicore__ inline void Init(TPipe& pipe, const TilingData& t, const Arguments& args,
                                GroupTotals& totals) {
        t_ = &t;
        totals_ = &totals;
        tile_.Init(pipe, t.tile_elems, false);
        gamma_.Init(pipe, t, args.gamma);
        partials_.Init(pipe, t, args.workspace, t.vector_elems);
        pipe.InitBuffer(vectors_, static_cast<uint32_t>(kVectors * t.vector_elems * sizeof(float)));
        pipe.InitBuffer(chunk_, kSumSlotFloats * sizeof(float) * 2);
        if (t.spread_rows != 0)
            pipe.InitBuffer(spread_, static_cast<uint32_t>(t.spread_rows * kBlock));
        Duplicate(vectors_.Get<float>(), 0.0f, static_cast<int32_t>(kVectors * t.vector_elems));
    }

    static __aicore__ inline int64_t RingElems(const TilingData& t) { return 2 * t.tile_elems; }
    __aicore__ inline void LoadExtra(const LocalTensor<T>&, const Unit&, const Piece&) {}

    // Pass 1. `keep`: the tile is needed again.
    __aicore__ inline void Sum(const LocalTensor<T>& tile, const Unit& unit, const Piece& piece,
                               const GroupScalars& scalars) {
        const int64_t pitch = RoundUp(piece.cols, kPitchUnit);
        if (piece.col == 0 && piece.row % t_->block_rows == 0) BeginBlock(unit, piece);
        tile_.Open(tile, t_->tile_elems, unit.groups, piece.rows / unit.groups * pitch, scalars);
        const LocalTensor<float> dy = tile_.Dy(tile);
        const LocalTensor<float> product = tile_.Product();
        Mul(product, dy, tile_.X(), static_cast<int32_t>(piece.rows * pitch));
        Settle();
        const int64_t slot = Slot(unit, piece);
        const bool in_place = !TileBuffers<T>::kIsFloat;
        const LocalTensor<float> work = in_place ? dy : tile_.X();
        if (unit.chunks == 1) {
            SumRowsOfTwo(Vector(kDb)[slot], Vector(kDs)[slot], dy, work, in_place, product,
                         piece.cols, pitch, Layout(unit, piece));
        } else {
            SumChunk(dy, work, in_place, product, unit, piece, slot);
        }
        const int64_t next_row = piece.row + piece.rows / unit.groups;
        const bool row_done = piece.col + piece.cols == unit.cols;
        if (row_done && (next_row == unit.rows || next_row % t_->block_rows == 0)) {
            EndBlock(unit, piece, next_row, scalars);
        }
    }

    // Pass 2: dx of the tile as fp32 in `target`.
    __aicore__ inline void Gradient(const LocalTensor<float>& target, const LocalTensor<T>& tile,
                                    const Unit& unit, const Piece& piece,
                                    const GroupScalars& scalars) {
        const int64_t pitch = RoundUp(piece.cols, kPitchUnit);
        EnsureGamma(unit, piece);
        tile_.Open(tile, t_->tile_elems, unit.groups, piece.rows / unit.groups * pitch, scalars);
        tile_.Slope(target, unit.groups, piece.rows / unit.groups * pitch, scalars);
        const LocalTensor<float> dy = tile_.Dy(tile);
        const int64_t slot = Slot(unit, piece);
#if __NPU_ARCH__ != 1001
        if (t_->spread_rows != 0 && slot % kLanesPerBlock == 0 &&
            ByColumns(piece.rows, pitch, pitch)) {
            AddScaledBySpread(target, dy, unit, piece, slot, pitch, scalars);
            return;
        }
#endif
        Settle();
        const LocalTensor<float> gamma = gamma_.Values();
        const int64_t run = piece.rows / unit.groups;
        for (int64_t r = 0; r < piece.rows; ++r) {
            const int64_t k = r / run;
            const float factor =
                scalars.rstd[k] * gamma.GetValue(slot + k * t_->slot_pitch + r % run);
            Axpy(target[r * pitch], dy[r * pitch], factor, static_cast<int32_t>(pitch));
        }
    }

    __aicore__ inline LocalTensor<float> Target() {
        return tile_.Product();
    }
    __aicore__ inline void FinishPartials() {
        partials_.Finish();
    }
    __aicore__ inline void Drain() {
        gamma_.Drain();
        partials_.Drain();
    }

private:
    enum { kDb, kDs, kWeightedDb, kWeightedDs, kVectors };

    __aicore__ inline LocalTensor<float> Vector(int index) {
        return vectors_.Get<float>()[index * static_cast<int64_t>(t_->vector_elems)];
    }

    __aicore__ inline SlotLayout Layout(const Unit& unit, const Piece& piece) const {
        return SlotLayout{unit.groups, piece.rows / unit.groups, t_->slot_pitch};
    }

    // Channels in front of the block's first, so that sums kept in UB stay on whole blocks there.
    __aicore__ inline int64_t Lead(const Unit& unit, int64_t block_row) const {
        return t_->accumulate != 0 ? (unit.row0 + block_row) % kLanesPerBlock : 0;
    }

    __aicore__ inline int64_t BlockRow(const Piece& piece) const {
        return piece.row / t_->block_rows * t_->block_rows;
    }

    __aicore__ inline int64_t Slot(const Unit& unit, const Piece& piece) const {
        const int64_t block_row = BlockRow(piece);
        return piece.row - block_row + Lead(unit, block_row);
    }

    __aicore__ inline void RequestGamma(const Unit& unit, int64_t block_row) {
        const int64_t lead = Lead(unit, block_row);
        const int64_t group = unit.task % t_->groups;
        const int64_t rows = Least(t_->block_rows, unit.rows - block_row);
        gamma_.Request(group * t_->channels_per_group + unit.row0 + block_row - lead, unit.groups,
                       rows + lead);
    }

    __aicore__ inline void BeginBlock(const Unit& unit, const Piece& piece) {
        RequestGamma(unit, piece.row);
        const int64_t lead = Lead(unit, piece.row);
        if (lead == 0) return;
        Settle();
        Duplicate(Vector(kDb), 0.0f, static_cast<int32_t>(lead));
        Duplicate(Vector(kDs), 0.0f, static_cast<int32_t>(lead));
    }

    // A row in several pieces: its sums grow in two accumulators.
    __aicore__ inline void SumChunk(const LocalTensor<float>& dy, const LocalTensor<float>& work,
                                    bool in_place, const LocalTensor<float>& product,
                                    const Unit& unit, const Piece& piece, int64_t slot) {
        const LocalTensor<float> sums = chunk_.Get<float>();
        const LocalTensor<float> fresh = sums[kSumSlotFloats];
        const SlotLayout one{1, 1, 1};
        const int64_t pitch = RoundUp(piece.cols, kPitchUnit);
        const LocalTensor<float> to = piece.col == 0 ? sums : fresh;
        SumRowsOfTwo(to, to[kLanesPerBlock], dy, work, in_place, product, piece.cols, pitch, one);
        if (piece.col == 0) return;
        Settle();
        Add(sums, sums, fresh, 1);
        Add(sums[kLanesPerBlock], sums[kLanesPerBlock], fresh[kLanesPerBlock], 1);
        if (piece.col + piece.cols != unit.cols) return;
        Settle();
        ReduceRows(Vector(kDb)[slot], sums, 1, kLanesPerBlock,
                   one);  // a sum of one: may write any element
        ReduceRows(Vector(kDs)[slot], sums[kLanesPerBlock], 1, kLanesPerBlock, one);
    }

    // All sums of the block are there: partial sums go out, their gamma-weighted totals to the
    // group.
    __aicore__ inline void EndBlock(const Unit& unit, const Piece& piece, int64_t next_row,
                                    const GroupScalars& scalars) {
        const int64_t block_row = BlockRow(piece);
        const int64_t lead = Lead(unit, block_row);
        const int64_t width =
            unit.groups > 1 ? t_->channels_per_group : next_row - block_row + lead;
        const int64_t step = unit.groups > 1 ? t_->slot_pitch : width;
        Settle();
        gamma_.Arrive();
        const int64_t gm_row = unit.task / t_->groups * t_->split_cols + unit.col_part;
        const int64_t offset =
            unit.task % t_->groups * t_->slot_pitch + unit.row0 + block_row - lead;
        partials_.Take(Vector(kDb), Vector(kDs), gm_row, offset, unit.groups, step, scalars.rstd);
        if (t_->want_dx == 0) return;
        const int32_t count = static_cast<int32_t>(unit.groups * step);
        Mul(Vector(kWeightedDb), Vector(kDb), gamma_.Values(), count);
        Mul(Vector(kWeightedDs), Vector(kDs), gamma_.Values(), count);
        Settle();
        SumRowsOfTwo(totals_->FreshS1(), totals_->FreshS2(), Vector(kWeightedDb),
                     Vector(kWeightedDb), true, Vector(kWeightedDs), width,
                     RoundUp(step, kLanesPerBlock), SlotLayout{1, unit.groups, 1});
        Settle();
        if (unit.groups == 1) totals_->AddFresh(block_row == 0);
    }

    __aicore__ inline void EnsureGamma(const Unit& unit, const Piece& piece) {
        RequestGamma(unit, BlockRow(piece));
        if (gamma_.Arrive()) Hand<HardEvent::V_S>();
    }

#if __NPU_ARCH__ != 1001
    // target += dy * (rstd * gamma) with the rows as repeats.
    __aicore__ inline void AddScaledBySpread(const LocalTensor<float>& target,
                                             const LocalTensor<float>& dy, const Unit& unit,
                                             const Piece& piece, int64_t slot, int64_t pitch,
                                             const GroupScalars& scalars) {
        const SlotLayout layout = Layout(unit, piece);
        const int64_t step = unit.groups > 1 ? t_->slot_pitch : layout.run;
        const LocalTensor<float> factor = Vector(kWeightedDb);
        const LocalTensor<float> spread = spread_.Get<float>();
        for (int64_t k = 0; k < unit.groups; ++k) {
            Muls(factor[k * step], gamma_.Values()[slot + k * step], scalars.rstd[k],
                 static_cast<int32_t>(step));
        }
        Settle();
        Brcb(spread, factor, static_cast<uint8_t>(CeilDivide(unit.groups * step, kLanesPerBlock)),
             BrcbRepeatParams(1, 8));
        Settle();
        const LocalTensor<float> scaled = tile_.X();  // x is in target already
        MulRowsBySpread(scaled, dy, spread, pitch, pitch, layout);
        Settle();
        Add(target, target, scaled, static_cast<int32_t>(piece.rows * pitch));
    }
#endif

    const TilingData* t_ = nullptr;
    GroupTotals* totals_ = nullptr;
    TileBuffers<T> tile_;
    GammaBlock<U> gamma_;
    PartialSums partials_;
    TBuf<TPosition::VECCALC> vectors_;
    TBuf<TPosition::VECCALC> chunk_;
    TBuf<TPosition::VECCALC> spread_;
};

}  // namespace gnb
