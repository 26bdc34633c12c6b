// SPDX-License-Identifier: Apache-2.0
#pragma once
// Floats of 8 and 4 bits as 950 converts them, bit by bit. constexpr and header only, because
// kernel code uses them as well as the simulator.
//
//   kE4m3   1-4-3, bias 7, no infinity, NaN is all ones (OCP FP8 E4M3FN), up to 448
//   kE5m2   1-5-2, bias 15, infinity and NaN as in fp16 (OCP FP8 E5M2), up to 57344
//   kHif8   HiFloat8: the width of the exponent grows with its size, 3 bits of fraction around 1
//           down to 1 at 2^15; below 2^-15 powers of two only. Up to 32768; 0x6F is infinity, 0x80
//           NaN (Luo et al., "Ascend HiFloat8 format for deep learning", arXiv 2409.16626)
//   kE2m1   1-2-1, bias 1, up to 6 (OCP FP4)
//   kE1m2   1-1-2, bias 1, up to 1.75
//
// Conversions to them saturate: what is larger than the largest number, infinity included, becomes
// that number with its sign. NaN stays NaN; without one (4 bits) it becomes 0.
//
// Source: Ascend C API reference, precision conversion.

#include <cstdint>

#include "sim/base/float16.h"
#include "sim/base/rounding.h"

