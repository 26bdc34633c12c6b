// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes that are not there, not aligned, or not the operand's own.

#include "common.h"

namespace faulty {

template <bool kBad>
void CopyTwiceTooLong(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kBad ? 2 * kCount : kCount);  // @CopyTwiceTooLong 1
    Order<HardEvent::MTE2_V>();
    Duplicate(s.b, 1.0f, kCount);
    PipeBarrier<PIPE_V>();
    Add(s.b, s.b, s.a, kCount);
    s.Store(args.z);
}

template <bool kBad>
void OffsetOfFive(const Args& args) {
    Scratch s;
    Duplicate(s.a, 1.0f, kCount);
    PipeBarrier<PIPE_V>();
    Adds(s.b, s.a[kBad ? 5 : 8], 1.0f, kCount / 2);  // @OffsetOfFive 1
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.b, kCount / 2);
}

template <bool kBad>
void UbOneElementTooBig(const Args& args) {
    const uint32_t all = 192 * 1024;
    TPipe pipe;
    TBuf<TPosition::VECCALC> half_buf, rest_buf;
    pipe.InitBuffer(half_buf, all / 2);
    pipe.InitBuffer(rest_buf, all / 2 + (kBad ? sizeof(float) : 0));  // @UbOneElementTooBig 1
    LocalTensor<float> tile = half_buf.Get<float>();
    Duplicate(tile, 1.0f, kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), tile, kCount);
}

// Rows of 126 floats are 504 bytes: no whole number of blocks.
template <bool kBad>
void RowsOf126(const Args& args) {
    constexpr uint32_t kRow = 126;
    Scratch s;
    if (kBad) {
        DataCopy(s.a, Gm(args.x), kRow);  // @RowsOf126 1
    } else {
        DataCopyPad(s.a, Gm(args.x), DataCopyExtParams{1, kRow * sizeof(float), 0, 0, 0},
                    DataCopyPadExtParams<float>{false, 0, 0, 0.0f});
    }
    Order<HardEvent::MTE2_V>();
    Adds(s.b, s.a, 1.0f, 64);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.b, 64);
}

template <bool kBad>
void Repeat256(const Args& args) {
    constexpr uint32_t kLanes = 64;
    constexpr uint32_t kRepeats = kBad ? 256 : 255;
    Scratch s(256 * kLanes * sizeof(float) / 2);
    Duplicate(s.a, 1.0f, kCount);
    Duplicate(s.b, 1.0f, kCount);
    PipeBarrier<PIPE_V>();
    Adds(s.b, s.a, 1.0f, kLanes, kRepeats, UnaryRepeatParams(1, 1, 0, 0));  // @Repeat256 1
    s.Store(args.z);
}

// The tree form keeps the sums of repeats in the workspace while it still reads the source.
template <bool kBad>
void WorkOverlapsSource(const Args& args) {
    Scratch s;
    Duplicate(s.a, 1.0f, kCount);
    PipeBarrier<PIPE_V>();
    const LocalTensor<float> work = kBad ? s.a[kCount / 2] : s.c;
    ReduceSum(s.b, s.a, work, 64, kCount / 64, 8);  // @WorkOverlapsSource 1
    Order<HardEvent::V_MTE3>();
    DataCopyPad(Gm(args.z), s.b, DataCopyExtParams{1, sizeof(float), 0, 0, 0});
}

template <bool kBad>
void ShiftedInPlace(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    PipeBarrier<PIPE_V>();
    Adds(s.b[kBad ? 8 : 0], s.b, 1.0f, kCount - 8);  // @ShiftedInPlace 1
    s.Store(args.z);
}

// Conversion to wider elements in place: the source lies in the upper half of the destination, so
// that no repeat writes what a later one reads.
template <bool kBad>
void WidenedInPlace(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    PipeBarrier<PIPE_V>();
    const auto upper = s.b.ReinterpretCast<half>()[kBad ? kCount - 128 : kCount];
    Cast(s.b, upper, RoundMode::CAST_NONE, kCount);  // @WidenedInPlace 1
    s.Store(args.z);
}

// Half of the lanes are more than the buffer holds. The 16 that the bits of the good twin keep are
// not, though there could be 64.
template <bool kBad>
void GatheredPastItsBuffer(const Args& args) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> source_buf, bits_buf, kept_buf;
    pipe.InitBuffer(source_buf, 64 * sizeof(float));
    pipe.InitBuffer(bits_buf, 8 * sizeof(uint32_t));
    pipe.InitBuffer(kept_buf, 16 * sizeof(float));
    const LocalTensor<float> source = source_buf.Get<float>(), kept = kept_buf.Get<float>();
    const LocalTensor<uint32_t> bits = bits_buf.Get<uint32_t>();
    Duplicate(source, 1.0f, 64);
    Duplicate(bits, uint32_t{0xff}, 8);
    PipeBarrier<PIPE_V>();
    uint64_t count = 0;
    const GatherMaskParams whole{1, 1, 8, 0};
    if (kBad) {
        GatherMask(kept, source, uint8_t{1}, false, 0, whole, count);  // @GatheredPastItsBuffer 1
    } else {
        GatherMask(kept, source, bits, false, 0, whole, count);
    }
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), kept, 16);
}

// The tensor ends 8 floats before the copy does; the allocation's padding hides it.
template <bool kBad>
void PastTheTensor(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x, kBad ? 8 * kCount - 248 : 7 * kCount), kCount);  // @PastTheTensor 1
    Order<HardEvent::MTE2_V>();
    Adds(s.b, s.a, 1.0f, kCount);
    s.Store(args.z);
}

template <bool kBad>
void StorePastTheTensor(const Args& args) {
    Scratch s;
    const uint64_t offset = kBad ? 8 * kCount - 248 : 7 * kCount;
    Duplicate(s.b, 1.0f, kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z, offset), s.b, kCount);  // @StorePastTheTensor 1
}

template <bool kBad>
void PastAllMemory(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x, kBad ? 1000000 : 0), kCount);  // @PastAllMemory 1
}

template <bool kBad>
void NullTensor(const Args& args) {
    Scratch s;
    GlobalTensor<float> in;
    if (!kBad) in = Gm(args.x);
    DataCopy(s.a, in, kCount);  // @NullTensor 1
}

template <bool kBad>
void PastTheUnifiedBuffer(const Args& args) {
    Scratch s;
    Duplicate(s.b[kBad ? 48 * 1024 : 0], 1.0f, kCount);  // @PastTheUnifiedBuffer 1
    s.Store(args.z);
}

template <bool kBad>
void VectorOverrunsBuffer(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kBad ? kCount + 8 : kCount);  // @VectorOverrunsBuffer 1
    s.Store(args.z);
}

template <bool kBad>
void UbOfNobody(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    Duplicate(s.c[kBad ? kCount : 0], 1.0f, kCount);  // @UbOfNobody 1
    s.Store(args.z);
}

template <bool kBad>
void NegativeCount(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    PipeBarrier<PIPE_V>();
    Adds(s.b, s.b, 1.0f, kBad ? -8 : 8);  // @NegativeCount 1
    s.Store(args.z);
}

template <bool kBad>
void AssertionFails(const Args&) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    ASSERT(!kBad || GetBlockNum() == 77);
}

}  // namespace faulty
