// SPDX-License-Identifier: Apache-2.0
#pragma once
// half: an fp16 number of kernel code. One implicit conversion each way, so that no expression is
// ambiguous; scalar arithmetic happens in fp32 and rounds when it is stored.

#include <cstdint>

#include "sim/base/float16.h"

struct half {
    half() = default;
    constexpr half(float value) : bits(davsim::float_to_fp16(value)) {}
    constexpr operator float() const { return davsim::fp16_to_float(bits); }

    constexpr half& operator+=(float other) { return *this = half(float(*this) + other); }
    constexpr half& operator-=(float other) { return *this = half(float(*this) - other); }
    constexpr half& operator*=(float other) { return *this = half(float(*this) * other); }
    constexpr half& operator/=(float other) { return *this = half(float(*this) / other); }

    // Public, because kernels copy these bytewise.
    std::uint16_t bits;
};
static_assert(sizeof(half) == 2);
