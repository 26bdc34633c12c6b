// SPDX-License-Identifier: Apache-2.0
#pragma once
// Removed flags and barriers, and blocks that meet in global memory.

#include "common.h"

namespace faulty {

template <bool kBad>
void MissingMte2ToV(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kCount);  // @MissingMte2ToV 1
    if (!kBad) Order<HardEvent::MTE2_V>();
    Adds(s.b, s.a, 1.0f, kCount);  // @MissingMte2ToV 2
    s.Store(args.z);
}

template <bool kBad>
void MissingVToMte3(const Args& args) {
    Scratch s;
    Duplicate(s.b, 2.0f, kCount);  // @MissingVToMte3 1
    if (!kBad) Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.b, kCount);  // @MissingVToMte3 2
}

template <bool kBad>
void MissingMte3ToMte2(const Args& args) {
    Scratch s;
    Duplicate(s.b, 2.0f, kCount);
    Order<HardEvent::V_MTE3>();
    Order<HardEvent::V_MTE2>();
    DataCopy(Gm(args.z), s.b, kCount);  // @MissingMte3ToMte2 1
    if (!kBad) Order<HardEvent::MTE3_MTE2>();
    DataCopy(s.b, Gm(args.x), kCount);  // @MissingMte3ToMte2 2
}

template <bool kBad>
void MissingSToV(const Args& args) {
    Scratch s;
    Duplicate(s.a, 2.0f, kCount);
    Order<HardEvent::V_S>();
    s.a.SetValue(3, 1.0f);  // @MissingSToV 1
    if (!kBad) Order<HardEvent::S_V>();
    Adds(s.b, s.a, 1.0f, kCount);  // @MissingSToV 2
    s.Store(args.z);
}

template <bool kBad>
void MissingVToS(const Args& args) {
    Scratch s;
    Duplicate(s.a, 2.0f, kCount);  // @MissingVToS 1
    if (!kBad) Order<HardEvent::V_S>();
    const float value = s.a.GetValue(7);  // @MissingVToS 2
    Duplicate(s.b, value, kCount);
    s.Store(args.z);
}

template <bool kBad>
void MissingMte2ToS(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kCount);  // @MissingMte2ToS 1
    if (!kBad) Order<HardEvent::MTE2_S>();
    Duplicate(s.b, s.a.GetValue(7), kCount);  // @MissingMte2ToS 2
    s.Store(args.z);
}

template <bool kBad>
void MissingSToMte3(const Args& args) {
    Scratch s;
    Duplicate(s.b, 2.0f, kCount);
    Order<HardEvent::V_S>();
    s.b.SetValue(0, 4.0f);  // @MissingSToMte3 1
    if (!kBad) Order<HardEvent::S_MTE3>();
    s.Store(args.z);  // the store itself is what races
}

template <bool kBad>
void MissingVToMte2(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kCount);
    Order<HardEvent::MTE2_V>();
    Adds(s.b, s.a, 1.0f, kCount);  // @MissingVToMte2 1
    if (!kBad) Order<HardEvent::V_MTE2>();
    DataCopy(s.a, Gm(args.y), kCount);  // @MissingVToMte2 2
    s.Store(args.z);
}

template <bool kBad>
void MissingMte3ToV(const Args& args) {
    Scratch s;
    Duplicate(s.b, 2.0f, kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.b, kCount);  // @MissingMte3ToV 1
    if (!kBad) Order<HardEvent::MTE3_V>();
    Duplicate(s.b, 3.0f, kCount);  // @MissingMte3ToV 2
    s.Store(args.z, kCount);
}

template <bool kBad>
void MissingVectorBarrier(const Args& args) {
    Scratch s;
    Duplicate(s.a, 2.0f, kCount);  // @MissingVectorBarrier 1
    if (!kBad) PipeBarrier<PIPE_V>();
    Adds(s.b, s.a, 1.0f, kCount);  // @MissingVectorBarrier 2
    s.Store(args.z);
}

