// SPDX-License-Identifier: Apache-2.0
#pragma once
// KERNEL_TASK_TYPE: which cores of an AI core run a block. On hardware the build reads it; here the
// macro leaves a record in the kernel's library, which the launch reads. Without one the kernel
// runs on vector cores.

#include <cstdint>

#include "sim/ascendc/api/arch.h"
#include "sim/isa/kernel_kind.h"

// Global, because KERNEL_TASK_TYPE is used without AscendC:: in front.
enum KernelMetaType : uint32_t {
    KERNEL_TYPE_AIV_ONLY,
    KERNEL_TYPE_AIC_ONLY,
    KERNEL_TYPE_MIX_AIV_HARD_SYNC,
    KERNEL_TYPE_MIX_AIC_HARD_SYNC,
    KERNEL_TYPE_MIX_AIC_1_1,
    KERNEL_TYPE_MIX_AIC_1_2,
    KERNEL_TYPE_AICORE,
    KERNEL_TYPE_VECTORCORE,
    KERNEL_TYPE_MIX_AICORE,
    KERNEL_TYPE_MIX_VECTOR_CORE,
    KERNEL_TYPE_MAX,
    KERNEL_TYPE_MIX_AIV_1_0 = KERNEL_TYPE_MIX_AIV_HARD_SYNC,
    KERNEL_TYPE_MIX_AIC_1_0 = KERNEL_TYPE_MIX_AIC_HARD_SYNC,
};

namespace AscendC {

using ::KERNEL_TYPE_AIC_ONLY;
using ::KERNEL_TYPE_AICORE;
using ::KERNEL_TYPE_AIV_ONLY;
using ::KERNEL_TYPE_MAX;
using ::KERNEL_TYPE_MIX_AIC_1_0;
using ::KERNEL_TYPE_MIX_AIC_1_1;
using ::KERNEL_TYPE_MIX_AIC_1_2;
using ::KERNEL_TYPE_MIX_AIC_HARD_SYNC;
using ::KERNEL_TYPE_MIX_AICORE;
using ::KERNEL_TYPE_MIX_AIV_1_0;
using ::KERNEL_TYPE_MIX_AIV_HARD_SYNC;
using ::KERNEL_TYPE_MIX_VECTOR_CORE;
using ::KERNEL_TYPE_VECTORCORE;
using ::KernelMetaType;

namespace detail {

constexpr std::uint32_t kernel_kind(KernelMetaType type) {
    using davsim::KernelKind;
    switch (type) {
        case KERNEL_TYPE_AIC_ONLY:
        case KERNEL_TYPE_MIX_AIC_HARD_SYNC:
            return static_cast<std::uint32_t>(KernelKind::kCubeOnly);
        case KERNEL_TYPE_MIX_AIC_1_1:
            return static_cast<std::uint32_t>(KernelKind::kMixedOneVector);
        case KERNEL_TYPE_MIX_AIC_1_2:
            return static_cast<std::uint32_t>(KernelKind::kMixedTwoVector);
        default: return static_cast<std::uint32_t>(KernelKind::kVectorOnly);
    }
}

}  // namespace detail
}  // namespace AscendC

// In assembly, because the macro stands in the middle of functions and templates: the record must
// be there without being run. The layout is that of davsim::KernelKindRecord.
#define DAVSIM_RECORD_KERNEL_KIND(key, kind, is_default)                      \
    do {                                                                      \
        asm volatile(                                                         \
            ".pushsection davsim_kinds, \"a\", @progbits\n\t"                 \
            ".balign 8\n\t.quad %c0\n\t.long %c1\n\t.long %c2\n\t.popsection" \
            :                                                                 \
            : "i"(static_cast<unsigned long long>(key)),                      \
              "i"(::AscendC::detail::kernel_kind(kind)), "i"(is_default));    \
    } while (false)

#ifdef DAVSIM_KIND_MARKS
// A program's launches know their kernel by name: davsim-cc takes the mark out and remembers it.
#define KERNEL_TASK_TYPE(key, type) davsim_kernel_kind(type)
#define KERNEL_TASK_TYPE_DEFAULT(type) davsim_kernel_kind(type)
#else
#define KERNEL_TASK_TYPE(key, type) DAVSIM_RECORD_KERNEL_KIND(key, type, 0)
#define KERNEL_TASK_TYPE_DEFAULT(type) DAVSIM_RECORD_KERNEL_KIND(0, type, 1)
#endif
