// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cores that do not meet as they should: cross-core flags, flags and barriers in global memory.

#include "common.h"

namespace faulty {

// Each block stores, and reads what its neighbour stored.
inline void StoreOwn(Scratch& s, GM_ADDR to) {
    Duplicate(s.b, float(GetBlockIdx()), kCount);
    s.Store(to, GetBlockIdx() * kCount);
}

inline void LoadNeighbour(Scratch& s, const Args& args) {
    const uint64_t other = (GetBlockIdx() + 1) % GetBlockNum();
    DataCopy(s.a, Gm(args.workspace, other * kCount), kCount);
    Order<HardEvent::MTE2_V>();
    Adds(s.c, s.a, 1.0f, kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z, GetBlockIdx() * kCount), s.c, kCount);
}

template <bool kBad>
void CoreFlagOfOneBlockOnly(const Args& args) {
    Scratch s;
    StoreOwn(s, args.workspace);
    if (!kBad || GetBlockIdx() == 0) CrossCoreSetFlag<0, PIPE_MTE3>(3);
    CrossCoreWaitFlag(3);  // @CoreFlagOfOneBlockOnly 1
    LoadNeighbour(s, args);
}

template <bool kBad>
void CoreFlagNeverAwaited(const Args& args) {
    Scratch s;
    StoreOwn(s, args.z);
    CrossCoreSetFlag<0, PIPE_MTE3>(4);  // @CoreFlagNeverAwaited 1
    if (!kBad) CrossCoreWaitFlag(4);
}

template <bool kBad>
void CoreFlagSetBySomeOnly(const Args& args) {
    Scratch s;
    StoreOwn(s, args.z);
    if (kBad && GetBlockIdx() == 1) return;
    CrossCoreSetFlag<0, PIPE_MTE3>(5);  // @CoreFlagSetBySomeOnly 1
    if (!kBad) CrossCoreWaitFlag(5);
}

// The set must follow the store on the pipe that stores.
template <bool kBad>
void CoreFlagOfTheWrongPipe(const Args& args) {
    Scratch s;
    Duplicate(s.b, float(GetBlockIdx()), kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.workspace, GetBlockIdx() * kCount), s.b, kCount);  // @CoreFlagOfTheWrongPipe 1
    CrossCoreSetFlag<0, kBad ? PIPE_V : PIPE_MTE3>(3);
    CrossCoreWaitFlag(3);
    const uint64_t other = (GetBlockIdx() + 1) % GetBlockNum();
    DataCopy(s.a, Gm(args.workspace, other * kCount), kCount);  // @CoreFlagOfTheWrongPipe 2
}

template <bool kBad>
void SyncAllOnceTooOften(const Args& args) {
    Scratch s;
    StoreOwn(s, args.z);
    SyncAll();
    if (kBad && GetBlockIdx() == 0) SyncAll();  // @SyncAllOnceTooOften 1
}

inline GlobalTensor<int32_t> Slots(GM_ADDR address) {
    GlobalTensor<int32_t> slots;
    slots.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(address));
    return slots;
}

// One block hands over to the other through a flag in the second half of x, which is zero.
template <bool kBad>
void HandOverOfAnotherEvent(const Args& args) {
    Scratch s;
    const LocalTensor<int32_t> slot = s.c.ReinterpretCast<int32_t>();
    const GlobalTensor<int32_t> flags = Slots(args.x + 4096);
    if (GetBlockIdx() == 0) {
        StoreOwn(s, args.workspace);
        IBSet(flags, slot, 0, 0);
        return;
    }
    IBWait(flags, slot, 0, kBad ? 1 : 0);  // @HandOverOfAnotherEvent 1
    DataCopy(s.a, Gm(args.workspace), kCount);
}

template <bool kBad>
void ReadsBeforeHandOver(const Args& args) {
    Scratch s;
    const LocalTensor<int32_t> slot = s.c.ReinterpretCast<int32_t>();
    const GlobalTensor<int32_t> flags = Slots(args.x + 4096);
    if (GetBlockIdx() == 0) {
        Duplicate(s.b, 1.0f, kCount);
        Order<HardEvent::V_MTE3>();
        DataCopy(Gm(args.workspace), s.b, kCount);  // @ReadsBeforeHandOver 1
        IBSet(flags, slot, 0, 0);
        return;
    }
    if (kBad) DataCopy(s.a, Gm(args.workspace), kCount);  // @ReadsBeforeHandOver 2
    IBWait(flags, slot, 0, 0);
    if (!kBad) DataCopy(s.a, Gm(args.workspace), kCount);
}

// The barrier through global memory needs 32 bytes a block in UB.
template <bool kBad>
void SlotsTooSmall(const Args& args) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> slots_buf, rest_buf;
    pipe.InitBuffer(slots_buf, kBad ? 32 : 32 * 4);
    pipe.InitBuffer(rest_buf, kBytes);
    SyncAll(Slots(args.x + 4096), slots_buf.Get<int32_t>());  // @SlotsTooSmall 1
}

template <bool kBad>
void SlotsBeyondTheTensor(const Args& args) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> slots_buf;
    pipe.InitBuffer(slots_buf, 32 * 4);
    const GlobalTensor<int32_t> slots = Slots(args.x + (kBad ? 8192 - 32 : 4096));
    SyncAll(slots, slots_buf.Get<int32_t>());  // @SlotsBeyondTheTensor 1
}

template <bool kBad>
void ReadBesideAtomics(const Args& args) {
    Scratch s;
    Duplicate(s.b, 0.0f, kCount);
    if (GetBlockIdx() == 0) s.Store(args.z);
    SyncAll();
    if (GetBlockIdx() == 0) {
        if (!kBad) SyncAll();
        DataCopy(s.a, Gm(args.z), kCount);  // @ReadBesideAtomics 1
        if (kBad) SyncAll();
        return;
    }
    Order<HardEvent::V_MTE3>();
    SetAtomicAdd<float>();
    DataCopy(Gm(args.z), s.b, kCount);  // @ReadBesideAtomics 2
    SetAtomicNone();
    SyncAll();
}

}  // namespace faulty
