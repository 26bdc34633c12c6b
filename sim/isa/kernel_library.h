// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a kernel's shared library exports: one descriptor under a fixed name. The runtime opens the
// library, checks the version, binds the slot through which the kernel finds its core, and calls
// the entry.

#include <cstdint>

#include "sim/isa/core_port.h"

namespace davsim {

// Raised when the descriptor, CorePort or Instruction changes its layout.
inline constexpr std::uint32_t kKernelLibraryVersion = 3;

// dlsym() name of the descriptor.
inline constexpr const char* kKernelLibrarySymbol = "davsim_kernel_descriptor";

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

struct KernelLibrary {
    std::uint32_t version = kKernelLibraryVersion;
    std::uint32_t npu_arch = 0;  // 1001, 2201, 3510
    std::uint32_t arg_count =
        0;  // GM addresses that the entry takes, workspace and tiling included
    const char* entry = nullptr;  // name of the kernel function

    // Runs the kernel for the block of the current core; `args` holds arg_count addresses.
    void (*invoke)(void* const* args) = nullptr;

    // Where the library reads the current core from at every API call.
    void (*bind)(CorePort** slot) = nullptr;

    // What the kernel's source says about its kind; both null when it says nothing.
    const KernelKindRecord* kinds_begin = nullptr;
    const KernelKindRecord* kinds_end = nullptr;
};

}  // namespace davsim
