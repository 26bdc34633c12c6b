// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small computations of the scalar unit.

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "sim/ascendc/api/enums.h"
#include "sim/ascendc/api/types.h"
#include "sim/base/rounding.h"

namespace AscendC {

// `a` rounded up to a multiple of `b`, and the number of `b` in it.
template <typename T, typename U>
constexpr T CeilDivision(T a, U b) {
    return b == 0 ? a : static_cast<T>((a + b - 1) / b);
}
template <typename T, typename U>
constexpr T AlignUp(T a, U b) {
    return static_cast<T>(CeilDivision(a, b) * b);
}

namespace detail {

inline double rounded(double value, RoundMode mode) {
    switch (mode) {
        case RoundMode::CAST_FLOOR: return std::floor(value);
        case RoundMode::CAST_CEIL: return std::ceil(value);
        case RoundMode::CAST_ROUND: return std::round(value);
        case RoundMode::CAST_TRUNC: return std::trunc(value);
        default: break;
    }
    const double down = std::floor(value);
    const double rest = value - down;
    const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(down, 2.0) != 0.0);
    return up ? down + 1.0 : down;
}

// Out of range saturates, NaN becomes 0.
inline int32_t to_int32(double value) {
    if (std::isnan(value)) return 0;
    if (value <= double{INT32_MIN}) return INT32_MIN;
    return value >= double{INT32_MAX} ? INT32_MAX : static_cast<int32_t>(value);
}

}  // namespace detail

// float to half or int32_t, half to int32_t, with the rounding asked for.
template <typename T, typename U, RoundMode roundMode>
U ScalarCast(T valueIn) {
    DAVSIM_REQUIRE_PAIR("ScalarCast",
                        (detail::kOneOf<T, float, half> && detail::kOneOf<U, half, int32_t>), U, T);
    if constexpr (std::is_same_v<U, half>) {
        return detail::from_bits<half>(
            davsim::float_to_fp16(float(valueIn), static_cast<davsim::RoundMode>(roundMode)));
    } else {
        return detail::to_int32(detail::rounded(float(valueIn), roundMode));
    }
}

// The newer name.
template <typename T, typename U, RoundMode roundMode>
U Cast(T valueIn) {
    return ScalarCast<T, U, roundMode>(valueIn);
}
// A float becomes a bfloat16_t, a narrower number a float. Not on 1001.
template <typename T>
auto Cast(const T& value) -> std::conditional_t<std::is_arithmetic_v<T>, bfloat16_t, float> {
    static_assert(!detail::kIs910 || sizeof(T) == 0,
                  "UNSUPPORTED: Cast between float and bfloat16_t on arch " DAVSIM_ARCH_TEXT);
    return static_cast<float>(value);
}

}  // namespace AscendC