template <bool kBad>
void ScalarOverwritesSource(const Args& args) {
    Scratch s;
    Duplicate(s.a, 2.0f, kCount);
    PipeBarrier<PIPE_V>();
    Adds(s.b, s.a, 1.0f, kCount);  // @ScalarOverwritesSource 1
    if (!kBad) Order<HardEvent::V_S>();
    s.a.SetValue(0, 5.0f);  // @ScalarOverwritesSource 2
    s.Store(args.z);
}

template <bool kBad>
void LoadOverResult(const Args& args) {
    Scratch s;
    Duplicate(s.a, 2.0f, kCount);  // @LoadOverResult 1
    if (!kBad) Order<HardEvent::V_MTE2>();
    DataCopy(s.a, Gm(args.x), kCount);  // @LoadOverResult 2
}

template <bool kBad>
void ReadBackTooEarly(const Args& args) {
    Scratch s;
    Duplicate(s.b, 2.0f, kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.workspace), s.b, kCount);  // @ReadBackTooEarly 1
    if (!kBad) Order<HardEvent::MTE3_MTE2>();
    DataCopy(s.a, Gm(args.workspace), kCount);  // @ReadBackTooEarly 2
}

// The queue's own flags: FreeTensor says that the vector unit is done with the tile.
template <bool kBad>
void EarlyFree(const Args& args) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TBuf<TPosition::VECCALC> sum_buf;
    pipe.InitBuffer(in, 1, kBytes);
    pipe.InitBuffer(sum_buf, kBytes);
    LocalTensor<float> sum = sum_buf.Get<float>();
    for (int tile = 0; tile < 3; ++tile) {
        LocalTensor<float> fresh = in.AllocTensor<float>();
        DataCopy(fresh, Gm(args.x, tile * kCount), kCount);  // @EarlyFree 2
        in.EnQue(fresh);
        LocalTensor<float> full = in.DeQue<float>();
        if (kBad) in.FreeTensor(full);
        Muls(sum, full, 2.0f, kCount);  // @EarlyFree 1
        if (!kBad) in.FreeTensor(full);
    }
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), sum, kCount);
}

template <bool kBad>
void TwoBlocksOneRange(const Args& args) {
    Scratch s;
    Duplicate(s.b, float(GetBlockIdx()), kCount);
    Order<HardEvent::V_MTE3>();
    const uint64_t offset = kBad ? 0 : GetBlockIdx() * kCount;
    DataCopy(Gm(args.z, offset), s.b, kCount);  // @TwoBlocksOneRange 1 2
}

template <bool kBad>
void PartialSumsTooEarly(const Args& args) {
    Scratch s;
    Duplicate(s.b, float(GetBlockIdx()), kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.workspace, GetBlockIdx() * kCount), s.b, kCount);  // @PartialSumsTooEarly 1
    Order<HardEvent::MTE3_MTE2>();
    if (!kBad) SyncAll();
    if (GetBlockIdx() != 0) return;
    DataCopy(s.a, Gm(args.workspace, kCount), kCount);  // @PartialSumsTooEarly 2
    Order<HardEvent::MTE2_V>();
    Adds(s.b, s.a, 1.0f, kCount);
    s.Store(args.z);
}

template <bool kBad>
void PlainStoreBesideAtomics(const Args& args) {
    Scratch s;
    const bool clears = GetBlockIdx() == 0;
    Duplicate(s.b, clears ? 0.0f : 1.0f, kCount);
    Order<HardEvent::V_MTE3>();
    if (clears) DataCopy(Gm(args.z), s.b, kCount);  // @PlainStoreBesideAtomics 1
    PipeBarrier<PIPE_ALL>();
    if (!kBad) SyncAll();
    if (clears) return;
    SetAtomicAdd<float>();
    DataCopy(Gm(args.z), s.b, kCount);  // @PlainStoreBesideAtomics 2
    SetAtomicNone();
}

}  // namespace faulty
