// SPDX-License-Identifier: Apache-2.0
#pragma once
// Values that nobody wrote, and values that stop being numbers.

#include "common.h"

namespace faulty {

constexpr uint32_t kValid = 200;  // elements of the last tile

template <bool kBad>
void TailLanesReachGm(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kValid);
    Order<HardEvent::MTE2_V>();
    Adds(s.b, s.a, 1.0f, kBad ? kCount : kValid);  // @TailLanesReachGm 1
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.b, kBad ? kCount : kValid);  // @TailLanesReachGm 2
}

template <bool kBad>
void TailLanesDropped(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kValid);
    Order<HardEvent::MTE2_V>();
    Adds(s.b, s.a, 1.0f, kBad ? kCount : kValid);  // @TailLanesDropped 1
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.b, kValid);
}

// What an earlier launch left in the workspace is nothing to build on.
template <bool kBad>
void StaleWorkspace(const Args& args) {
    Scratch s;
    Duplicate(s.b, 0.0f, kCount);
    if (!kBad) {
        s.Store(args.workspace);
        Order<HardEvent::MTE3_MTE2>();
    }
    DataCopy(s.a, Gm(args.workspace), kCount);  // @StaleWorkspace 1
    Order<HardEvent::MTE2_V>();
    Adds(s.c, s.a, 1.0f, kCount);
    Order<HardEvent::V_MTE3>();
    DataCopy(Gm(args.z), s.c, kCount);  // @StaleWorkspace 2
    Order<HardEvent::MTE3_V>();
    if (kBad) DataCopy(Gm(args.workspace), s.c, kCount);
}

template <bool kBad>
void AtomicsOnNothing(const Args& args) {
    Scratch s;
    Duplicate(s.b, 0.0f, kCount);
    if (!kBad) {
        s.Store(args.z);
        PipeBarrier<PIPE_ALL>();
    }
    Duplicate(s.a, 1.0f, kCount);
    Order<HardEvent::V_MTE3>();
    SetAtomicAdd<float>();
    DataCopy(Gm(args.z), s.a, kCount);  // @AtomicsOnNothing 1
    SetAtomicNone();
}

template <bool kBad>
void SumOverTail(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(args.x), kValid);
    Order<HardEvent::MTE2_V>();
    ReduceSum(s.b, s.a, s.c, kBad ? kCount : kValid);  // @SumOverTail 1 2
    DataCopyPad(Gm(args.z), s.b, DataCopyExtParams{1, sizeof(float), 0, 0, 0});
}

template <bool kBad>
void ScalarReadsNothing(const Args& args) {
    Scratch s;
    Duplicate(s.a, 1.0f, kBad ? 64 : kCount);
    Order<HardEvent::V_S>();
    Duplicate(s.b, s.a.GetValue(100), kCount);  // @ScalarReadsNothing 1
    s.Store(args.z);
}

template <bool kBad>
void OutputReadFirst(const Args& args) {
    Scratch s;
    DataCopy(s.a, Gm(kBad ? args.z : args.x), kCount);  // @OutputReadFirst 1
    Order<HardEvent::MTE2_V>();
    Adds(s.b, s.a, 1.0f, kCount);
    s.Store(args.z);
}

template <bool kBad>
void DivisionByZero(const Args& args) {
    Scratch s;
    Duplicate(s.a, kBad ? 0.0f : 2.0f, kCount);
    Duplicate(s.b, 1.0f, kCount);
    PipeBarrier<PIPE_V>();
    Div(s.b, s.b, s.a, kCount);  // @DivisionByZero 1
    s.Store(args.z);
}

template <bool kBad>
void HalfOverflow(const Args& args) {
    Scratch s;
    const LocalTensor<half> narrow = s.a.ReinterpretCast<half>();
    Duplicate(narrow, half(kBad ? 60000.0f : 200.0f), kCount);
    PipeBarrier<PIPE_V>();
    Muls(narrow, narrow, half(2.0f), kCount);  // @HalfOverflow 1
    PipeBarrier<PIPE_V>();
    Cast(s.b, narrow, RoundMode::CAST_NONE, kCount);
    s.Store(args.z);
}

}  // namespace faulty
