// SPDX-License-Identifier: Apache-2.0
#pragma once
// mean and rstd of the groups at work, as scalars. They are fetched a batch at a time, so that the
// scalar unit waits for GM once in a while and not in every group.

#include "transfer.h"

namespace gnb {

struct GroupScalars {
    float mean[kMaxGroupsPerTile];
    float rstd[kMaxGroupsPerTile];
    float slope[kMaxGroupsPerTile];   // B of dx = (rstd*gamma)*dy + B*(x - mean) + E
    float offset[kMaxGroupsPerTile];  // E

    // From S1 = sum gamma*dy and S2 = sum gamma*dy*(x - mean) of group k.
    __aicore__ inline void Finish(int64_t k, float s1, float s2, float inverse_m) {
        const float c2 = rstd[k] * (s2 * inverse_m);
        slope[k] = -(rstd[k] * c2) * rstd[k];
        offset[k] = -rstd[k] * (s1 * inverse_m);
    }
};

template <typename U>
class Statistics {
public:
    __aicore__ inline void Init(TPipe& pipe, GM_ADDR mean, GM_ADDR rstd, int64_t tasks) {
        mean_.SetGlobalBuffer(reinterpret_cast<__gm__ U*>(mean), tasks);
        rstd_.SetGlobalBuffer(reinterpret_cast<__gm__ U*>(rstd), tasks);
        tasks_ = tasks;
        pipe.InitBuffer(batch_, 2 * kStatBatch * sizeof(U));
    }

    // Fills mean and rstd of `groups` groups from `task` on.
    __aicore__ inline void Get(int64_t task, int64_t groups, GroupScalars& out) {
        if (begin_ < 0 || task < begin_ || task + groups > begin_ + kStatBatch) Fetch(task);
        const LocalTensor<U> batch = batch_.template Get<U>();
        for (int64_t k = 0; k < groups; ++k) {
            out.mean[k] = ToScalar(batch.GetValue(task - begin_ + k));
            out.rstd[k] = ToScalar(batch.GetValue(kStatBatch + task - begin_ + k));
        }
    }

private:
    __aicore__ inline void Fetch(int64_t task) {
        begin_ = task / kMaxGroupsPerTile * kMaxGroupsPerTile;
        const uint32_t count = static_cast<uint32_t>(Least(kStatBatch, tasks_ - begin_));
        const LocalTensor<U> batch = batch_.template Get<U>();
        Hand<HardEvent::S_MTE2>();
        LoadRun(batch, mean_[begin_], count);
        LoadRun(batch[kStatBatch], rstd_[begin_], count);
        Hand<HardEvent::MTE2_S>();
    }

    GlobalTensor<U> mean_;
    GlobalTensor<U> rstd_;
    TBuf<TPosition::VECCALC> batch_;
    int64_t tasks_ = 0;
    int64_t begin_ = -1;
};

}  // namespace gnb
