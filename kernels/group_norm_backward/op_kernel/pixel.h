// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strategy 4: HxW = 1. The channels of a group are contiguous and become lanes, groups become rows.
// With few groups their channels are spread over the cores, which then meet between the passes.

#include "pixel_math.h"
#include "strategy.h"

namespace gnb {

template <typename T, typename U>
struct Pixel {
    __aicore__ static inline void Process(const TilingData& t, const Arguments& args) {
        RunStrategy<T, U, PixelMath<T, U>>(t, args, t.split_cols > 1);
    }
};

}  // namespace gnb
