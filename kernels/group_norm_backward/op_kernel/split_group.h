// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strategy 5: groups are cut into shares of channels, or of columns when channels are few, because
// there are fewer groups than cores or they do not divide evenly. Cores exchange the shares' totals
// between the passes.

#include "channel_math.h"
#include "strategy.h"

namespace gnb {

template <typename T, typename U>
struct SplitGroup {
    __aicore__ static inline void Process(const TilingData& t, const Arguments& args) {
        RunStrategy<T, U, ChannelMath<T, U>>(t, args, true);
    }
};

}  // namespace gnb
