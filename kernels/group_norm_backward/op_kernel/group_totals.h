// SPDX-License-Identifier: Apache-2.0
#pragma once
// S1 = sum gamma*dy and S2 = sum gamma*dy*(x - mean) of the unit at work, and how the shares of a
// split group exchange theirs through workspace.

#include "statistics.h"

namespace gnb {

class GroupTotals {
public:
    __aicore__ inline void Init(TPipe& pipe, const TilingData& t, GM_ADDR slots) {
        splits_ = static_cast<int64_t>(t.split_rows) * t.split_cols;
        inverse_m_ = t.inverse_m;
        slots_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(slots), t.shares * kSumSlotFloats);
        pipe.InitBuffer(buffer_, (kFresh + 2 * kMaxGroupsPerTile) * sizeof(float));
        if (splits_ > 1) {
            pipe.InitBuffer(all_, static_cast<uint32_t>(splits_ * kSumSlotFloats * sizeof(float)));
        }
    }

    // Where the sums of a piece (or of a block of rows) are to be put, one a group.
    __aicore__ inline LocalTensor<float> FreshS1() const { return buffer_.Get<float>()[kFresh]; }
    __aicore__ inline LocalTensor<float> FreshS2() const {
        return buffer_.Get<float>()[kFresh + kMaxGroupsPerTile];
    }

    // Adds the fresh sums of a one-group unit to its totals; the caller has settled.
    __aicore__ inline void AddFresh(bool first) {
        const LocalTensor<float> total = buffer_.Get<float>();
        if (first) {
            Adds(total, FreshS1(), 0.0f, 1);
            Adds(total[kLanesPerBlock], FreshS2(), 0.0f, 1);
        } else {
            Add(total, total, FreshS1(), 1);
            Add(total[kLanesPerBlock], total[kLanesPerBlock], FreshS2(), 1);
        }
        Settle();
    }

    // Waits for the vector unit and leaves slope and offset of each group in `scalars`. A unit of
    // one piece has its sums still in the fresh places.
    __aicore__ inline void Read(int64_t groups, bool fresh, GroupScalars& scalars) {
        const LocalTensor<float> sums = buffer_.Get<float>();
        Hand<HardEvent::V_S>();
        const int64_t s1 = fresh ? kFresh : 0;
        const int64_t s2 = fresh ? kFresh + kMaxGroupsPerTile : kLanesPerBlock;
        for (int64_t k = 0; k < groups; ++k) {
            scalars.Finish(k, sums.GetValue(s1 + k), sums.GetValue(s2 + k), inverse_m_);
        }
    }

    // A share's totals to its slot; other cores see them after SyncAll.
    __aicore__ inline void Publish(int64_t share) {
        const LocalTensor<float> total = buffer_.Get<float>();
        Hand<HardEvent::V_MTE3>();
        DataCopy(slots_[share * kSumSlotFloats], total, kSumSlotFloats);
        Hand<HardEvent::MTE3_V>();  // the next share writes the same place
    }

    // All shares' totals of a group, added in the order of the shares.
    __aicore__ inline void Collect(int64_t task, GroupScalars& scalars) {
        const LocalTensor<float> all = all_.Get<float>();
        Hand<HardEvent::S_MTE2>();
        DataCopy(all, slots_[task * splits_ * kSumSlotFloats],
                 static_cast<uint32_t>(splits_ * kSumSlotFloats));
        Hand<HardEvent::MTE2_S>();
        float s1 = 0.0f;
        float s2 = 0.0f;
        for (int64_t part = 0; part < splits_; ++part) {
            s1 += all.GetValue(part * kSumSlotFloats);
            s2 += all.GetValue(part * kSumSlotFloats + kLanesPerBlock);
        }
        scalars.Finish(0, s1, s2, inverse_m_);
    }

private:
    static constexpr int64_t kFresh = kSumSlotFloats;

    GlobalTensor<float> slots_;
    // [0] S1 and [8] S2 of a unit of several pieces, then fresh S1 and fresh S2.
    mutable TBuf<TPosition::VECCALC> buffer_;
    TBuf<TPosition::VECCALC> all_;
    int64_t splits_ = 1;
    float inverse_m_ = 0.0f;
};

}  // namespace gnb
