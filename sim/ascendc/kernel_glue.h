// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exports a kernel from its shared library: DAVSIM_EXPORT_KERNEL(entry), once, after the kernel's
// source. The build writes that line (scripts/cmake/DavsimOperator.cmake); the kernel's source
// stays as it is.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/kernel_kind.h"
#include "sim/isa/kernel_library.h"

// Start and end of what KERNEL_TASK_TYPE left behind; the linker makes them, null if there is
// nothing.
extern "C" {
[[gnu::weak,
  gnu::visibility("hidden")]] extern const davsim::KernelKindRecord __start_davsim_kinds[];
[[gnu::weak,
  gnu::visibility("hidden")]] extern const davsim::KernelKindRecord __stop_davsim_kinds[];
}

namespace AscendC {
namespace detail {

// Calls an entry whose arguments are all GM addresses.
template <typename... Args, std::size_t... kIndex>
void call_entry(void (*entry)(Args...), void* const* args, std::index_sequence<kIndex...>) {
    entry(static_cast<Args>(args[kIndex])...);
}

template <typename... Args>
void call_entry(void (*entry)(Args...), void* const* args) {
    static_assert((std::is_pointer_v<Args> && ...), "a kernel's arguments are GM_ADDR");
    call_entry(entry, args, std::index_sequence_for<Args...>());
}

template <typename... Args>
constexpr std::uint32_t count_arguments(void (*)(Args...)) {
    return static_cast<std::uint32_t>(sizeof...(Args));
}

inline void bind_core(davsim::CorePort** slot) {
    core_slot = slot;
}

}  // namespace detail
}  // namespace AscendC

#define DAVSIM_EXPORT_KERNEL(entry)                                             \
    extern "C" __attribute__((visibility("default")))                           \
    const davsim::KernelLibrary davsim_kernel_descriptor = {                    \
        davsim::kKernelLibraryVersion,                                          \
        __NPU_ARCH__,                                                           \
        ::AscendC::detail::count_arguments(&entry),                             \
        #entry,                                                                 \
        [](void* const* args) { ::AscendC::detail::call_entry(&entry, args); }, \
        &::AscendC::detail::bind_core,                                          \
        __start_davsim_kinds,                                                   \
        __stop_davsim_kinds};
