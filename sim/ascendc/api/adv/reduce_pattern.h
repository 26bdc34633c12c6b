// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which axes a reduction removes. A: an axis that stays, R: one that goes.

#include <cstdint>

namespace AscendC {

enum class ReducePattern : uint32_t {
    AR = 0,
    RA = 1,
    R,
    ARA,
    ARAR,
    ARARA,
    ARARAR,
    ARARARA,
    ARARARAR,
    ARARARARA,
    RAR,
    RARA,
    RARAR,
    RARARA,
    RARARAR,
    RARARARA,
};

}  // namespace AscendC
