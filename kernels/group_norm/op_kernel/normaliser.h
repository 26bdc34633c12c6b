// SPDX-License-Identifier: Apache-2.0
#pragma once
// A group after another: its mean, its variance about that mean, then its rows. The elements are
// read three times, the second and third time mostly from L2; two passes for the statistics keep
// the variance exact where the mean is large.

#include "support.h"

namespace gn {

template <typename T>
class Normaliser {
public:
    __aicore__ inline Normaliser(const TilingData& t, const Arguments& args)
        : t_(t), has_gamma_(args.gamma != nullptr), has_beta_(args.beta != nullptr) {
        self_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.self));
        gamma_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.gamma));
        beta_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.beta));
        out_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.out));
        mean_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.mean));
        rstd_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(args.rstd));
        pipe_.InitBuffer(in_, 2, static_cast<uint32_t>(t.tile * sizeof(T)));
        pipe_.InitBuffer(store_, 2, static_cast<uint32_t>(t.tile * sizeof(T)));
        pipe_.InitBuffer(wide_, static_cast<uint32_t>(t.tile * sizeof(float)));
        pipe_.InitBuffer(work_, static_cast<uint32_t>(t.tile / kPerBlock<float> * sizeof(float)));
        pipe_.InitBuffer(few_, static_cast<uint32_t>(2 * kBlock));
    }

    __aicore__ inline void Process() {
        const int64_t block = GetBlockIdx();
        const int64_t first =
            block * t_.tasks_per_core - (block > t_.long_cores ? block - t_.long_cores : 0);
        const int64_t count = t_.tasks_per_core - (block >= t_.long_cores ? 1 : 0);
        for (int64_t task = first; task < first + count; ++task) Group(task);
    }

