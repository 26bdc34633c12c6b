// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a program asks of the device process for one kernel launch, and what it hears back.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "sim/isa/core_port.h"
#include "sim/isa/sync_mode.h"
#include "sim/runtime/kernel_code.h"

namespace davsim {

// A kernel that is part of the program (or of a library that it has loaded). The device process is
// a fork of the program, so its code is there at the same addresses.
struct ImageKernel {
    void (*bind)(CorePort** slot) = nullptr;     // where this image's API calls find their core
    void (*invoke)(const void* call) = nullptr;  // one block; `call` is LaunchOrder::call
    std::int32_t npu_arch = 0;                   // that it was compiled for
};

struct LaunchOrder {
    std::string kernel;              // name in reports
    ImageKernel image;               // of a launch that the program wrote
    std::vector<std::uint8_t> call;  // arguments as the launch site packed them

    KernelFunctions library;               // of an operator's launch, instead of `image`
    std::vector<std::uint64_t> arguments;  // its addresses, workspace and tiling included
    std::uint64_t tiling_key = 0;

    std::uint32_t blocks = 1;
    std::uint32_t vector_cores = 1;  // a block
    bool cube_core = false;
    // Who orders dependent instructions, unless the session's options say it. The vendor's compiler
    // does by default.
    SyncMode sync = SyncMode::kAuto;
    std::uint64_t number = 0;  // of the launch in this program, from 0
    std::string strategy;      // of the tiling, for the summary
    // More for the summary, in order: shape, dtype, ...
    std::vector<std::pair<std::string, std::string>> remarks;
};

struct LaunchOutcome {
    bool ok = false;
    Fault fault = Fault::kInternal;  // when not ok
    std::string message;             // when not ok: what and where
    std::int64_t cycles = 0;
    std::uint64_t instructions = 0;
    std::uint64_t hazards = 0;  // that the kernel was found to have, launch not failed by them
};

}  // namespace davsim
