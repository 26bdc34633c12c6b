// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flags, event ids, queues and barriers used against their rules.

#include "common.h"

namespace faulty {

template <bool kBad>
void WaitWithoutSet(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    if (!kBad) SetFlag<HardEvent::V_MTE3>(3);
    WaitFlag<HardEvent::V_MTE3>(3);  // @WaitWithoutSet 1
    DataCopy(Gm(args.z), s.b, kCount);
}

template <bool kBad>
void WrongEventId(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kCount);
    SetFlag<HardEvent::MTE2_V>(0);
    WaitFlag<HardEvent::MTE2_V>(kBad ? 1 : 0);  // @WrongEventId 1
    Adds(s.b, s.a, 1.0f, kCount);
    s.Store(args.z);
}

template <bool kBad>
void SetWithoutWait(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    s.Store(args.z);
    SetFlag<HardEvent::MTE3_V>(2);  // @SetWithoutWait 1
    if (!kBad) WaitFlag<HardEvent::MTE3_V>(2);
}

template <bool kBad>
void SetTwice(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    SetFlag<HardEvent::V_MTE3>(0);             // @SetTwice 2
    SetFlag<HardEvent::V_MTE3>(kBad ? 0 : 1);  // @SetTwice 1
    WaitFlag<HardEvent::V_MTE3>(0);
    WaitFlag<HardEvent::V_MTE3>(kBad ? 0 : 1);
    DataCopy(Gm(args.z), s.b, kCount);
}

// Both slots of a double buffer share one id: which of the two is free cannot be told.
template <bool kBad>
void OneEventForBothSlots(const Args& args) {
    Scratch s;
    const LocalTensor<float> slots[2] = {s.a, s.c};
    SetFlag<HardEvent::V_MTE2>(0);             // @OneEventForBothSlots 2
    SetFlag<HardEvent::V_MTE2>(kBad ? 0 : 1);  // @OneEventForBothSlots 1
    for (int tile = 0; tile < 4; ++tile) {
        const int id = kBad ? 0 : tile % 2;
        WaitFlag<HardEvent::V_MTE2>(id);
        DataCopy(slots[tile % 2], Gm(args.x, tile * kCount), kCount);
        Order<HardEvent::MTE2_V>(id);
        Adds(s.b, slots[tile % 2], 1.0f, kCount);
        SetFlag<HardEvent::V_MTE2>(id);
    }
    WaitFlag<HardEvent::V_MTE2>(0);
    WaitFlag<HardEvent::V_MTE2>(kBad ? 0 : 1);
    s.Store(args.z);
}

template <bool kBad>
void CrossedWaits(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    if (kBad) {
        WaitFlag<HardEvent::MTE3_V>(0);  // @CrossedWaits 1
        SetFlag<HardEvent::V_MTE3>(0);
        WaitFlag<HardEvent::V_MTE3>(0);  // @CrossedWaits 2
        SetFlag<HardEvent::MTE3_V>(0);
    } else {
        Order<HardEvent::V_MTE3>();
        Order<HardEvent::MTE3_V>();
    }
    DataCopy(Gm(args.z), s.b, kCount);
}

template <bool kBad>
void BlocksSkipSyncAll(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    s.Store(args.z, GetBlockIdx() * kCount);
    if (kBad && GetBlockIdx() == 1) return;
    SyncAll();  // @BlocksSkipSyncAll 1
}

template <bool kBad>
void EventIdOutOfRange(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    SetFlag<HardEvent::V_MTE3>(kBad ? 8 : 7);  // @EventIdOutOfRange 1
    WaitFlag<HardEvent::V_MTE3>(7);
    DataCopy(Gm(args.z), s.b, kCount);
}

template <bool kBad>
void EventNeverReleased(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    const TEventID id = s.pipe.AllocEventID<HardEvent::V_MTE3>();  // @EventNeverReleased 1
    Order<HardEvent::V_MTE3>(id);
    DataCopy(Gm(args.z), s.b, kCount);
    if (!kBad) s.pipe.ReleaseEventID<HardEvent::V_MTE3>(id);
}

template <bool kBad>
void EventsExhausted(const Args&) {
    TPipe pipe;
    for (int i = 0; i < (kBad ? 9 : 8); ++i)
        pipe.AllocEventID<HardEvent::V_MTE3>();  // @EventsExhausted 1
    for (int i = 0; i < 8; ++i) pipe.ReleaseEventID<HardEvent::V_MTE3>(i);
}

// A queue with one buffer and what a case does with it.
struct OneBuffer {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECIN, 1> other;
    OneBuffer() {
        pipe.InitBuffer(in, 1, kBytes);
        pipe.InitBuffer(other, 1, kBytes);
    }
    void Load(const Args& args) {
        LocalTensor<float> fresh = in.AllocTensor<float>();
        DataCopy(fresh, Gm(args.x), kCount);
        in.EnQue(fresh);
    }
};

template <bool kBad>
void AllocBeyondBuffers(const Args&) {
    OneBuffer q;
    LocalTensor<float> first = q.in.AllocTensor<float>();
    if (!kBad) q.in.FreeTensor(first);
    LocalTensor<float> second = q.in.AllocTensor<float>();  // @AllocBeyondBuffers 1
    q.in.FreeTensor(second);
}

template <bool kBad>
void EnQueWithoutAlloc(const Args& args) {
    OneBuffer q;
    LocalTensor<float> fresh = q.other.AllocTensor<float>();
    DataCopy(fresh, Gm(args.x), kCount);
    if (kBad) {
        q.in.EnQue(fresh);  // @EnQueWithoutAlloc 1
    } else {
        q.other.EnQue(fresh);
        LocalTensor<float> full = q.other.DeQue<float>();
        q.other.FreeTensor(full);
    }
}

template <bool kBad>
void DeQueOfNothing(const Args& args) {
    OneBuffer q;
    if (!kBad) q.Load(args);
    LocalTensor<float> full = q.in.DeQue<float>();  // @DeQueOfNothing 1
    q.in.FreeTensor(full);
}

template <bool kBad>
void DoubleFree(const Args& args) {
    OneBuffer q;
    q.Load(args);
    LocalTensor<float> full = q.in.DeQue<float>();
    q.in.FreeTensor(full);
    if (kBad) q.in.FreeTensor(full);  // @DoubleFree 1
}

template <bool kBad>
void NeverFreed(const Args& args) {
    OneBuffer q;
    q.Load(args);
    LocalTensor<float> full = q.in.DeQue<float>();  // @NeverFreed 1
    if (!kBad) q.in.FreeTensor(full);
}

}  // namespace faulty
