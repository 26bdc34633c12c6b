// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bandwidths of a hardware config are in TB/s (10^12 bytes), the model counts core cycles.

#include <cstdint>

namespace davsim {

inline double bytes_per_cycle(double tbps, std::int64_t clock_mhz) {
    constexpr double kTera = 1e12;
    constexpr double kMega = 1e6;
    return tbps * kTera / (static_cast<double>(clock_mhz) * kMega);
}

}  // namespace davsim
