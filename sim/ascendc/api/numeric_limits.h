// SPDX-License-Identifier: Apache-2.0
#pragma once
// NumericLimits: the extreme values of the element types.

#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/ascendc/api/types.h"

namespace AscendC {

namespace detail {

// Bit patterns of a 16-bit floating-point type: largest, smallest normal, infinity, NaN.
template <typename T>
struct ShortFloatBits;
template <>
struct ShortFloatBits<half> {
    static constexpr std::uint16_t kMax = 0x7BFF, kMin = 0x0400, kInfinity = 0x7C00, kNan = 0x7E00,
                                   kSignalling = 0x7D00;
};
template <>
struct ShortFloatBits<bfloat16_t> {
    static constexpr std::uint16_t kMax = 0x7F7F, kMin = 0x0080, kInfinity = 0x7F80, kNan = 0x7FC0,
                                   kSignalling = 0x7FA0;
};
inline constexpr std::uint16_t kSignBit = 0x8000;

template <typename T>
constexpr T short_float(std::uint16_t bits) {
    T value{};
    value.bits = bits;
    return value;
}

template <typename T>
inline constexpr bool kShortFloat = kOneOf<T, half, bfloat16_t>;

}  // namespace detail

template <typename T>
class NumericLimits {
    using Host = std::numeric_limits<T>;

public:
    static constexpr T Max() {
        if constexpr (detail::kShortFloat<T>)
            return bits<T>(detail::ShortFloatBits<T>::kMax);
        else
            return Host::max();
    }
    static constexpr T Lowest() {
        if constexpr (detail::kShortFloat<T>)
            return bits<T>(detail::ShortFloatBits<T>::kMax | detail::kSignBit);
        else
            return Host::lowest();
    }
    static constexpr T Min() {
        if constexpr (detail::kShortFloat<T>)
            return bits<T>(detail::ShortFloatBits<T>::kMin);
        else
            return Host::min();
    }
    static constexpr T DeNormMin() {
        if constexpr (detail::kShortFloat<T>)
            return bits<T>(1);
        else
            return Host::denorm_min();
    }
    static constexpr T Infinity() {
        if constexpr (detail::kShortFloat<T>)
            return bits<T>(detail::ShortFloatBits<T>::kInfinity);
        else
            return Host::infinity();
    }
    static constexpr T NegativeInfinity() {
        if constexpr (detail::kShortFloat<T>)
            return bits<T>(detail::ShortFloatBits<T>::kInfinity | detail::kSignBit);
        else
            return -Host::infinity();
    }
    static constexpr T QuietNaN() {
        if constexpr (detail::kShortFloat<T>)
            return bits<T>(detail::ShortFloatBits<T>::kNan);
        else
            return Host::quiet_NaN();
    }
    static constexpr T SignalingNaN() {
        if constexpr (detail::kShortFloat<T>)
            return bits<T>(detail::ShortFloatBits<T>::kSignalling);
        else
            return Host::signaling_NaN();
    }

private:
    template <typename U>
    static constexpr U bits(std::uint32_t pattern) {
        return detail::short_float<U>(static_cast<std::uint16_t>(pattern));
    }
};

}  // namespace AscendC
