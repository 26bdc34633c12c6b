// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small arithmetic of tiling functions. A zero divisor gives the dividend, a zero alignment 0.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "util/opbase_export.h"

namespace Ops {
namespace Base {

template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type FloorDiv(T x, T y) {
    return y == 0 ? x : x / y;
}

template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type FloorAlign(T x, T align) {
    return align == 0 ? 0 : x / align * align;
}

template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type CeilDiv(T x, T y) {
    if (y == 0) return x;
    const T quotient = x / y;
    const bool same_sign = (x >= T(0)) == (y >= T(0));
    return x % y != 0 && same_sign ? static_cast<T>(quotient + 1) : quotient;
}

// The greatest value of T where the result would not fit.
template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type CeilAlign(T x, T align) {
    if (align == 0) return 0;
    const T count = CeilDiv(x, align);
    if (count > std::numeric_limits<T>::max() / align) return std::numeric_limits<T>::max();
    return static_cast<T>(count * align);
}

template <typename T>
typename std::enable_if<std::is_floating_point<T>::value, bool>::type IsFloatEqual(T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return false;
    if (std::isinf(a) || std::isinf(b)) return std::signbit(a) == std::signbit(b);
    return std::fabs(a - b) <= std::numeric_limits<T>::epsilon();
}

// The greatest power of two that is not above n; 0 for 0.
inline std::uint64_t LastPow2(std::uint64_t n) {
    return n == 0 ? 0 : std::uint64_t(1) << (63 - __builtin_clzll(n));
}

struct SplitResult {
    std::int32_t splitCount = 0;
    std::int64_t splitFactor = 0;
    std::int64_t splitTailFactor = 0;
};

// Pieces of equal length, the last one shorter. False for lengths and counts below 1.
inline bool SplitIntoEqualByFactor(std::int64_t length, std::int32_t factor, SplitResult& result) {
    if (length <= 0 || factor <= 0) return false;
    result.splitFactor = std::min<std::int64_t>(factor, length);
    result.splitCount = static_cast<std::int32_t>(CeilDiv(length, result.splitFactor));
    result.splitTailFactor = length - result.splitFactor * (result.splitCount - 1);
    return true;
}
inline bool SplitIntoEqualByParts(std::int64_t length, std::int32_t parts, SplitResult& result) {
    if (length <= 0 || parts <= 0) return false;
    return SplitIntoEqualByFactor(
        length, static_cast<std::int32_t>(CeilDiv(length, static_cast<std::int64_t>(parts))),
        result);
}

}  // namespace Base
}  // namespace Ops
