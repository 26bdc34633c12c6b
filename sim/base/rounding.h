// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rounding modes of Ascend C's Cast, with its numbering.

#include <cstdint>

namespace davsim {

enum class RoundMode : std::uint8_t {
    kNone = 0,   // CAST_NONE: exact, or as CAST_RINT where precision can be lost
    kRint = 1,   // CAST_RINT: nearest, ties to even
    kFloor = 2,  // CAST_FLOOR
    kCeil = 3,   // CAST_CEIL
    kRound = 4,  // CAST_ROUND: nearest, ties away from zero
    kTrunc = 5,  // CAST_TRUNC: towards zero
    kOdd = 6,    // CAST_ODD: von Neumann rounding, the last bit is sticky
};

}  // namespace davsim
