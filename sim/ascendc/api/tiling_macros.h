// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a kernel reads its tiling: the macros that the vendor's build generates a binary from. Here a
// key is compared at run time, and the struct is copied from GM by the scalar unit.

#include <cstddef>
#include <cstdint>

#include "sim/ascendc/api/core.h"

namespace AscendC {
namespace detail {

template <typename T>
void load_tiling(T& tiling, const void* gm, std::size_t offset = 0) {
    core().load_gm(reinterpret_cast<std::uint64_t>(gm) + offset, &tiling, sizeof(T));
}

}  // namespace detail
}  // namespace AscendC

// The struct that GET_TILING_DATA reads; at namespace scope or in the kernel's body.
#define REGISTER_TILING_DEFAULT(Struct) using DavsimDefaultTiling [[maybe_unused]] = Struct
#define REGISTER_TILING_FOR_TILINGKEY(expression, Struct) static_assert(sizeof(Struct) > 0, "")
#define REGISTER_NONE_TILING static_assert(true, "")

#define GET_TILING_DATA(variable, gm) GET_TILING_DATA_WITH_STRUCT(DavsimDefaultTiling, variable, gm)
#define GET_TILING_DATA_WITH_STRUCT(Struct, variable, gm) \
    Struct variable;                                      \
    ::AscendC::detail::load_tiling(variable, gm)
#define GET_TILING_DATA_MEMBER(Struct, member, variable, gm) \
    decltype(Struct::member) variable;                       \
    ::AscendC::detail::load_tiling(variable, gm, offsetof(Struct, member))
#define GET_TILING_DATA_PTR_WITH_STRUCT(Struct, pointer, gm) \
    const __gm__ Struct* pointer = reinterpret_cast<const __gm__ Struct*>(gm)

#define TILING_KEY_VAR (::AscendC::detail::core().context().tiling_key)
#define TILING_KEY_IS(key) (TILING_KEY_VAR == static_cast<::std::uint64_t>(key))
