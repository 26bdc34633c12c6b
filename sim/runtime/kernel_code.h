// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device side of an operator, ready to run: whatever library it came from.

#include <cstdint>
#include <string>

#include "sim/isa/core_port.h"
#include "sim/isa/kernel_library.h"

namespace davsim {

class KernelCode {
public:
    virtual ~KernelCode() = default;
    KernelCode() = default;
    KernelCode(const KernelCode&) = delete;
    KernelCode& operator=(const KernelCode&) = delete;

    virtual const std::string& path() const = 0;  // of the library
    virtual std::uint32_t argument_count() const = 0;
    // What the source says about the cores that run it: for this tiling key, else by default.
    virtual KernelKind kind(std::uint64_t /*tiling_key*/) const { return KernelKind::kVectorOnly; }
    // From now on, API calls of the kernel go to the core in `slot`.
    virtual void bind(CorePort** slot) const = 0;
    // Runs one block on the calling core's scalar thread.
    virtual void invoke(void* const* arguments) const = 0;
};

}  // namespace davsim
