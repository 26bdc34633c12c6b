// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bit-exact conversions between fp32 and the two 16-bit float formats, in every rounding mode that
// Ascend's Cast offers. These scalar functions define the result; the SIMD loops of sim/exec are
// tested against them. constexpr, because kernels use half constants in constant expressions.
//
// fp16: 1-5-10, subnormals kept, overflow to infinity. bf16: 1-8-7, the upper half of an fp32.

#include <cstdint>

#include "sim/base/rounding.h"

namespace davsim {

constexpr float bits_to_float(std::uint32_t bits) {
    return __builtin_bit_cast(float, bits);
}
constexpr std::uint32_t float_to_bits(float value) {
    return __builtin_bit_cast(std::uint32_t, value);
}

constexpr float fp16_to_float(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16U;
    std::uint32_t exponent = (half >> 10U) & 0x1FU;
    std::uint32_t fraction = half & 0x3FFU;
    if (exponent == 0x1FU) {  // a signalling NaN becomes quiet, as in every conversion
        const std::uint32_t quiet = fraction != 0 ? 0x400000U : 0U;
        return bits_to_float(sign | 0x7F800000U | quiet | (fraction << 13U));
    }
    if (exponent != 0) return bits_to_float(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
    if (fraction == 0) return bits_to_float(sign);
    std::uint32_t shift = 0;
    while ((fraction & 0x400U) == 0) {
        fraction <<= 1U;
        ++shift;
    }
    return bits_to_float(sign | ((113U - shift) << 23U) | ((fraction & 0x3FFU) << 13U));
}

// Drops the low `bits` bits of `value`, rounding as asked. `negative` steers FLOOR and CEIL.
constexpr std::uint32_t round_shift(std::uint32_t value, unsigned bits, RoundMode mode,
                                    bool negative) {
    const std::uint32_t kept = bits >= 32U ? 0U : value >> bits;
    const std::uint32_t rest = bits >= 32U ? value : value & ((1U << bits) - 1U);
    if (rest == 0) return kept;
    const std::uint32_t half = bits > 32U ? 0xFFFFFFFFU : 1U << (bits - 1U);
    bool up = false;
    switch (mode) {
        case RoundMode::kNone:
        case RoundMode::kRint: up = rest > half || (rest == half && (kept & 1U) != 0); break;
        case RoundMode::kRound: up = rest >= half; break;
        case RoundMode::kFloor: up = negative; break;
        case RoundMode::kCeil: up = !negative; break;
        case RoundMode::kTrunc: up = false; break;
        case RoundMode::kOdd: return kept | 1U;
    }
    return kept + (up ? 1U : 0U);
}

constexpr std::uint16_t float_to_fp16(float value, RoundMode mode = RoundMode::kRint) {
    const std::uint32_t bits = float_to_bits(value);
    const bool negative = (bits >> 31U) != 0;
    const auto sign = static_cast<std::uint16_t>(negative ? 0x8000U : 0U);
    const std::uint32_t exponent = (bits >> 23U) & 0xFFU;
    const std::uint32_t fraction = bits & 0x7FFFFFU;
    if (exponent == 0xFFU) {
        return static_cast<std::uint16_t>(sign | 0x7C00U |
                                          (fraction != 0 ? 0x200U | (fraction >> 13U) : 0U));
    }
    if (exponent ==
        0) {  // below half of the smallest fp16 subnormal: only directed modes keep a bit
        return static_cast<std::uint16_t>(sign | round_shift(fraction, 31, mode, negative));
    }
    const std::uint32_t significand = fraction | 0x800000U;
    if (exponent < 113U) {  // fp16 subnormal
        const unsigned shift = 13U + (113U - exponent);
        return static_cast<std::uint16_t>(
            sign | round_shift(significand, shift > 31U ? 31U : shift, mode, negative));
    }
    if (exponent > 142U) {  // too large for a finite fp16 even before rounding
        return static_cast<std::uint16_t>(sign | 0x7C00U);
    }
    // The carry of the rounding runs into the exponent, which is what IEEE asks for.
    const std::uint32_t magnitude = ((exponent - 112U) << 23U) | fraction;
    return static_cast<std::uint16_t>(sign | round_shift(magnitude, 13, mode, negative));
}

constexpr float bf16_to_float(std::uint16_t bits) {
    return bits_to_float(static_cast<std::uint32_t>(bits) << 16U);
}

constexpr std::uint16_t float_to_bf16(float value, RoundMode mode = RoundMode::kRint) {
    const std::uint32_t bits = float_to_bits(value);
    if ((bits & 0x7FFFFFFFU) > 0x7F800000U)
        return static_cast<std::uint16_t>((bits >> 16U) | 0x40U);
    const bool negative = (bits >> 31U) != 0;
    const std::uint32_t magnitude = round_shift(bits & 0x7FFFFFFFU, 16, mode, negative);
    return static_cast<std::uint16_t>((negative ? 0x8000U : 0U) | magnitude);
}

}  // namespace davsim
