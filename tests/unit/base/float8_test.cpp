// SPDX-License-Identifier: Apache-2.0
#include "sim/base/float8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace davsim {
namespace {

struct Format {
    NarrowFloat format;
    int codes;
    double largest;
    double smallest;
    int finite;  // numbers, both zeros one
};

const Format kFormats[] = {{NarrowFloat::kE4m3, 256, 448, std::ldexp(1, -9), 253},
                           {NarrowFloat::kE5m2, 256, 57344, std::ldexp(1, -16), 247},
                           {NarrowFloat::kHif8, 256, 32768, std::ldexp(1, -22), 253},
                           {NarrowFloat::kE2m1, 16, 6, 0.5, 15},
                           {NarrowFloat::kE1m2, 16, 1.75, 0.25, 15}};

std::vector<float> numbers_of(const Format& f) {
    std::vector<float> numbers;
    for (int code = 0; code < f.codes; ++code) {
        const float value = narrow_to_float(f.format, static_cast<std::uint32_t>(code));
        if (std::isfinite(value)) numbers.push_back(value);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

TEST(Float8, RangeAndCodes) {
    for (const Format& f : kFormats) {
        const std::vector<float> numbers = numbers_of(f);
        EXPECT_EQ(static_cast<int>(numbers.size()), f.finite);
        EXPECT_EQ(numbers.back(), f.largest);
        EXPECT_EQ(numbers.front(), -f.largest);
        EXPECT_EQ(*std::upper_bound(numbers.begin(), numbers.end(), 0.0F), f.smallest);
        for (int code = 0; code < f.codes; ++code) {
            const float value = narrow_to_float(f.format, static_cast<std::uint32_t>(code));
            if (!std::isfinite(value) || value == 0) continue;
            EXPECT_EQ(float_to_narrow(f.format, value, RoundMode::kRint), code);
        }
    }
}

TEST(Float8, KnownCodes) {
    EXPECT_EQ(float_to_narrow(NarrowFloat::kE4m3, 1.0F, RoundMode::kRint), 0x38);
    EXPECT_EQ(float_to_narrow(NarrowFloat::kE5m2, -2.0F, RoundMode::kRint), 0xC0);
    EXPECT_EQ(float_to_narrow(NarrowFloat::kHif8, 1.0F, RoundMode::kRound), 0x08);
    EXPECT_EQ(float_to_narrow(NarrowFloat::kHif8, 1.125F, RoundMode::kRound), 0x09);
    EXPECT_EQ(float_to_narrow(NarrowFloat::kHif8, 0.5F, RoundMode::kRound), 0x18);
    EXPECT_EQ(float_to_narrow(NarrowFloat::kHif8, 32768.0F, RoundMode::kRound), 0x6E);
    EXPECT_EQ(float_to_narrow(NarrowFloat::kE2m1, -6.0F, RoundMode::kRint), 0xF);
    EXPECT_EQ(float_to_narrow(NarrowFloat::kE1m2, 0.25F, RoundMode::kRint), 0x1);
}

// The neighbour that the mode asks for, by a search over all numbers.
float rounded(const std::vector<float>& numbers, float value, RoundMode mode) {
    if (value >= numbers.back()) return numbers.back();
    if (value <= numbers.front()) return numbers.front();
    const auto above = std::lower_bound(numbers.begin(), numbers.end(), value);
    if (*above == value) return value;
    const float high = *above;
    const float low = *(above - 1);
    const double up = double{high} - value;
    const double down = double{value} - low;
    switch (mode) {
        case RoundMode::kFloor: return low;
        case RoundMode::kCeil: return high;
        case RoundMode::kTrunc: return value > 0 ? low : high;
        default: break;
    }
    if (up != down) return up < down ? high : low;
    return value > 0 ? high : low;  // kRound; kRint is not asked about ties here
}

TEST(Float8, RoundsToTheNeighbourOfTheMode) {
    for (const Format& f : kFormats) {
        const std::vector<float> numbers = numbers_of(f);
        std::uint32_t state = 1;
        for (int i = 0; i < 20000; ++i) {
            state = state * 1664525U + 1013904223U;
            const float value =
                std::ldexp(static_cast<float>(static_cast<int>(state >> 8U & 0xFFFFU) - 32768),
                           static_cast<int>(state >> 24U) % 40 - 38);
            for (const RoundMode mode : {RoundMode::kRint, RoundMode::kFloor, RoundMode::kCeil,
                                         RoundMode::kRound, RoundMode::kTrunc}) {
                const float got = narrow_to_float(f.format, float_to_narrow(f.format, value, mode));
                const float want = rounded(numbers, value, mode);
                if (mode == RoundMode::kRint && std::abs(got - value) == std::abs(want - value))
                    continue;
                ASSERT_EQ(got, want) << value << " in mode " << static_cast<int>(mode);
            }
        }
    }
}

TEST(Float8, TiesGoToEvenCodes) {
    EXPECT_EQ(narrow_to_float(NarrowFloat::kE4m3,
                              float_to_narrow(NarrowFloat::kE4m3, 1.0625F, RoundMode::kRint)),
              1.0F);
    EXPECT_EQ(narrow_to_float(NarrowFloat::kE4m3,
                              float_to_narrow(NarrowFloat::kE4m3, 1.1875F, RoundMode::kRint)),
              1.25F);
    EXPECT_EQ(narrow_to_float(NarrowFloat::kE2m1,
                              float_to_narrow(NarrowFloat::kE2m1, 2.5F, RoundMode::kRint)),
              2.0F);
}

TEST(Float8, SpecialValuesSaturateOrStay) {
    const float infinity = bits_to_float(0x7F800000U);
    const float nan = bits_to_float(0x7FC00000U);
    for (const Format& f : kFormats) {
        EXPECT_EQ(narrow_to_float(f.format, float_to_narrow(f.format, infinity, RoundMode::kRint)),
                  f.largest);
        EXPECT_EQ(narrow_to_float(f.format, float_to_narrow(f.format, -1e30F, RoundMode::kTrunc)),
                  -f.largest);
        const float kept =
            narrow_to_float(f.format, float_to_narrow(f.format, nan, RoundMode::kRint));
        EXPECT_TRUE(f.codes == 16 ? kept == 0 : std::isnan(kept));
        EXPECT_EQ(narrow_to_float(f.format, float_to_narrow(f.format, -1e-30F, RoundMode::kRint)),
                  0);
    }
    EXPECT_TRUE(std::isinf(narrow_to_float(NarrowFloat::kE5m2, 0x7C)));
    EXPECT_TRUE(std::isinf(narrow_to_float(NarrowFloat::kHif8, 0x6F)));
}

}  // namespace
}  // namespace davsim
