// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a block knows about itself, its launch and its core.

#include <cstdint>

#include "sim/ascendc/api/core.h"

namespace AscendC {

inline int64_t GetBlockIdx() {
    return detail::core().context().block_idx;
}
inline int64_t GetBlockNum() {
    return detail::core().context().block_num;
}
inline int64_t GetSubBlockIdx() {
    return detail::core().context().sub_block_idx;
}
inline int64_t GetSubBlockNum() {
    return detail::core().context().sub_block_num;
}
inline int64_t GetTaskRation() {
    return GetSubBlockNum();
}
inline int64_t GetTaskRatio() {
    return GetSubBlockNum();
}

// Ticks of the SoC's counter since the launch: 50 MHz on 2201, not the core's clock.
inline int64_t GetSystemCycle() {
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
    return detail::core().system_counter();
}

// The user's part of the workspace, behind what the system reserves.
inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) {
    return workspace + detail::core().context().system_workspace;
}

}  // namespace AscendC
