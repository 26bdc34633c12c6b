// SPDX-License-Identifier: Apache-2.0
#pragma once
// A launch `kernel<<<blocks, ub, stream>>>(arguments)` as the launch site hands it to the host
// library. The site is in the image that holds the kernel; the arguments travel as bytes, because
// the kernel runs in another process (a fork of this one).

#include <cstddef>
#include <cstdint>

#include "sim/isa/core_port.h"

namespace davsim {

struct KernelLaunch {
    const char* name = nullptr;  // as written in the source
    std::int32_t npu_arch = 0;   // that the kernel was compiled for: 1001, 2201, 3510
    std::uint32_t blocks = 0;
    std::uint64_t ub_bytes = 0;      // dynamic UB asked for; 0 for kernels that place their buffers
    void* stream = nullptr;          // an aclrtStream
    std::uint32_t vector_cores = 1;  // a block: 1, or 2 of one AI core
    bool cube_core = false;          // and its cube core, which is not simulated
    const void* call = nullptr;      // call_bytes bytes, copied before the launch returns
    std::size_t call_bytes = 0;
    void (*bind)(CorePort** slot) = nullptr;
    void (*invoke)(const void* call) = nullptr;  // runs one block
};

}  // namespace davsim

// Puts the launch on its stream. Errors are those of the stream.
extern "C" void davsim_launch_kernel(const davsim::KernelLaunch* launch);
