// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strategy 1: whole groups fit in the ring of input buffers, small ones several to a tile. x and dy
// are read once: every piece of pass 1 is kept for pass 2, and the ring refills while pass 2
// empties it.

#include "channel_math.h"
#include "strategy.h"

namespace gnb {

template <typename T, typename U>
struct GroupResident {
    __aicore__ static inline void Process(const TilingData& t, const Arguments& args) {
        RunStrategy<T, U, ChannelMath<T, U>>(t, args, false);
    }
};

}  // namespace gnb
