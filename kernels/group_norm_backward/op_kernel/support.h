// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small things that every strategy needs.

#include "kernel_operator.h"

#include "group_norm_backward_tiling_data.h"

namespace gnb {

using namespace AscendC;

constexpr int64_t kBlock = 32;          // bytes of a UB block
constexpr int64_t kRepeatLanes = 64;    // fp32 lanes of a vector repeat
constexpr int64_t kLanesPerBlock = 8;   // fp32 lanes of a block
constexpr int64_t kMaxRepeats = 255;    // of one instruction
constexpr int64_t kMaxRepStride = 255;  // blocks, 8-bit field of two-source instructions
constexpr int64_t kMaxBursts = 4095;    // of one transfer
constexpr int64_t kMaxGap = 65535;      // blocks between bursts, DataCopy

// Ascend910A has neither DataCopyPad nor Brcb.
constexpr bool kPadTransfers = __NPU_ARCH__ != 1001;

template <typename T>
constexpr int64_t kPerBlock = kBlock / static_cast<int64_t>(sizeof(T));

__aicore__ inline constexpr int64_t CeilDivide(int64_t a, int64_t b) {
    return (a + b - 1) / b;
}
__aicore__ inline constexpr int64_t RoundUp(int64_t a, int64_t b) {
    return CeilDivide(a, b) * b;
}
__aicore__ inline constexpr int64_t Least(int64_t a, int64_t b) {
    return a < b ? a : b;
}
__aicore__ inline constexpr int64_t Most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

// Set and wait next to each other: the second pipe goes on when the first has finished what it was
// given.
template <HardEvent event>
__aicore__ inline void Hand() {
    const event_t id = static_cast<event_t>(GetTPipePtr()->FetchEventID(event));
    SetFlag<event>(id);
    WaitFlag<event>(id);
}

// Between dependent vector instructions.
__aicore__ inline void Settle() {
    PipeBarrier<PIPE_V>();
}

template <typename U>
__aicore__ inline float ToScalar(U value) {
    if constexpr (IsSameType<U, bfloat16_t>::value) {
        return ToFloat(value);
    } else {
        return static_cast<float>(value);
    }
}

// b16 to fp32; an fp32 source is copied.
template <typename T>
__aicore__ inline void Widen(const LocalTensor<float>& dst, const LocalTensor<T>& src,
                             int64_t count) {
    if constexpr (IsSameType<T, float>::value) {
        Adds(dst, src, 0.0f, static_cast<int32_t>(count));
    } else {
        Cast(dst, src, RoundMode::CAST_NONE, static_cast<uint32_t>(count));
    }
}

}  // namespace gnb
