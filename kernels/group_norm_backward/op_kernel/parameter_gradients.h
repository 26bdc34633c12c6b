// SPDX-License-Identifier: Apache-2.0
#pragma once
// Stage two of dgamma and dbeta: the workspace rows are added up, slice by slice of channels over
// all cores, in an order that depends on nothing but the tiling. Runs after all cores have met.

#include "arguments.h"
#include "row_math.h"
#include "tile_ring.h"
#include "transfer.h"

namespace gnb {

template <typename U>
class ParameterGradients {
public:
    __aicore__ inline void Init(TPipe& pipe, const TilingData& t, const Arguments& args) {
        t_ = &t;
        row_ = t.groups * t.slot_pitch;
        in_groups_ = t.slice_groups > 0;
        width_ = in_groups_ ? t.slice_groups * t.slot_pitch : t.slice_cols;
        per_group_ = in_groups_ ? 1 : CeilDivide(t.channels_per_group, t.slice_cols);
        slices_ = in_groups_ ? CeilDivide(t.groups, t.slice_groups) : t.groups * per_group_;
        db_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(args.workspace));
        if (t.want_dbeta != 0)
            dbeta_.SetGlobalBuffer(reinterpret_cast<__gm__ U*>(args.dbeta), t.channels);
        if (t.want_dgamma != 0)
            dgamma_.SetGlobalBuffer(reinterpret_cast<__gm__ U*>(args.dgamma), t.channels);
        in_.Init(pipe, kInputs, t.slice_rows * width_ * static_cast<int64_t>(sizeof(float)));
        pipe.InitBuffer(sum_, static_cast<uint32_t>(width_ * sizeof(float)));
        out_.Init(pipe, 1, width_ * static_cast<int64_t>(sizeof(U)));
        store_.Init(pipe);
    }

    __aicore__ inline void Run() {
        const int64_t first = slices_ * GetBlockIdx() / GetBlockNum();
        const int64_t last = slices_ * (GetBlockIdx() + 1) / GetBlockNum();
        for (int64_t slice = first; slice < last; ++slice) {
            if (t_->want_dbeta != 0) Reduce(slice, db_, dbeta_);
            if (t_->want_dgamma != 0) Reduce(slice, db_[t_->partial_rows * row_], dgamma_);
        }
        in_.Drain();
        out_.Drain();
    }

private:
    static constexpr uint32_t kInputs = 2;

    __aicore__ inline void Reduce(int64_t slice, const GlobalTensor<float>& partials,
                                  const GlobalTensor<U>& result) {
        const int64_t group = in_groups_ ? slice * t_->slice_groups : slice / per_group_;
        const int64_t col = in_groups_ ? 0 : slice % per_group_ * t_->slice_cols;
        const int64_t groups = in_groups_ ? Least(t_->slice_groups, t_->groups - group) : 1;
        const int64_t cols = in_groups_ ? t_->channels_per_group
                                        : Least(t_->slice_cols, t_->channels_per_group - col);
        const int64_t width = in_groups_ ? groups * t_->slot_pitch : RoundUp(cols, kLanesPerBlock);
        const int64_t from = group * t_->slot_pitch + col;
        const LocalTensor<float> sum = sum_.Get<float>();
        for (int64_t row = 0; row < t_->partial_rows; row += t_->slice_rows) {
            AddRowsOf(partials[row * row_ + from], Least(t_->slice_rows, t_->partial_rows - row),
                      width, row == 0);
        }
        const LocalTensor<U> out = out_.template Acquire<U>();
        Settle();
        if constexpr (IsSameType<U, float>::value) {
            Adds(out, sum, 0.0f, static_cast<int32_t>(width));
        } else {
            Cast(out, sum, RoundMode::CAST_RINT, static_cast<uint32_t>(width));
        }
        out_.Publish();
        out_.template Take<U>();
        store_.Store(result[group * t_->channels_per_group + col], out, groups, cols,
                     t_->channels_per_group,
                     groups > 1 ? t_->slot_pitch : RoundUp(cols, kPerBlock<U>));
        out_.Release();
    }

    // Halves the loaded rows until one is left.
    __aicore__ inline void AddRowsOf(const GlobalTensor<float>& from, int64_t rows, int64_t width,
                                     bool first) {
        const LocalTensor<float> in = in_.Acquire<float>();
        LoadRows(in, from, rows, width, row_, width);
        in_.Publish();
        in_.Take<float>();
        Settle();
        int64_t live = rows;
        while (live > 1) {
            const int64_t half = CeilDivide(live, 2);
            Add(in, in, in[half * width], static_cast<int32_t>((live - half) * width));
            Settle();
            live = half;
        }
        const LocalTensor<float> sum = sum_.Get<float>();
        if (first) {
            Adds(sum, in, 0.0f, static_cast<int32_t>(width));
        } else {
            Add(sum, sum, in, static_cast<int32_t>(width));
        }
        in_.Release();
    }

    const TilingData* t_ = nullptr;
    GlobalTensor<float> db_;
    GlobalTensor<U> dbeta_;
    GlobalTensor<U> dgamma_;
    InputRing<kInputs> in_;
    OutputRing<1> out_;
    TBuf<TPosition::VECCALC> sum_;
    RowStore<U> store_;
    int64_t row_ = 0;
    int64_t width_ = 0;
    int64_t per_group_ = 1;
    int64_t slices_ = 0;
    bool in_groups_ = false;
};

}  // namespace gnb