namespace davsim {

enum class NarrowFloat : std::uint8_t { kNone, kE4m3, kE5m2, kHif8, kE2m1, kE1m2 };

namespace narrow {

struct Layout {
    int exponent_bits;
    int fraction_bits;
    int bias;
    float largest;
    std::uint32_t nan;  // code without sign; 0: none
};

constexpr Layout layout_of(NarrowFloat format) {
    switch (format) {
        case NarrowFloat::kE5m2: return {5, 2, 15, 57344.0F, 0x7FU};
        case NarrowFloat::kHif8: return {0, 0, 0, 32768.0F, 0x80U};
        case NarrowFloat::kE2m1: return {2, 1, 1, 6.0F, 0};
        case NarrowFloat::kE1m2: return {1, 2, 1, 1.75F, 0};
        case NarrowFloat::kE4m3:
        case NarrowFloat::kNone: break;
    }
    return {4, 3, 7, 448.0F, 0x7FU};
}

constexpr float power_of_two(int exponent) {
    return bits_to_float(static_cast<std::uint32_t>(exponent + 127) << 23U);
}

// HiFloat8: how wide the exponent is (its first bit is its sign, its leading 1 is not stored).
constexpr int hif8_width(int exponent) {
    const int size = exponent < 0 ? -exponent : exponent;
    return size == 0 ? 0 : size == 1 ? 1 : size < 4 ? 2 : size < 8 ? 3 : 4;
}
constexpr int hif8_fraction_bits(int exponent) {
    const int width = hif8_width(exponent);
    return width < 3 ? 3 : 5 - width;
}
inline constexpr int kHif8Smallest = -22;  // of the powers of two below the normal numbers
inline constexpr int kHif8Normal = -15;

constexpr float hif8_to_float(std::uint32_t code) {
    if (code == 0x80U) return bits_to_float(0x7FC00000U);
    const std::uint32_t magnitude = code & 0x7FU;
    const float sign = (code & 0x80U) != 0 ? -1.0F : 1.0F;
    if (magnitude == 0x6FU) return sign * bits_to_float(0x7F800000U);
    if (magnitude < 8) return magnitude == 0 ? 0.0F : sign * power_of_two(int(magnitude) - 23);
    const int width = magnitude >= 0x60U   ? 4
                      : magnitude >= 0x40U ? 3
                      : magnitude >= 0x20U ? 2
                      : magnitude >= 0x10U ? 1
                                           : 0;
    const int fraction_bits = width < 3 ? 3 : 5 - width;
    const std::uint32_t fraction = magnitude & ((1U << fraction_bits) - 1U);
    int exponent = 0;
    if (width > 0) {
        const std::uint32_t field = magnitude >> fraction_bits & ((1U << width) - 1U);
        const std::uint32_t sign_bit = 1U << (width - 1);
        const auto size = static_cast<int>(sign_bit | (field & (sign_bit - 1U)));
        exponent = (field & sign_bit) != 0 ? -size : size;
    }
    const float steps = float((1U << fraction_bits) + fraction);
    return sign * steps * power_of_two(exponent - fraction_bits);
}

// `steps` x 2^-fraction_bits x 2^exponent with a leading 1.
constexpr std::uint32_t hif8_code(int exponent, std::uint32_t fraction) {
    if (exponent < kHif8Normal) return static_cast<std::uint32_t>(exponent + 23);
    constexpr std::uint32_t kPrefix[] = {0x08U, 0x10U, 0x20U, 0x40U, 0x60U};
    const int width = hif8_width(exponent);
    if (width == 0) return kPrefix[0] | fraction;
    const auto size = static_cast<std::uint32_t>(exponent < 0 ? -exponent : exponent);
    const std::uint32_t sign_bit = 1U << (width - 1);
    const std::uint32_t field = (exponent < 0 ? sign_bit : 0U) | (size & (sign_bit - 1U));
    return kPrefix[width] | field << hif8_fraction_bits(exponent) | fraction;
}

}  // namespace narrow

constexpr float narrow_to_float(NarrowFloat format, std::uint32_t code) {
    if (format == NarrowFloat::kHif8) return narrow::hif8_to_float(code);
    const narrow::Layout layout = narrow::layout_of(format);
    const int bits = layout.exponent_bits + layout.fraction_bits;
    const float sign = (code >> bits & 1U) != 0 ? -1.0F : 1.0F;
    const std::uint32_t fraction = code & ((1U << layout.fraction_bits) - 1U);
    const std::uint32_t magnitude = code & ((1U << bits) - 1U);
    const auto exponent = static_cast<int>(magnitude >> layout.fraction_bits);
    if (format == NarrowFloat::kE4m3 && magnitude == layout.nan) return bits_to_float(0x7FC00000U);
    if (format == NarrowFloat::kE5m2 && exponent == 31)
        return fraction != 0 ? bits_to_float(0x7FC00000U) : sign * bits_to_float(0x7F800000U);
    const int scale = (exponent == 0 ? 1 : exponent) - layout.bias - layout.fraction_bits;
    const std::uint32_t leading = exponent == 0 ? 0U : 1U << layout.fraction_bits;
    return sign * float(leading | fraction) * narrow::power_of_two(scale);
}

constexpr std::uint8_t float_to_narrow(NarrowFloat format, float value, RoundMode mode) {
    const narrow::Layout layout = narrow::layout_of(format);
    const bool hif8 = format == NarrowFloat::kHif8;
    const int code_bits = hif8 ? 7 : layout.exponent_bits + layout.fraction_bits;
    const std::uint32_t bits = float_to_bits(value);
    const bool negative = bits >> 31U != 0;
    const std::uint32_t sign = negative ? 1U << code_bits : 0U;
    if ((bits & 0x7FFFFFFFU) > 0x7F800000U)
        return static_cast<std::uint8_t>(hif8 || layout.nan == 0 ? layout.nan : sign | layout.nan);
    const int field = static_cast<int>(bits >> 23U & 0xFFU);
    const int exponent = (field == 0 ? 1 : field) - 127;
    const std::uint32_t significand = (bits & 0x7FFFFFU) | (field == 0 ? 0U : 0x800000U);
    // The unit in the last place at this size.
    const int lowest = hif8 ? narrow::kHif8Smallest : 1 - layout.bias - layout.fraction_bits;
    const int fraction_bits = !hif8 ? layout.fraction_bits
                              : exponent < narrow::kHif8Normal
                                  ? 0
                                  : narrow::hif8_fraction_bits(exponent);
    const int unit = exponent - fraction_bits < lowest ? lowest : exponent - fraction_bits;
    const int shift = unit - (exponent - 23);
    const std::uint32_t steps =
        exponent > 31
            ? 0xFFFFFFU
            : round_shift(significand, shift > 31 ? 31U : unsigned(shift), mode, negative);
    const float size =
        exponent > 31 ? layout.largest * 2 : float(steps) * narrow::power_of_two(unit);
    if (size == 0) return static_cast<std::uint8_t>(hif8 ? 0U : sign);
    const float kept = size > layout.largest ? layout.largest : size;
    const std::uint32_t exact = float_to_bits(kept);
    const int result = static_cast<int>(exact >> 23U) - 127;
    if (hif8) {
        const int kept_bits = result < narrow::kHif8Normal ? 0 : narrow::hif8_fraction_bits(result);
        return static_cast<std::uint8_t>(
            sign | narrow::hif8_code(result, (exact & 0x7FFFFFU) >> (23 - kept_bits)));
    }
    const int smallest = 1 - layout.bias;
    const int below = result < smallest ? smallest - result : 0;
    const std::uint32_t digits =
        ((exact & 0x7FFFFFU) | 0x800000U) >> (23 - layout.fraction_bits + below);
    const std::uint32_t exponent_field =
        below > 0 ? 0U : static_cast<std::uint32_t>(result + layout.bias);
    const std::uint32_t fraction = digits & ((1U << layout.fraction_bits) - 1U);
    return static_cast<std::uint8_t>(sign | exponent_field << layout.fraction_bits | fraction);
}

}  // namespace davsim
