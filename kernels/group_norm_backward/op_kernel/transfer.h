// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows between GM and UB. In UB a row starts on a 32-byte block and rows are `pitch` elements
// apart; in GM they are `stride` elements apart and start anywhere.
//
// Ascend910A moves whole blocks only. Loads there read up to 31 bytes beyond the row (allocations
// are padded for it). Stores must not write beyond the row, since the bytes there belong to another
// core: the end of a row goes out as a block that ends exactly with it, put together by the scalar
// unit.

#include "support.h"

namespace gnb {

template <typename T>
__aicore__ inline void LoadRun(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                               int64_t count) {
    if (!kPadTransfers || count % kPerBlock<T> == 0) {
        DataCopy(dst, src, static_cast<uint32_t>(RoundUp(count, kPerBlock<T>)));
        return;
    }
#if __NPU_ARCH__ != 1001
    DataCopyPad(dst, src, DataCopyExtParams(1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0),
                DataCopyPadExtParams<T>(false, 0, 0, 0));
#endif
}

template <typename T>
__aicore__ inline void LoadRows(const LocalTensor<T>& dst, const GlobalTensor<T>& src, int64_t rows,
                                int64_t cols, int64_t stride, int64_t pitch) {
    if (rows == 1 || (cols == stride && cols == pitch)) {
        LoadRun(dst, src, (rows - 1) * pitch + cols);
        return;
    }
#if __NPU_ARCH__ == 1001
    const int64_t gap = stride - cols;
    const bool blocks =
        cols % kPerBlock<T> == 0 && gap % kPerBlock<T> == 0 && gap / kPerBlock<T> <= kMaxGap;
    if (blocks && rows <= kMaxBursts) {
        DataCopy(
            dst, src,
            DataCopyParams(static_cast<uint16_t>(rows), static_cast<uint16_t>(cols / kPerBlock<T>),
                           static_cast<uint16_t>(gap / kPerBlock<T>),
                           static_cast<uint16_t>((pitch - cols) / kPerBlock<T>)));
        return;
    }
    for (int64_t r = 0; r < rows; ++r) LoadRun(dst[r * pitch], src[r * stride], cols);
#else
    const int64_t used = RoundUp(cols, kPerBlock<T>);
    for (int64_t first = 0; first < rows; first += kMaxBursts) {
        DataCopyPad(dst[first * pitch], src[first * stride],
                    DataCopyExtParams(static_cast<uint16_t>(Least(kMaxBursts, rows - first)),
                                      static_cast<uint32_t>(cols * sizeof(T)),
                                      static_cast<uint32_t>((stride - cols) * sizeof(T)),
                                      static_cast<uint32_t>((pitch - used) / kPerBlock<T>), 0),
                    DataCopyPadExtParams<T>(false, 0, 0, 0));
    }
#endif
}

// Writes rows, never a byte outside them. Call after the V to MTE3 hand-over of `src`.
template <typename T>
class RowStore {
public:
    __aicore__ inline void Init(TPipe& pipe) {
        if constexpr (!kPadTransfers) pipe.InitBuffer(ends_, kEndBytes);
    }

    __aicore__ inline void Store(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                 int64_t rows, int64_t cols, int64_t stride, int64_t pitch) {
        if (rows == 1 || (cols == stride && cols == pitch)) {
            const int64_t run = (rows - 1) * pitch + cols;
            if (run % kPerBlock<T> == 0) {
                DataCopy(dst, src, static_cast<uint32_t>(run));
                return;
            }
        }
#if __NPU_ARCH__ == 1001
        StoreByBlocks(dst, src, rows, cols, stride, pitch);
#else
        const int64_t used = RoundUp(cols, kPerBlock<T>);
        const uint32_t gap = rows == 1 ? 0 : static_cast<uint32_t>((stride - cols) * sizeof(T));
        for (int64_t first = 0; first < rows; first += kMaxBursts) {
            DataCopyPad(
                dst[first * stride], src[first * pitch],
                DataCopyExtParams(static_cast<uint16_t>(Least(kMaxBursts, rows - first)),
                                  static_cast<uint32_t>(cols * sizeof(T)),
                                  static_cast<uint32_t>((pitch - used) / kPerBlock<T>), gap, 0));
        }
#endif
    }

private:
    static constexpr uint32_t kEndBytes = 2048;
    static constexpr int64_t kEndElems = kEndBytes / static_cast<int64_t>(sizeof(T));

#if __NPU_ARCH__ == 1001
    __aicore__ inline void StoreByBlocks(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                         int64_t rows, int64_t cols, int64_t stride,
                                         int64_t pitch) {
        Hand<HardEvent::V_S>();
        if (cols < kPerBlock<T>) {
            StoreDense(dst, src, rows * cols, cols, pitch);
            return;
        }
        const int64_t whole = cols / kPerBlock<T> * kPerBlock<T>;
        for (int64_t r = 0; r < rows; ++r) {
            DataCopy(dst[r * stride], src[r * pitch], static_cast<uint32_t>(whole));
        }
        if (whole == cols) return;
        PipeBarrier<PIPE_MTE3>();  // the ends overlap what was just written
        const LocalTensor<T> ends = ends_.template Get<T>();
        const int64_t batch = kEndElems / kPerBlock<T>;
        for (int64_t first = 0; first < rows; first += batch) {
            const int64_t count = Least(batch, rows - first);
            Hand<HardEvent::MTE3_S>();
            for (int64_t r = 0; r < count; ++r) {
                const int64_t from = (first + r) * pitch + cols - kPerBlock<T>;
                for (int64_t i = 0; i < kPerBlock<T>; ++i) {
                    ends.SetValue(r * kPerBlock<T> + i, src.GetValue(from + i));
                }
            }
            Hand<HardEvent::S_MTE3>();
            for (int64_t r = 0; r < count; ++r) {
                DataCopy(dst[(first + r) * stride + cols - kPerBlock<T>], ends[r * kPerBlock<T>],
                         static_cast<uint32_t>(kPerBlock<T>));
            }
        }
    }

    // Rows shorter than a block: the scalar unit packs the whole run.
    __aicore__ inline void StoreDense(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                      int64_t count, int64_t cols, int64_t pitch) {
        if (count < kPerBlock<T>) {  // the host runs such problems on one core
            for (int64_t i = 0; i < count; ++i) {
                GlobalTensor<T> out = dst;
                out.SetValue(i, src.GetValue(i / cols * pitch + i % cols));
            }
            return;
        }
        const int64_t whole = count / kPerBlock<T> * kPerBlock<T>;
        for (int64_t from = 0; from < whole; from += kEndElems) {
            Pack(dst, src, from, Least(kEndElems, whole - from), cols, pitch);
        }
        if (whole != count) {
            PipeBarrier<PIPE_MTE3>();
            Pack(dst, src, count - kPerBlock<T>, kPerBlock<T>, cols, pitch);
        }
    }

    __aicore__ inline void Pack(const GlobalTensor<T>& dst, const LocalTensor<T>& src, int64_t from,
                                int64_t count, int64_t cols, int64_t pitch) {
        const LocalTensor<T> ends = ends_.template Get<T>();
        Hand<HardEvent::MTE3_S>();
        for (int64_t i = 0; i < count; ++i) {
            const int64_t e = from + i;
            ends.SetValue(i, src.GetValue(e / cols * pitch + e % cols));
        }
        Hand<HardEvent::S_MTE3>();
        DataCopy(dst[from], ends, static_cast<uint32_t>(count));
    }
#endif

    TBuf<TPosition::VECCALC> ends_;
};

}  // namespace gnb
