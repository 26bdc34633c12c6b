// SPDX-License-Identifier: Apache-2.0
#pragma once
// gamma of the rows whose sums are finished together, as fp32, in the layout of the sums.

#include "tile_ring.h"
#include "transfer.h"

namespace gnb {

template <typename U>
class GammaBlock {
public:
    __aicore__ inline void Init(TPipe& pipe, const TilingData& t, GM_ADDR gamma) {
        given_ = t.has_gamma != 0;
        channels_ = t.channels_per_group;
        pitch_ = t.slot_pitch;
        pipe.InitBuffer(values_, static_cast<uint32_t>(t.vector_elems * sizeof(float)));
        if (given_) {
            gamma_.SetGlobalBuffer(reinterpret_cast<__gm__ U*>(gamma), t.channels);
            raw_.Init(pipe, 1, static_cast<int64_t>(t.vector_elems * sizeof(U)));
        } else {
            Duplicate(values_.Get<float>(), 1.0f, static_cast<int32_t>(t.vector_elems));
            Settle();
        }
    }

    __aicore__ inline LocalTensor<float> Values() const { return values_.Get<float>(); }

    // Starts loading gamma of `count` channels from `channel` on, or of `groups` whole groups.
    __aicore__ inline void Request(int64_t channel, int64_t groups, int64_t count) {
        if (!given_ || (channel == channel_ && groups == groups_ && count == count_)) return;
        const LocalTensor<U> raw = raw_.template Acquire<U>();
        if (groups > 1) {
            LoadRows(raw, gamma_[channel], groups, channels_, channels_, pitch_);
        } else {
            LoadRun(raw, gamma_[channel], count);
        }
        raw_.Publish();
        channel_ = channel;
        groups_ = groups;
        count_ = count;
        pending_ = true;
    }

    // Before the values are used. True if they are new, then the vector unit has still to settle.
    __aicore__ inline bool Arrive() {
        if (!pending_) return false;
        const LocalTensor<U> raw = raw_.template Take<U>();
        Settle();  // the old values may still be in use
        Widen(values_.Get<float>(), raw, groups_ > 1 ? groups_ * pitch_ : count_);
        raw_.Release();
        Settle();
        pending_ = false;
        return true;
    }

    __aicore__ inline void Drain() { raw_.Drain(); }

private:
    GlobalTensor<U> gamma_;
    InputRing<1> raw_;
    mutable TBuf<TPosition::VECCALC> values_;
    int64_t channels_ = 0;
    int64_t pitch_ = 0;
    int64_t channel_ = -1;
    int64_t groups_ = 0;
    int64_t count_ = 0;
    bool given_ = false;
    bool pending_ = false;
};

}  // namespace gnb
