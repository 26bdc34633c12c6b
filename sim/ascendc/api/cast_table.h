// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which conversions Cast has, and in which rounding modes. Sources: Ascend C documentation, Cast
// (2201, 3510); on 1001 the conversions of its vector unit
// between fp16, fp32, int32 and int8.

#include <cstdint>
#include <string>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/enums.h"
#include "sim/ascendc/api/types.h"

namespace AscendC {
namespace detail {

// Sets of rounding modes, a bit a mode.
constexpr unsigned mode_bit(RoundMode mode) {
    return 1U << static_cast<unsigned>(mode);
}
inline constexpr unsigned kExact = mode_bit(RoundMode::CAST_NONE);
inline constexpr unsigned kRounding =
    mode_bit(RoundMode::CAST_RINT) | mode_bit(RoundMode::CAST_FLOOR) |
    mode_bit(RoundMode::CAST_CEIL) | mode_bit(RoundMode::CAST_ROUND) |
    mode_bit(RoundMode::CAST_TRUNC);
inline constexpr unsigned kOddRounding = mode_bit(RoundMode::CAST_ODD);

// CAST_HYBRID rounds to one of the two neighbours at random; here to the nearer one.
constexpr davsim::RoundMode rounding_of(RoundMode mode) {
    return mode == RoundMode::CAST_HYBRID ? davsim::RoundMode::kRound
                                          : static_cast<davsim::RoundMode>(mode);
}

// 0: the pair does not exist.
template <typename T, typename U>
constexpr unsigned cast_modes_910() {
    if (std::is_same_v<T, half> && std::is_same_v<U, float>)
        return kExact | kRounding | kOddRounding;
    if (std::is_same_v<T, float> && std::is_same_v<U, half>) return kExact;
    if (std::is_same_v<T, int32_t> && kOneOf<U, half, float>) return kRounding;
    if (std::is_same_v<T, float> && std::is_same_v<U, int32_t>) return kExact | kRounding;
    if (kOneOf<T, int8_t, uint8_t> && std::is_same_v<U, half>) return kExact | kRounding;
    if (std::is_same_v<T, half> && kOneOf<U, int8_t, uint8_t>) return kExact;
    return 0;
}

template <typename T, typename U>
constexpr unsigned cast_modes_2201() {
    if (const unsigned modes = cast_modes_910<T, U>()) return modes;
    if (std::is_same_v<T, int4b_t> && std::is_same_v<U, half>) return kExact | kRounding;
    if (std::is_same_v<T, half> && std::is_same_v<U, int4b_t>) return kExact;
    // Scaled by DEQSCALE and rounded to nearest, whatever the mode.
    if (std::is_same_v<T, half> && std::is_same_v<U, int32_t>)
        return kExact | kRounding | kOddRounding;
    if (std::is_same_v<T, half> && std::is_same_v<U, int16_t>) return kExact | kRounding;
    if (std::is_same_v<T, float> && kOneOf<U, int16_t, bfloat16_t>) return kExact;
    if (std::is_same_v<T, int16_t> && kOneOf<U, half, float>) return kRounding;
    if (std::is_same_v<T, int32_t> && std::is_same_v<U, bfloat16_t>) return kRounding;
    if (kOneOf<T, int16_t, int64_t> && std::is_same_v<U, int32_t>) return kExact;
    if (std::is_same_v<T, int32_t> && std::is_same_v<U, int64_t>) return kExact;
    if (kOneOf<T, int64_t, bfloat16_t, float> && std::is_same_v<U, float>) return kRounding;
    if (std::is_same_v<T, float> && std::is_same_v<U, int64_t>) return kRounding;
    return 0;
}

// 3510: the pairs of 2201, and conversions between integer types.
template <typename T, typename U>
constexpr bool is_integer_cast_950() {
    if (std::is_same_v<U, uint8_t>) return kOneOf<T, uint16_t, uint32_t>;
    if (std::is_same_v<U, int8_t>) return kOneOf<T, int16_t, int32_t>;
    if (std::is_same_v<U, uint16_t>) return kOneOf<T, uint8_t, uint32_t>;
    if (std::is_same_v<U, int16_t>) return kOneOf<T, uint8_t, uint32_t, int32_t>;
    if (std::is_same_v<U, uint32_t>) return kOneOf<T, uint8_t, uint16_t, int16_t>;
    if (std::is_same_v<U, int32_t>) return kOneOf<T, uint8_t, uint16_t, int16_t, int64_t>;
    return false;
}

// Floats of 8 and 4 bits: T or U is one.
template <typename T, typename U>
constexpr unsigned narrow_cast_modes() {
    using davsim::NarrowFloat;
    if constexpr (kNarrowFormat<T> != NarrowFloat::kNone) {
        if (kNarrowPair<T>) return std::is_same_v<U, bfloat16_t> ? kRounding : 0U;
        if (kNarrowFormat<T> == NarrowFloat::kHif8)
            return kOneOf<U, half, float>
                       ? mode_bit(RoundMode::CAST_ROUND) | mode_bit(RoundMode::CAST_HYBRID)
                       : 0U;
        return std::is_same_v<U, float> ? mode_bit(RoundMode::CAST_RINT) : 0U;
    } else {
        if (kNarrowPair<U>) return std::is_same_v<T, bfloat16_t> ? kExact : 0U;
        if (kNarrowFormat<U> == NarrowFloat::kHif8) return kOneOf<T, half, float> ? kExact : 0U;
        return std::is_same_v<T, float> ? kExact : 0U;
    }
}

template <typename T, typename U>
constexpr unsigned cast_modes_950() {
    if constexpr (kNarrowFormat<T> != davsim::NarrowFloat::kNone ||
                  kNarrowFormat<U> != davsim::NarrowFloat::kNone)
        return narrow_cast_modes<T, U>();
    if (const unsigned modes = cast_modes_2201<T, U>()) return modes;
    if (std::is_same_v<T, bfloat16_t> && std::is_same_v<U, half>) return kRounding;
    if (std::is_same_v<T, half> && std::is_same_v<U, bfloat16_t>) return kRounding;
    if (std::is_same_v<T, int4b_t> && std::is_same_v<U, int16_t>) return kExact;
    if (kOneOf<T, int16_t, bfloat16_t> && std::is_same_v<U, int4b_t>) return kExact;
    return is_integer_cast_950<T, U>() ? kExact : 0U;
}

template <typename T, typename U>
inline constexpr unsigned kCastModes = kIs910   ? cast_modes_910<T, U>()
                                       : kIs950 ? cast_modes_950<T, U>()
                                                : cast_modes_2201<T, U>();

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_round_mode(RoundMode round,
                                                                     unsigned allowed) {
    static const char* const kNames[] = {"CAST_NONE",  "CAST_RINT",  "CAST_FLOOR", "CAST_CEIL",
                                         "CAST_ROUND", "CAST_TRUNC", "CAST_ODD",   "CAST_HYBRID"};
    std::string list;
    for (unsigned i = 0; i < std::size(kNames); ++i) {
        if ((allowed >> i & 1U) != 0) list += (list.empty() ? "" : ", ") + std::string(kNames[i]);
    }
    const auto index = static_cast<unsigned>(round);
    refuse("Cast", "roundMode", index < std::size(kNames) ? kNames[index] : std::to_string(index),
           list);
}

inline void check_round_mode(RoundMode round, unsigned allowed) {
    if (static_cast<unsigned>(round) > 7U || (allowed & mode_bit(round)) == 0)
        refuse_round_mode(round, allowed);
}

}  // namespace detail
}  // namespace AscendC
