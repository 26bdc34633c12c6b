// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small computations of the scalar unit.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "sim/ascendc/api/enums.h"
#include "sim/ascendc/api/types.h"
#include "sim/base/rounding.h"

// The device compiler knows these without a namespace.
using std::max;
using std::min;

namespace AscendC {

// The number of `b` in `a`, rounded up, and `a` rounded up to a multiple of `b`. No templates:
// those that kernels bring under the same names go before these for other types.
constexpr int32_t CeilDivision(int32_t a, int32_t b) {
    return b == 0 ? 0 : (a + b - 1) / b;
}
constexpr uint32_t DivCeil(uint32_t a, uint32_t b) {
    return b == 0 ? a : (a + b - 1) / b;
}
constexpr uint32_t ConstCeil(uint32_t a, uint32_t b) {
    return DivCeil(a, b);
}
constexpr uint32_t Ceil(uint32_t a, uint32_t b) {
    return DivCeil(a, b);
}
constexpr uint32_t AlignUp(uint32_t a, uint32_t b) {
    return DivCeil(a, b) * b;
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
}  // namespace AscendC
