// SPDX-License-Identifier: Apache-2.0
#pragma once
// Viewers count whole nanoseconds and round start and duration separately, so a trace snaps both
// ends of a slice to the same grid first. Exact cycles stand in the arguments of each slice.

#include <cstdint>

namespace davsim::traces {

// Nanoseconds, rounded down.
constexpr std::int64_t to_ns(std::int64_t cycles, std::int64_t clock_mhz) {
    constexpr std::int64_t kNsPerUs = 1000;
    // Split first, so that long simulations do not overflow.
    return cycles / clock_mhz * kNsPerUs + cycles % clock_mhz * kNsPerUs / clock_mhz;
}

}  // namespace davsim::traces
