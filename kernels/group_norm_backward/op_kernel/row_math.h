// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vector work on a tile of rows: `rows` rows of `width` fp32 lanes, `pitch` lanes apart (a multiple
// of 8).
//
// Every function picks the loop with the fewest instructions: over rows (one instruction a row), or
// over columns of 64 lanes with the rows as repeats of one instruction.

#include "support.h"

namespace gnb {

// Where per-row results go: rows come in `groups` runs of `run`, a run starts every `slot`
// elements.
struct SlotLayout {
    int64_t groups = 1;
    int64_t run = 0;
    int64_t slot = 0;
    __aicore__ inline bool Dense() const { return groups == 1 || run == slot; }
    __aicore__ inline int64_t Rows() const { return groups * run; }
    __aicore__ inline int64_t Extent() const { return groups == 1 ? run : groups * slot; }
};

__aicore__ inline bool ByColumns(int64_t rows, int64_t lanes, int64_t pitch) {
    return pitch / kLanesPerBlock <= kMaxRepStride && CeilDivide(lanes, kRepeatLanes) < rows;
}

// dst[r] += over lanes: dst[r][0, lanes) = a[r][0, lanes) + b[r][0, lanes).
__aicore__ inline void AddRows(const LocalTensor<float>& dst, const LocalTensor<float>& a,
                               const LocalTensor<float>& b, int64_t rows, int64_t lanes,
                               int64_t pitch) {
    if (!ByColumns(rows, lanes, pitch)) {
        for (int64_t r = 0; r < rows; ++r) {
            Add(dst[r * pitch], a[r * pitch], b[r * pitch], static_cast<int32_t>(lanes));
        }
        return;
    }
    const uint8_t stride = static_cast<uint8_t>(pitch / kLanesPerBlock);
    for (int64_t first = 0; first < rows; first += kMaxRepeats) {
        const int64_t base = first * pitch;
        const uint8_t repeats = static_cast<uint8_t>(Least(kMaxRepeats, rows - first));
        for (int64_t c = 0; c < lanes; c += kRepeatLanes) {
            const uint64_t mask = static_cast<uint64_t>(Least(kRepeatLanes, lanes - c));
            Add(dst[base + c], a[base + c], b[base + c], mask, repeats,
                BinaryRepeatParams(1, 1, 1, stride, stride, stride));
        }
    }
    ResetMask();
}

// dst[r][from, to) = src[r][from, to); `to` is a multiple of 64, `from` any lane.
__aicore__ inline void CopyLanes(const LocalTensor<float>& dst, const LocalTensor<float>& src,
                                 int64_t rows, int64_t pitch, int64_t from, int64_t to) {
    const int64_t whole = RoundUp(from, kRepeatLanes);
    if (whole != from) {  // the lanes of the first 64 that AddRows does not write
        uint64_t mask[2] = {~((uint64_t{1} << (from % kRepeatLanes)) - 1), 0};
        for (int64_t r = 0; r < rows; ++r) {
            const int64_t base = r * pitch + whole - kRepeatLanes;
            Adds(dst[base], src[base], 0.0f, mask, 1, UnaryRepeatParams(1, 1, 8, 8));
        }
        ResetMask();
    }
    if (whole < to) {
        for (int64_t r = 0; r < rows; ++r) {
            Adds(dst[r * pitch + whole], src[r * pitch + whole], 0.0f,
                 static_cast<int32_t>(to - whole));
        }
    }
}

// One halving: lanes [half, width) are added onto [0, width - half).
__aicore__ inline void FoldOnce(const LocalTensor<float>& dst, const LocalTensor<float>& src,
                                bool in_place, int64_t rows, int64_t width, int64_t pitch,
                                int64_t half) {
    AddRows(dst, src, src[half], rows, width - half, pitch);
    if (!in_place && width - half < half) CopyLanes(dst, src, rows, pitch, width - half, half);
}

// Rows of at most 64 lanes to one element each.
__aicore__ inline void ReduceRows(const LocalTensor<float>& dst, const LocalTensor<float>& src,
                                  int64_t width, int64_t pitch, const SlotLayout& to) {
    const int32_t lanes = static_cast<int32_t>(width);
    const int64_t stride = pitch / kLanesPerBlock;
    const bool dense = to.Dense();
    const bool by_position = !dense && to.run < to.groups;
    const int64_t calls = dense ? 1 : by_position ? to.run : to.groups;
    const int64_t repeats = dense ? to.Rows() : by_position ? to.groups : to.run;
    const int64_t dst_step = by_position ? to.slot : 1;
    const int64_t src_step = by_position ? to.run * stride : stride;
    for (int64_t call = 0; call < calls; ++call) {
        const int64_t dst0 = by_position ? call : call * to.slot;
        const int64_t src0 = by_position ? call * pitch : call * to.run * pitch;
        for (int64_t first = 0; first < repeats; first += kMaxRepeats) {
            WholeReduceSum<float>(
                dst[dst0 + first * dst_step], src[src0 + first * src_step * kLanesPerBlock], lanes,
                static_cast<int32_t>(Least(kMaxRepeats, repeats - first)),
                static_cast<int32_t>(dst_step), 1, static_cast<int32_t>(src_step));
        }
    }
    ResetMask();
}

// Row sums of two tiles at once, so that their halving levels share barriers. `a` is kept if
// `a_work` is another buffer; `b` is destroyed. Lanes beyond `width` are never read into a sum. The
// caller settles before (operands) and after (results).
__aicore__ inline void SumRowsOfTwo(const LocalTensor<float>& dst_a,
                                    const LocalTensor<float>& dst_b, const LocalTensor<float>& a,
                                    const LocalTensor<float>& a_work, bool a_in_place,
                                    const LocalTensor<float>& b, int64_t width, int64_t pitch,
                                    const SlotLayout& to) {
    int64_t live = width;
    bool first = true;
    while (live > kRepeatLanes) {
        const int64_t half = RoundUp(CeilDivide(live, 2), kRepeatLanes);
        if (first) {
            FoldOnce(a_work, a, a_in_place, to.Rows(), live, pitch, half);
        } else {
            FoldOnce(a_work, a_work, true, to.Rows(), live, pitch, half);
        }
        FoldOnce(b, b, true, to.Rows(), live, pitch, half);
        Settle();
        live = half;
        first = false;
    }
    if (first) {
        ReduceRows(dst_a, a, live, pitch, to);
    } else {
        ReduceRows(dst_a, a_work, live, pitch, to);
    }
    ReduceRows(dst_b, b, live, pitch, to);
}

// dst[r][0, lanes) = src[r][0, lanes) * factor[r], the factors already spread to a block each
// (Brcb).
__aicore__ inline void MulRowsBySpread(const LocalTensor<float>& dst, const LocalTensor<float>& src,
                                       const LocalTensor<float>& spread, int64_t lanes,
                                       int64_t pitch, const SlotLayout& at) {
    const uint8_t stride = static_cast<uint8_t>(pitch / kLanesPerBlock);
    const bool dense = at.Dense();
    const int64_t calls = dense ? 1 : at.groups;
    const int64_t rows = dense ? at.Rows() : at.run;
    for (int64_t call = 0; call < calls; ++call) {
        for (int64_t first = 0; first < rows; first += kMaxRepeats) {
            const int64_t base = (call * at.run + first) * pitch;
            const int64_t block = (call * at.slot + first) * kLanesPerBlock;
            const uint8_t repeats = static_cast<uint8_t>(Least(kMaxRepeats, rows - first));
            for (int64_t c = 0; c < lanes; c += kRepeatLanes) {
                Mul(dst[base + c], src[base + c], spread[block],
                    static_cast<uint64_t>(Least(kRepeatLanes, lanes - c)), repeats,
                    BinaryRepeatParams(1, 1, 0, stride, stride, 1));
            }
        }
    }
    ResetMask();
}

}  // namespace gnb
