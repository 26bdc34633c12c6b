// SPDX-License-Identifier: Apache-2.0
#pragma once
// Stage one of dgamma and dbeta: where the sums of one (sample, channel) go. No atomics, so that
// the result does not depend on which core comes first.
//
//   accumulate  each core adds up its own samples in UB and writes one row [groups][slot_pitch] at
//   the end otherwise   every sample (and column part) has its own workspace row; used when the row
//   is too long for UB

#include "tile_ring.h"
#include "transfer.h"

namespace gnb {

class PartialSums {
public:
    // `capacity`: floats that one Take() brings at most.
    __aicore__ inline void Init(TPipe& pipe, const TilingData& t, GM_ADDR workspace,
                                int64_t capacity) {
        wanted_ = t.want_dgamma != 0 || t.want_dbeta != 0;
        if (!wanted_) return;
        accumulate_ = t.accumulate != 0;
        row_ = t.groups * t.slot_pitch;
        capacity_ = capacity;
        db_gm_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(workspace), t.partial_rows * row_);
        ds_gm_ = db_gm_[t.partial_rows * row_];
        if (accumulate_) {
            pipe.InitBuffer(sums_, static_cast<uint32_t>(2 * row_ * sizeof(float)));
            Duplicate(sums_.Get<float>(), 0.0f, static_cast<int32_t>(2 * row_));
            Settle();
        } else {
            out_.Init(pipe, 1, 2 * capacity * static_cast<int64_t>(sizeof(float)));
        }
    }

    // Sums of `groups` groups, `step` floats each, `ds` still without its factor rstd. `lead`
    // floats in front belong to somebody else: zero when accumulating, absent otherwise.
    __aicore__ inline void Take(const LocalTensor<float>& db, const LocalTensor<float>& ds,
                                int64_t gm_row, int64_t offset, int64_t groups, int64_t step,
                                const float* rstd) {
        if (!wanted_) return;
        const int64_t count = groups * step;
        if (accumulate_) {
            const LocalTensor<float> sums = sums_.Get<float>();
            Add(sums[offset], sums[offset], db, static_cast<int32_t>(count));
            for (int64_t k = 0; k < groups; ++k) {
                Axpy(sums[row_ + offset + k * step], ds[k * step], rstd[k],
                     static_cast<int32_t>(step));
            }
            return;
        }
        const LocalTensor<float> out = out_.Acquire<float>();
        Adds(out, db, 0.0f, static_cast<int32_t>(count));
        for (int64_t k = 0; k < groups; ++k) {
            Muls(out[capacity_ + k * step], ds[k * step], rstd[k], static_cast<int32_t>(step));
        }
        out_.Publish();
        out_.Take<float>();
        StoreRun(db_gm_[gm_row * row_ + offset], out, count);
        StoreRun(ds_gm_[gm_row * row_ + offset], out[capacity_], count);
        out_.Release();
    }

    __aicore__ inline void Finish() {
        if (!wanted_ || !accumulate_) return;
        const LocalTensor<float> sums = sums_.Get<float>();
        Hand<HardEvent::V_MTE3>();
        DataCopy(db_gm_[GetBlockIdx() * row_], sums, static_cast<uint32_t>(row_));
        DataCopy(ds_gm_[GetBlockIdx() * row_], sums[row_], static_cast<uint32_t>(row_));
    }

    __aicore__ inline void Drain() { out_.Drain(); }

private:
    // On Ascend910A the slots of a group are padded, and row splits end on whole blocks.
    __aicore__ inline void StoreRun(const GlobalTensor<float>& dst, const LocalTensor<float>& src,
                                    int64_t count) {
        if (!kPadTransfers || count % kLanesPerBlock == 0) {
            DataCopy(dst, src, static_cast<uint32_t>(RoundUp(count, kLanesPerBlock)));
            return;
        }
#if __NPU_ARCH__ != 1001
        DataCopyPad(dst, src,
                    DataCopyExtParams(1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0));
#endif
    }

    GlobalTensor<float> db_gm_;
    GlobalTensor<float> ds_gm_;
    TBuf<TPosition::VECCALC> sums_;
    OutputRing<1> out_;
    int64_t row_ = 0;
    int64_t capacity_ = 0;
    bool wanted_ = false;
    bool accumulate_ = false;
};

}  // namespace gnb
