// SPDX-License-Identifier: Apache-2.0
#pragma once
// Buffers that go round between two pipes, first in, first out. Each has a flag of its own for
// "full" and one for "empty". A TQue gives an event id back as soon as the wait is queued, so with
// several tiles on their way the same flag would be set again before the consumer has reached its
// wait; here that cannot happen, because a buffer is filled again only after it was emptied.

#include "support.h"

namespace gnb {

template <HardEvent kFull, HardEvent kEmpty, TPosition kPosition, uint32_t kMost>
class TileRing {
public:
    __aicore__ inline void Init(TPipe& pipe, uint32_t count, int64_t bytes) {
        count_ = count;
        bytes_ = static_cast<uint32_t>(RoundUp(bytes, kBlock));
        pipe.InitBuffer(buffers_, count_ * bytes_);
        for (uint32_t i = 0; i < count_; ++i) {
            full_[i] = pipe.AllocEventID<kFull>();
            empty_[i] = pipe.AllocEventID<kEmpty>();
        }
    }

    // Producer: the next buffer, then its hand-over.
    template <typename T>
    __aicore__ inline LocalTensor<T> Acquire() {
        if (returned_[fill_]) WaitFlag<kEmpty>(empty_[fill_]);
        returned_[fill_] = false;
        return At<T>(fill_);
    }
    __aicore__ inline void Publish() {
        SetFlag<kFull>(full_[fill_]);
        Step(fill_);
    }

    // Consumer: the oldest full buffer, and its return.
    template <typename T>
    __aicore__ inline LocalTensor<T> Take() {
        WaitFlag<kFull>(full_[take_]);
        const LocalTensor<T> tile = At<T>(take_);
        Step(take_);
        return tile;
    }
    __aicore__ inline void Release() {
        SetFlag<kEmpty>(empty_[release_]);
        returned_[release_] = true;
        Step(release_);
    }

    // The end: no flag may be left set, and the ids go back.
    __aicore__ inline void Drain() {
        TPipe& pipe = *GetTPipePtr();
        for (uint32_t i = 0; i < count_; ++i) {
            if (returned_[i]) WaitFlag<kEmpty>(empty_[i]);
            returned_[i] = false;
            pipe.ReleaseEventID<kFull>(full_[i]);
            pipe.ReleaseEventID<kEmpty>(empty_[i]);
        }
        count_ = 0;
    }

private:
    template <typename T>
    __aicore__ inline LocalTensor<T> At(uint32_t index) {
        return buffers_.template GetWithOffset<T>(bytes_ / sizeof(T), index * bytes_);
    }
    __aicore__ inline void Step(uint32_t& index) const {
        index = index + 1 == count_ ? 0 : index + 1;
    }

    TBuf<kPosition> buffers_;
    uint32_t count_ = 0;
    uint32_t bytes_ = 0;
    uint32_t fill_ = 0;
    uint32_t take_ = 0;
    uint32_t release_ = 0;
    TEventID full_[kMost] = {};
    TEventID empty_[kMost] = {};
    bool returned_[kMost] = {};
};

// GM to vector unit, and vector unit to GM.
template <uint32_t kMost>
using InputRing = TileRing<HardEvent::MTE2_V, HardEvent::V_MTE2, TPosition::VECIN, kMost>;
template <uint32_t kMost>
using OutputRing = TileRing<HardEvent::V_MTE3, HardEvent::MTE3_V, TPosition::VECOUT, kMost>;

}  // namespace gnb
