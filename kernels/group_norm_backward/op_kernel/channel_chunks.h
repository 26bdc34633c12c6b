// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strategy 3: not even a channel fits. Tiles are chunks of a channel; its sums grow from chunk to
// chunk.

#include "channel_math.h"
#include "strategy.h"

namespace gnb {

template <typename T, typename U>
struct ChannelChunks {
    __aicore__ static inline void Process(const TilingData& t, const Arguments& args) {
        RunStrategy<T, U, ChannelMath<T, U>>(t, args, false);
    }
};

}  // namespace gnb
