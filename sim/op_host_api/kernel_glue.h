// SPDX-License-Identifier: Apache-2.0
#pragma once
// The end of a generated kernel source: how the library calls the entry. Such a source is made for
// each combination of element types and each tiling struct; the build then hides everything in its
// object but the one symbol that DAVSIM_KERNEL_PART defines.

#include "sim/ascendc/kernel_glue.h"
#include "sim/op_host_api/kernel_part.h"

#define DAVSIM_KERNEL_PART(symbol, entry)                                                     \
    extern "C" __attribute__((visibility("default"))) const davsim::op::KernelPart symbol = { \
        ::AscendC::detail::count_arguments(&entry),                                           \
        [](void* const* args) { ::AscendC::detail::call_entry(&entry, args); },               \
        &::AscendC::detail::bind_core, __start_davsim_kinds, __stop_davsim_kinds};

// The same for an entry with template arguments: `invoke` picks the instance by the tiling key.
#define DAVSIM_TEMPLATE_KERNEL_PART(symbol, instance, invoke)                                  \
    extern "C" __attribute__((visibility("default"))) const davsim::op::KernelPart symbol = {  \
        ::AscendC::detail::count_arguments(&instance), &invoke, &::AscendC::detail::bind_core, \
        __start_davsim_kinds, __stop_davsim_kinds};
