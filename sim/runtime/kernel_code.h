// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device side of an operator, ready to run: whatever library it came from.

#include <cstdint>
#include <string>

#include "sim/isa/core_port.h"
#include "sim/isa/kernel_kind.h"

namespace davsim {

// Good as long as the library is loaded, in this process and in its forks.
struct KernelFunctions {
    void (*bind)(CorePort** slot) = nullptr;           // API calls go to the core in `slot` now
    void (*invoke)(void* const* arguments) = nullptr;  // one block, on its core's scalar thread
};

class KernelCode {
public:
    virtual ~KernelCode() = default;
    KernelCode() = default;
    KernelCode(const KernelCode&) = delete;
    KernelCode& operator=(const KernelCode&) = delete;

    virtual const std::string& path() const = 0;  // of the library
    virtual std::uint32_t argument_count() const = 0;
    // What the source says about the cores that run it: for this tiling key, else by default.
    virtual KernelKind kind(std::uint64_t tiling_key) const = 0;
    virtual KernelFunctions functions() const = 0;
};

// The record for this key, else the default one, else a vector core a block.
KernelKind kind_of(const KernelKindRecord* begin, const KernelKindRecord* end,
                   std::uint64_t tiling_key);

}  // namespace davsim
