// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a kernel's source says about the cores that run a block of it.

#include <cstdint>

namespace davsim {

// The kinds of kernel (Ascend C: KERNEL_TASK_TYPE): which cores of an AI core run a block.
enum class KernelKind : std::uint8_t {
    kVectorOnly,      // AIV_ONLY, MIX_AIV_1_0, AICORE, VECTORCORE: one vector core
    kCubeOnly,        // AIC_ONLY, MIX_AIC_1_0
    kMixedOneVector,  // MIX_AIC_1_1: the cube core and one vector core
    kMixedTwoVector,  // MIX_AIC_1_2: the cube core and both vector cores
};

// One KERNEL_TASK_TYPE of the kernel's source; the default has its own flag.
struct KernelKindRecord {
    std::uint64_t key = 0;
    std::uint32_t kind = 0;
    std::uint32_t is_default = 0;
};

}  // namespace davsim
