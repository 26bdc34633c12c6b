// SPDX-License-Identifier: Apache-2.0
#pragma once
// Buffers that are not what the kernel takes them for: static tensors, pools, bound queues, views.

#include "common.h"

namespace faulty {

// Two static tensors on the same bytes: the load runs into the results of the vector unit.
template <bool kBad>
void StaticTensorsOverlap(const Args& args) {
    const LocalTensor<float> in(TPosition::VECIN, 0, kCount);
    const LocalTensor<float> out(TPosition::VECOUT, kBad ? kBytes / 2 : kBytes, kCount);
    DataCopy(in, Gm(args.x), kCount);
    Order<HardEvent::MTE2_V>();
    Duplicate(out, 2.0f, kCount);  // @StaticTensorsOverlap 1
    Order<HardEvent::V_MTE3>();
    DataCopy(in, Gm(args.y), kCount);  // @StaticTensorsOverlap 2
    DataCopy(Gm(args.z), out, kCount);
}

template <bool kBad>
void AllocatedTooShort(const Args& args) {
    LocalMemAllocator<> allocator;
    const LocalTensor<float> in = allocator.Alloc<float>(kBad ? kCount / 2 : kCount);
    const LocalTensor<float> out = allocator.Alloc<float>(kCount);
    DataCopy(in, Gm(args.x), kCount);  // @AllocatedTooShort 1
    Order<HardEvent::MTE2_V>();
    Adds(out, in, 1.0f, kBad ? kCount / 2 : kCount);
}

// A view that starts too late, by an offset counted in bytes where elements are meant.
template <bool kBad>
void OffsetInBytes(const Args& args) {
    Scratch s;
    const uint64_t rows = 3 * kCount;
    DataCopy(s.a, Gm(args.x, kBad ? rows * sizeof(float) : rows), kCount);  // @OffsetInBytes 1
}

// Half-width elements seen as floats: the tile is twice as long as the view.
template <bool kBad>
void ViewOfAnotherType(const Args& args) {
    Scratch s;
    GlobalTensor<half> narrow;
    narrow.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(args.x) + 14 * kCount);
    if (kBad) {
        GlobalTensor<float> wide;
        wide.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(args.x) + 7 * kCount + 8);
        DataCopy(s.a, wide, kCount);  // @ViewOfAnotherType 1
    } else {
        DataCopy(s.a.ReinterpretCast<half>(), narrow, 2 * kCount);
    }
}

template <bool kBad>
void BoundQueueSkipsDeQue(const Args& args) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> through;
    pipe.InitBuffer(through, 1, kBytes);
    LocalTensor<float> fresh = through.AllocTensor<float>();
    DataCopy(fresh, Gm(args.x), kCount);  // @BoundQueueSkipsDeQue 1
    if (kBad) {
        DataCopy(Gm(args.z), fresh, kCount);  // @BoundQueueSkipsDeQue 2
        through.FreeTensor(fresh);
        return;
    }
    through.EnQue(fresh);
    LocalTensor<float> full = through.DeQue<float>();
    DataCopy(Gm(args.z), full, kCount);
    through.FreeTensor(full);
}

template <bool kBad>
void EnQueTwice(const Args& args) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 2> through;
    pipe.InitBuffer(through, 2, kBytes);
    LocalTensor<float> fresh = through.AllocTensor<float>();
    DataCopy(fresh, Gm(args.x), kCount);
    through.EnQue(fresh);
    if (kBad) through.EnQue(fresh);  // @EnQueTwice 1
    LocalTensor<float> full = through.DeQue<float>();
    through.FreeTensor(full);
}

template <bool kBad>
void PoolTooSmall(const Args&) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC> pool;
    pipe.InitBufPool(pool, 2 * kBytes);
    TBuf<TPosition::VECCALC> first, second;
    pool.InitBuffer(first, kBytes);
    pool.InitBuffer(second, kBad ? kBytes + 32 : kBytes);  // @PoolTooSmall 1
    Duplicate(second.Get<float>(), 1.0f, kCount);
}

// The second pool lies on the first one's bytes; its user must wait for the first one's.
template <bool kBad>
void SharedPoolsWithoutWait(const Args& args) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC> first, second;
    pipe.InitBufPool(first, kBytes);
    pipe.InitBufPool(second, kBytes, first);
    TBuf<TPosition::VECCALC> a_buf, b_buf;
    first.InitBuffer(a_buf, kBytes);
    LocalTensor<float> a = a_buf.Get<float>();
    Duplicate(a, 1.0f, kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), a, kCount);  // @SharedPoolsWithoutWait 1
    first.Reset();
    second.InitBuffer(b_buf, kBytes);
    if (!kBad) Order<HardEvent::MTE3_MTE2>();
    DataCopy(b_buf.Get<float>(), Gm(args.x), kCount);  // @SharedPoolsWithoutWait 2
}

template <bool kBad>
void EventIdOf256(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    SetFlag<HardEvent::V_MTE3>(kBad ? 256 : 0);  // @EventIdOf256 1
    WaitFlag<HardEvent::V_MTE3>(0);
    DataCopy(Gm(args.z), s.b, kCount);
}

template <bool kBad>
void NegativeEventId(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    SetFlag<HardEvent::V_MTE3>(0);
    WaitFlag<HardEvent::V_MTE3>(kBad ? -1 : 0);  // @NegativeEventId 1
    DataCopy(Gm(args.z), s.b, kCount);
}

// Undefined lanes through a comparison, a selection, a gather.
template <bool kBad>
void ComparisonOfTheTail(const Args& args) {
    constexpr uint32_t kLoaded = 192;
    Scratch s;
    DataCopy(s.a, Gm(args.x), kLoaded);
    Order<HardEvent::MTE2_V>();
    Duplicate(s.c, 0.0f, kCount);
    PipeBarrier<PIPE_V>();
    const LocalTensor<uint8_t> bits = s.b[128].ReinterpretCast<uint8_t>();
    CompareScalar(bits, s.a, 0.0f, CMPMODE::GT, kBad ? kCount : kLoaded);  // @ComparisonOfTheTail 1
    PipeBarrier<PIPE_V>();
    Select(s.c, bits, s.c, 1.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, kBad ? kCount : kLoaded);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.c, kBad ? kCount : kLoaded);  // @ComparisonOfTheTail 2
}

template <bool kBad>
void GatherOfTheTail(const Args& args) {
    constexpr uint32_t kLoaded = 192;
    Scratch s;
    DataCopy(s.a, Gm(args.x), kLoaded);
    const LocalTensor<int32_t> offsets = s.c.ReinterpretCast<int32_t>();
    CreateVecIndex(offsets, int32_t(0), 64);
    PipeBarrier<PIPE_V>();
    Muls(offsets, offsets, int32_t(kBad ? 16 : 8), 64);
    PipeBarrier<PIPE_V>();
    Order<HardEvent::MTE2_V>();
    Gather(s.b, s.a, offsets.ReinterpretCast<uint32_t>(), 0, 64);  // @GatherOfTheTail 1
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.b, 64);  // @GatherOfTheTail 2
}

}  // namespace faulty
