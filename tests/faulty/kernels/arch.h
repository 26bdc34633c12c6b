// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sins against limits that differ from architecture to architecture.

#include "common.h"

namespace faulty {

constexpr int kEventIds = __NPU_ARCH__ == 1001 ? 4 : 8;

template <bool kBad>
void EventIdBeyondTheLast(const Args& args) {
    Scratch s;
    Duplicate(s.b, 1.0f, kCount);
    SetFlag<HardEvent::V_MTE3>(kBad ? kEventIds : kEventIds - 1);  // @EventIdBeyondTheLast 1
    WaitFlag<HardEvent::V_MTE3>(kEventIds - 1);
    DataCopy(Gm(args.z), s.b, kCount);
}

template <bool kBad>
void MoreThanAnyUnifiedBuffer(const Args& args) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, kBad ? 1024 * 1024 : kBytes);  // @MoreThanAnyUnifiedBuffer 1
    Duplicate(buffer.Get<float>(), 1.0f, kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), buffer.Get<float>(), kCount);
}

template <bool kBad>
void LanesOfNobody(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kBad ? kCount / 2 : kCount);
    Order<HardEvent::MTE2_V>();
    Muls(s.b, s.a, 2.0f, kCount);  // @LanesOfNobody 1
    s.Store(args.z);
}

// Dependent vector instructions: the hardware of 3510 orders them itself.
template <bool kBad>
void VectorAfterVector(const Args& args) {
    Scratch s;
    Duplicate(s.a, 2.0f, kCount);  // @VectorAfterVector 1
    if (!kBad && __NPU_ARCH__ != 3510) PipeBarrier<PIPE_V>();
    Adds(s.b, s.a, 1.0f, kCount);  // @VectorAfterVector 2
    s.Store(args.z);
}

}  // namespace faulty
