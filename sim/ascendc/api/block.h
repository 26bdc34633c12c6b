// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a block knows about itself and its launch, and the barrier over all blocks.

#include <cstdint>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/global_tensor.h"
#include "sim/ascendc/api/local_tensor.h"

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

// Cycles since the launch.
inline int64_t GetSystemCycle() {
    return detail::core().now();
}

// Every block of the launch arrives before any goes on.
template <bool isAIVOnly = true>
DAVSIM_API void SyncAll() {
    detail::note_site(__builtin_return_address(0));
    detail::core().barrier_all();
    detail::core().sync_all();
}

// The software form polls slots in GM on hardware; the same barrier here, the workspaces are not
// touched.
template <bool isAIVOnly = true>
DAVSIM_API void SyncAll(const GlobalTensor<int32_t>& /*gmWorkspace*/,
                        const LocalTensor<int32_t>& /*ubWorkspace*/,
                        const int32_t /*usedCores*/ = 0) {
    const detail::LibraryCall call(__builtin_return_address(0));
    SyncAll<isAIVOnly>();
}

// The user's part of the workspace, behind what the system reserves.
inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) {
    return workspace + detail::core().context().system_workspace;
}

}  // namespace AscendC
