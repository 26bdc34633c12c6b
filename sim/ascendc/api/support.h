// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which element types an API takes on which architecture. Sources: Ascend C documentation, the
// "dtype" tables of the API pages (2201), and the intrinsic lists of the platform files (1001). On
// 3510 the set of 2201 is offered, which it contains.

#include "sim/ascendc/api/types.h"

namespace AscendC {
namespace detail {

template <typename T>
inline constexpr bool kFloats = kOneOf<T, half, float>;

// Add, Sub, Mul, Max, Min. 1001 has no 16-bit integer vector arithmetic.
template <typename T>
inline constexpr bool kArithmetic = kFloats<T> || std::is_same_v<T, int32_t> ||
                                    (!kIs910 && std::is_same_v<T, int16_t>);

// Adds, Muls. 1001: floating point only.
template <typename T>
inline constexpr bool kScalarArithmetic = kFloats<T> || (!kIs910 && kOneOf<T, int16_t, int32_t>);

// Maxs, Mins. Absent on 1001.
template <typename T>
inline constexpr bool kScalarExtremes = !kIs910 && kOneOf<T, half, float, int16_t, int32_t>;

// Relu. 1001: fp16 only.
template <typename T>
inline constexpr bool kRectified = std::is_same_v<T, half> ||
                                   (!kIs910 && kOneOf<T, float, int32_t>);

// Duplicate, Copy, Brcb move bits of 2 or 4 bytes.
template <typename T>
inline constexpr bool kMovable = (sizeof(T) == 2 || sizeof(T) == 4) &&
                                 !(kIs910 && std::is_same_v<T, bfloat16_t>);

// UB to GM stores that add. 1001: fp32 only.
template <typename T>
inline constexpr bool kAtomicAdd = std::is_same_v<T, float> ||
                                   (!kIs910 &&
                                    kOneOf<T, half, bfloat16_t, int8_t, int16_t, int32_t>);

// UB to GM stores that keep the larger or smaller. Absent on 1001.
template <typename T>
inline constexpr bool kAtomicExtremes =
    !kIs910 && kOneOf<T, float, half, bfloat16_t, int8_t, int16_t, int32_t>;

}  // namespace detail
}  // namespace AscendC
