// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rounding to a small float format by arithmetic on the value, independent of the bit tricks it
// checks.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/base/rounding.h"

namespace davsim::test {

struct FloatFormat {
    int fraction_bits;
    int min_exponent;  // of the smallest normal number
    int max_exponent;
};
inline constexpr FloatFormat kFp16{10, -14, 15};
inline constexpr FloatFormat kBf16{7, -126, 127};
inline constexpr FloatFormat kFp32{23, -126, 127};

// Rounds to an integer; |value| < 2^63. Ties and directions by the mode's definition.
inline long double round_integer(long double value, RoundMode mode) {
    const long double down = std::floor(value);
    if (down == value) return value;
    const long double up = down + 1;
    const bool negative = value < 0;
    switch (mode) {
        case RoundMode::kFloor: return down;
        case RoundMode::kCeil: return up;
        case RoundMode::kTrunc: return negative ? up : down;
        case RoundMode::kOdd: return std::fmod(down, 2) != 0 ? down : up;
        case RoundMode::kRound:
            if (value - down == up - value) return negative ? down : up;
            break;
        default:
            if (value - down == up - value) return std::fmod(down, 2) == 0 ? down : up;
            break;
    }
    return value - down < up - value ? down : up;
}

// The format's value for `value`, or an infinity. Whatever lies beyond the largest binade is
// infinite in every mode.
inline long double round_to_format(long double value, FloatFormat format, RoundMode mode) {
    if (std::isnan(value) || std::isinf(value) || value == 0) return value;
    int exponent = 0;
    std::frexp(value, &exponent);  // value = 0.1xxx * 2^exponent
    const long double infinite = std::copysign(std::numeric_limits<long double>::infinity(), value);
    if (exponent - 1 > format.max_exponent) return infinite;
    const int quantum = std::max(exponent - 1, format.min_exponent) - format.fraction_bits;
    const long double rounded =
        std::ldexp(round_integer(std::ldexp(value, -quantum), mode), quantum);
    if (std::fabs(rounded) >= std::ldexp(1.0L, format.max_exponent + 1)) return infinite;
    return std::copysign(rounded, value);
}

// The value of a bit pattern, by the definition of the format.
inline long double decode_format(std::uint32_t bits, FloatFormat format) {
    const int exponent_bits = format.max_exponent == 15 ? 5 : 8;
    const std::uint32_t fraction = bits & ((1U << format.fraction_bits) - 1U);
    const std::uint32_t exponent = (bits >> format.fraction_bits) & ((1U << exponent_bits) - 1U);
    const bool negative = ((bits >> (format.fraction_bits + exponent_bits)) & 1U) != 0;
    long double magnitude = 0;
    if (exponent == (1U << exponent_bits) - 1U) {
        magnitude = fraction == 0 ? std::numeric_limits<long double>::infinity()
                                  : std::numeric_limits<long double>::quiet_NaN();
    } else if (exponent == 0) {
        magnitude = std::ldexp(static_cast<long double>(fraction),
                               format.min_exponent - format.fraction_bits);
    } else {
        const auto significand = static_cast<long double>(fraction | (1U << format.fraction_bits));
        magnitude = std::ldexp(significand, static_cast<int>(exponent) - 1 + format.min_exponent -
                                                format.fraction_bits);
    }
    return negative ? -magnitude : magnitude;
}

}  // namespace davsim::test
