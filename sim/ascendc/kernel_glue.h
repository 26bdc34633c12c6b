// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a library calls a kernel and binds it to a core: for generated sources, which include it
// after the kernel's. The kernel's source stays as it is.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/kernel_kind.h"
#include "sim/isa/kernel_kind.h"

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
