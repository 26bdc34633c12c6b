// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small things, and rows between GM and UB.
//
// Ascend910A moves whole blocks only. Loads there read up to 31 bytes beyond a row (allocations are
// padded for it); what is beyond the last whole block of a stored row goes out through the scalar
// unit, and the host then runs the problem on one core, because scalar stores share cache lines.

#include "kernel_operator.h"

#include "group_norm_tiling_data.h"

namespace gn {

using namespace AscendC;

struct Arguments {
    GM_ADDR self;
    GM_ADDR gamma;  // null: ones
    GM_ADDR beta;   // null: zeros
    GM_ADDR out;
    GM_ADDR mean;
    GM_ADDR rstd;
};

constexpr int64_t kBlock = 32;  // bytes of a UB block

template <typename T>
constexpr int64_t kPerBlock = kBlock / static_cast<int64_t>(sizeof(T));

__aicore__ inline constexpr int64_t RoundUp(int64_t a, int64_t b) {
    return (a + b - 1) / b * b;
}
__aicore__ inline constexpr int64_t Least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// The second pipe goes on when the first has finished what it was given.
template <HardEvent event>
__aicore__ inline void Hand() {
    const event_t id = static_cast<event_t>(GetTPipePtr()->FetchEventID(event));
    SetFlag<event>(id);
    WaitFlag<event>(id);
}

template <typename T>
__aicore__ inline float ToScalar(T value) {
    if constexpr (IsSameType<T, bfloat16_t>::value) {
        return ToFloat(value);
    } else {
        return static_cast<float>(value);
    }
}

// `rows` rows of `cols` elements that follow one another in GM; in UB rows are `pitch` apart.
template <typename T>
__aicore__ inline void LoadRows(const LocalTensor<T>& dst, const GlobalTensor<T>& src, int64_t rows,
                                int64_t cols, int64_t pitch) {
#if __NPU_ARCH__ == 1001
    for (int64_t r = 0; r < rows; ++r)
        DataCopy(dst[r * pitch], src[r * cols], static_cast<uint32_t>(RoundUp(cols, kPerBlock<T>)));
#else
    const int64_t gap = (pitch - RoundUp(cols, kPerBlock<T>)) / kPerBlock<T>;
    DataCopyPad(
        dst, src,
        DataCopyExtParams(static_cast<uint16_t>(rows), static_cast<uint32_t>(cols * sizeof(T)), 0,
                          static_cast<uint32_t>(gap), 0),
        DataCopyPadExtParams<T>(false, 0, 0, 0));
#endif
}

template <typename T>
__aicore__ inline void StoreRows(GlobalTensor<T> dst, const LocalTensor<T>& src, int64_t rows,
                                 int64_t cols, int64_t pitch) {
#if __NPU_ARCH__ == 1001
    const int64_t whole = cols / kPerBlock<T> * kPerBlock<T>;
    for (int64_t r = 0; r < rows && whole != 0; ++r)
        DataCopy(dst[r * cols], src[r * pitch], static_cast<uint32_t>(whole));
    if (whole == cols) return;
    Hand<HardEvent::V_S>();
    // Transfers and the scalar unit's cache share lines: never both at a time.
    Hand<HardEvent::MTE3_S>();
    for (int64_t r = 0; r < rows; ++r) {
        for (int64_t i = whole; i < cols; ++i)
            dst.SetValue(r * cols + i, src.GetValue(r * pitch + i));
    }
#else
    const int64_t gap = (pitch - RoundUp(cols, kPerBlock<T>)) / kPerBlock<T>;
    DataCopyPad(
        dst, src,
        DataCopyExtParams(static_cast<uint16_t>(rows), static_cast<uint32_t>(cols * sizeof(T)),
                          static_cast<uint32_t>(gap), 0, 0));
#endif
}

}  // namespace gn
