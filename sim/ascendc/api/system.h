// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a kernel can ask of its core and its runtime, and calls of the runtime that have no effect
// in a single launch.

#include <cstdint>

#include "sim/ascendc/api/block.h"
#include "sim/ascendc/api/constants.h"
#include "sim/ascendc/api/mask.h"

namespace AscendC {

// 32-bit id of the core's architecture. 1001 has none.
inline void GetArchVersion(uint32_t& coreVersion) {
    coreVersion = __NPU_ARCH__;
}

constexpr int16_t GetDataBlockSizeInBytes() {
    return ONE_BLK_SIZE;
}

// Bytes of UB that a kernel may use, and of a vector register. On hardware for 3510 only.
inline uint32_t GetRuntimeUBSize() {
    return detail::core().context().ub_bytes;
}
template <int unused = 0>
constexpr uint32_t GetUBSizeInBytes() {
    static_assert(detail::kIs950 && unused == 0,
                  "UNSUPPORTED: GetUBSizeInBytes on arch " DAVSIM_ARCH_TEXT);
    return TOTAL_UB_SIZE;
}
template <int unused = 0>
constexpr uint32_t GetVecLen() {
    static_assert(detail::kIs950 && unused == 0,
                  "UNSUPPORTED: GetVecLen on arch " DAVSIM_ARCH_TEXT);
    return ONE_REPEAT_BYTE_SIZE;
}

// The address of the call, as a number to tell places apart.
DAVSIM_API inline int64_t GetProgramCounter() {
    return static_cast<int64_t>(reinterpret_cast<uintptr_t>(DAVSIM_SITE));
}

// Ends the launch.
inline void Trap() {
    detail::end_launch("Trap: the kernel stopped itself");
}

template <int count = 1>
void Nop() {
    detail::core().spend(davsim::ScalarOp::kAlu, count);
}

// State of the core as at the start of a kernel: no atomics, all lanes.
inline void InitSocState() {
    detail::core().registers = davsim::CoreRegisters{};
    detail::core().spend(davsim::ScalarOp::kSpr, 1);
    detail::core().spend(davsim::ScalarOp::kSetMask, 2);
}

// Overlap with the task before and behind this one: there is none in a launch of its own.
template <pipe_t AIV_PIPE = PIPE_MTE3, pipe_t AIC_PIPE = PIPE_MTE3, bool FORCE = false>
void SetNextTaskStart() {}
template <bool FORCE = false>
void WaitPreTaskEnd() {}

// The system's part of the workspace: kernels launched without the framework set it themselves.
inline void SetSysWorkspace(GM_ADDR workspace) {
    detail::core().system_workspace = workspace;
}
inline void SetSysWorkspaceForce(GM_ADDR workspace) {
    SetSysWorkspace(workspace);
}
inline __gm__ uint8_t* GetSysWorkSpacePtr() {
    return static_cast<__gm__ uint8_t*>(detail::core().system_workspace);
}

}  // namespace AscendC

namespace AscendC {
namespace detail {

struct BlockIndex {
    operator int64_t() const { return GetBlockIdx(); }
};
struct BlockCount {
    operator int64_t() const { return GetBlockNum(); }
};

}  // namespace detail
}  // namespace AscendC

// Variables of the language extension; objects, so that kernels may have variables of these names.
inline constexpr AscendC::detail::BlockIndex block_idx{};
inline constexpr AscendC::detail::BlockCount block_num{};
