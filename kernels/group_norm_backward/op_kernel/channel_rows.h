// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strategy 2: a group does not fit, its channels do. Tiles are whole channels; the last ones of
// pass 1 are kept, the others are read again for dx.

#include "channel_math.h"
#include "strategy.h"

namespace gnb {

template <typename T, typename U>
struct ChannelRows {
    __aicore__ static inline void Process(const TilingData& t, const Arguments& args) {
        RunStrategy<T, U, ChannelMath<T, U>>(t, args, false);
    }
};

}  // namespace gnb
