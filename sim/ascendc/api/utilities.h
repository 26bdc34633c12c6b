// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small names of the vendor's headers that kernels use in passing.

#include <cstdint>

#include "sim/ascendc/api/cross_core.h"
#include "sim/ascendc/api/scalar_tools.h"

using float32_t = float;

namespace AscendC {

using TTagType = int32_t;

// Half of a mixed kernel tells the other: the cube half does not run, so nobody listens, and who
// waits for it ends the launch.
template <pipe_t pipe>
void NotifyEvent(uint16_t flagId) {
    static_assert(!detail::kIs910 || pipe == PIPE_ALL,
                  "UNSUPPORTED: NotifyEvent on arch " DAVSIM_ARCH_TEXT);
    CrossCoreSetFlag<2, pipe>(flagId);
}
template <pipe_t pipe = PIPE_S>
void WaitEvent(uint16_t flagId) {
    static_assert(!detail::kIs910 || pipe == PIPE_ALL,
                  "UNSUPPORTED: WaitEvent on arch " DAVSIM_ARCH_TEXT);
    CrossCoreWaitFlag<2, pipe>(flagId);
}

namespace detail {
__extension__ typedef unsigned __int128 DoubleWord;  // as wide as a product of two uint64_t
}  // namespace detail

// For a division by `divisor` as (x * magic >> bits of T) + x >> shift, as 3510 does it.
template <typename T>
void GetUintDivMagicAndShift(T& magic, T& shift, T divisor) {
    DAVSIM_REQUIRE("GetUintDivMagicAndShift", (detail::kOneOf<T, uint32_t, uint64_t>), T);
    if (divisor == 0) detail::refuse_number("GetUintDivMagicAndShift", "divisor", 0, "1 or more");
    constexpr unsigned kBits = 8 * sizeof(T);
    unsigned power = 0;
    while (power < kBits && (detail::DoubleWord{1} << power) < divisor) ++power;
    const detail::DoubleWord one = 1;
    magic = static_cast<T>((one << kBits) * ((one << power) - divisor) / divisor + 1);
    shift = static_cast<T>(power);
}

}  // namespace AscendC