private:
    __aicore__ inline int64_t Elements() const { return t_.channels_per_group * t_.pixels; }

    __aicore__ inline void Group(int64_t task) {
        const float inverse = 1.0f / static_cast<float>(Elements());
        const float mean = Sum<false>(task, 0.0f) * inverse;
        const float variance = Sum<true>(task, mean) * inverse;
        const float rstd = InverseRoot(variance + t_.epsilon);
        StoreStatistic(mean_, task, mean);
        StoreStatistic(rstd_, task, rstd);
        if (t_.pixels <= t_.tile) {
            Rows(task, mean, rstd);
        } else {
            LongRows(task, mean, rstd);
        }
    }

    // Of the elements, or of the squares of their distances from `mean`.
    template <bool kSquares>
    __aicore__ inline float Sum(int64_t task, float mean) {
        const LocalTensor<float> few = few_.template Get<float>();
        float total = 0.0f;
        for (int64_t from = 0; from < Elements(); from += t_.tile) {
            const auto n = static_cast<int32_t>(Least(t_.tile, Elements() - from));
            const LocalTensor<float> x = Fetch(self_[task * Elements() + from], 1, n, n);
            if constexpr (kSquares) {
                Adds(x, x, -mean, n);
                PipeBarrier<PIPE_V>();
                Mul(x, x, x, n);
                PipeBarrier<PIPE_V>();
            }
            ReduceSum(few, x, work_.template Get<float>(), n);
            Hand<HardEvent::V_S>();
            total += few.GetValue(0);
            Hand<HardEvent::S_V>();
        }
        return total;
    }

    // Elements from GM as fp32.
    __aicore__ inline LocalTensor<float> Fetch(const GlobalTensor<T>& from, int64_t rows,
                                               int64_t cols, int64_t pitch) {
        const LocalTensor<float> wide = wide_.template Get<float>();
        LocalTensor<T> x = in_.template AllocTensor<T>();
        LoadRows(x, from, rows, cols, rows == 1 ? RoundUp(cols, kPerBlock<T>) : pitch);
        in_.EnQue(x);
        x = in_.template DeQue<T>();
        const auto count = static_cast<int32_t>((rows - 1) * pitch + cols);
        if constexpr (IsSameType<T, float>::value) {
            Adds(wide, x, 0.0f, count);
        } else {
            Cast(wide, x, RoundMode::CAST_NONE, static_cast<uint32_t>(count));
        }
        PipeBarrier<PIPE_V>();
        in_.FreeTensor(x);
        return wide;
    }

    __aicore__ inline void Deliver(const GlobalTensor<T>& to, const LocalTensor<float>& y,
                                   int64_t rows, int64_t cols, int64_t pitch) {
        LocalTensor<T> out = store_.template AllocTensor<T>();
        const auto count = static_cast<int32_t>((rows - 1) * pitch + cols);
        if constexpr (IsSameType<T, float>::value) {
            Adds(out, y, 0.0f, count);
        } else {
            Cast(out, y, RoundMode::CAST_RINT, static_cast<uint32_t>(count));
        }
        store_.EnQue(out);
        out = store_.template DeQue<T>();
        StoreRows(to, out, rows, cols, rows == 1 ? RoundUp(cols, kPerBlock<T>) : pitch);
        store_.FreeTensor(out);
    }

    __aicore__ inline float InverseRoot(float value) {
        const LocalTensor<float> one = few_.template Get<float>();
        const LocalTensor<float> root = one[kPerBlock<float>];
        const auto n = static_cast<int32_t>(kPerBlock<float>);
        Duplicate(one, 1.0f, n);
        Duplicate(root, value, n);
        PipeBarrier<PIPE_V>();
        Sqrt(root, root, n);
        PipeBarrier<PIPE_V>();
        Div(root, one, root, n);
        Hand<HardEvent::V_S>();
        const float result = root.GetValue(0);
        Hand<HardEvent::S_V>();
        return result;
    }

    __aicore__ inline void StoreStatistic(GlobalTensor<T>& to, int64_t task, float value) {
#if __NPU_ARCH__ == 1001
        to.SetValue(task, static_cast<T>(value));
#else
        const LocalTensor<float> wide = wide_.template Get<float>();
        Duplicate(wide, value, static_cast<int32_t>(2 * kPerBlock<float>));
        PipeBarrier<PIPE_V>();
        Deliver(to[task], wide, 1, 1, 1);
        PipeBarrier<PIPE_V>();
#endif
    }

    __aicore__ inline float Gamma(int64_t channel) {
        return has_gamma_ ? ToScalar(gamma_.GetValue(channel)) : 1.0f;
    }
    __aicore__ inline float Beta(int64_t channel) {
        return has_beta_ ? ToScalar(beta_.GetValue(channel)) : 0.0f;
    }

    // y holds rows of x; each becomes (x - mean) * rstd * gamma + beta.
    __aicore__ inline void Apply(const LocalTensor<float>& y, int64_t channel, int64_t rows,
                                 int64_t cols, int64_t pitch, float mean, float rstd) {
        const auto n = static_cast<int32_t>(cols);
        Adds(y, y, -mean, static_cast<int32_t>((rows - 1) * pitch + cols));
        PipeBarrier<PIPE_V>();
        for (int64_t r = 0; r < rows; ++r)
            Muls(y[r * pitch], y[r * pitch], rstd * Gamma(channel + r), n);
        PipeBarrier<PIPE_V>();
        for (int64_t r = 0; has_beta_ && r < rows; ++r)
            Adds(y[r * pitch], y[r * pitch], Beta(channel + r), n);
        PipeBarrier<PIPE_V>();
    }

    __aicore__ inline int64_t FirstChannel(int64_t task) const {
        return task % t_.groups * t_.channels_per_group;
    }

    __aicore__ inline void Rows(int64_t task, float mean, float rstd) {
        const int64_t pitch = RoundUp(t_.pixels, kPerBlock<half>);
        const int64_t fit = Least(t_.tile / pitch, kMaxRows);
        for (int64_t row = 0; row < t_.channels_per_group; row += fit) {
            const int64_t rows = Least(fit, t_.channels_per_group - row);
            const int64_t at = task * Elements() + row * t_.pixels;
            const LocalTensor<float> y = Fetch(self_[at], rows, t_.pixels, pitch);
            Apply(y, FirstChannel(task) + row, rows, t_.pixels, pitch, mean, rstd);
            Deliver(out_[at], y, rows, t_.pixels, pitch);
            PipeBarrier<PIPE_V>();
        }
    }

    __aicore__ inline void LongRows(int64_t task, float mean, float rstd) {
        for (int64_t row = 0; row < t_.channels_per_group; ++row) {
            for (int64_t col = 0; col < t_.pixels; col += t_.tile) {
                const int64_t cols = Least(t_.tile, t_.pixels - col);
                const int64_t at = task * Elements() + row * t_.pixels + col;
                const LocalTensor<float> y = Fetch(self_[at], 1, cols, cols);
                Apply(y, FirstChannel(task) + row, 1, cols, cols, mean, rstd);
                Deliver(out_[at], y, 1, cols, cols);
                PipeBarrier<PIPE_V>();
            }
        }
    }

    static constexpr int64_t kMaxRows = 4095;  // bursts of one transfer

    const TilingData& t_;
    bool has_gamma_;
    bool has_beta_;
    TPipe pipe_;
    TQue<TPosition::VECIN, 1> in_;
    TQue<TPosition::VECOUT, 1> store_;
    TBuf<TPosition::VECCALC> wide_;
    TBuf<TPosition::VECCALC> work_;
    TBuf<TPosition::VECCALC> few_;
    GlobalTensor<T> self_;
    GlobalTensor<T> gamma_;
    GlobalTensor<T> beta_;
    GlobalTensor<T> out_;
    GlobalTensor<T> mean_;
    GlobalTensor<T> rstd_;
};

}  // namespace gn
