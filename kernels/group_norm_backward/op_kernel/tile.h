// SPDX-License-Identifier: Apache-2.0
#pragma once
// The working copies of a tile in fp32, and what rows and pixels do alike with them.

#include "row_math.h"
#include "statistics.h"
#include "walk.h"

namespace gnb {

template <typename T>
class TileBuffers {
public:
    // `own_dy`: dy needs a working copy although it is fp32 already.
    __aicore__ inline void Init(TPipe& pipe, int64_t elems, bool own_dy) {
        const uint32_t bytes = static_cast<uint32_t>(elems * sizeof(float));
        pipe.InitBuffer(x_, bytes);
        pipe.InitBuffer(product_, bytes);
        if (own_dy || !kIsFloat) pipe.InitBuffer(dy_, bytes);
    }

    __aicore__ inline LocalTensor<float> X() { return x_.Get<float>(); }
    __aicore__ inline LocalTensor<float> Product() { return product_.Get<float>(); }
    __aicore__ inline LocalTensor<float> DyCopy() { return dy_.Get<float>(); }

    // dy as fp32: the tile itself, or the working copy that Open() fills.
    __aicore__ inline LocalTensor<float> Dy(const LocalTensor<T>& tile) {
        if constexpr (kIsFloat) {
            return tile;
        } else {
            return dy_.Get<float>();
        }
    }

    // x becomes x - mean, dy becomes fp32. `run` elements a group, `tile` is dy followed by x at
    // `x_at`.
    __aicore__ inline void Open(const LocalTensor<T>& tile, int64_t x_at, int64_t groups,
                                int64_t run, const GroupScalars& scalars) {
        const LocalTensor<float> x = X();
        Settle();  // the last tile's readers
        if constexpr (!kIsFloat) {
            Cast(dy_.Get<float>(), tile, RoundMode::CAST_NONE, static_cast<uint32_t>(groups * run));
            Cast(x, tile[x_at], RoundMode::CAST_NONE, static_cast<uint32_t>(groups * run));
            Settle();
        }
        for (int64_t k = 0; k < groups; ++k) {
            if constexpr (kIsFloat) {
                Adds(x[k * run], tile[x_at + k * run], -scalars.mean[k], static_cast<int32_t>(run));
            } else {
                Adds(x[k * run], x[k * run], -scalars.mean[k], static_cast<int32_t>(run));
            }
        }
        Settle();
    }

    // target = B * (x - mean) + E
    __aicore__ inline void Slope(const LocalTensor<float>& target, int64_t groups, int64_t run,
                                 const GroupScalars& scalars) {
        const LocalTensor<float> x = X();
        for (int64_t k = 0; k < groups; ++k) {
            Muls(target[k * run], x[k * run], scalars.slope[k], static_cast<int32_t>(run));
        }
        Settle();
        for (int64_t k = 0; k < groups; ++k) {
            Adds(target[k * run], target[k * run], scalars.offset[k], static_cast<int32_t>(run));
        }
    }

    static constexpr bool kIsFloat = IsSameType<T, float>::value;

private:
    TBuf<TPosition::VECCALC> x_;
    TBuf<TPosition::VECCALC> product_;
    TBuf<TPosition::VECCALC> dy_;
};

}  // namespace gnb
