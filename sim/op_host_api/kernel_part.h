// SPDX-License-Identifier: Apache-2.0
#pragma once
// One compiled kernel as the library's own source finds it.

#include <cstdint>

#include "sim/isa/core_port.h"
#include "sim/isa/kernel_kind.h"

namespace davsim::op {

struct KernelPart {
    std::uint32_t arg_count;
    void (*invoke)(void* const* args);
    void (*bind)(CorePort** slot);
    const KernelKindRecord* kinds_begin;
    const KernelKindRecord* kinds_end;
};

}  // namespace davsim::op
