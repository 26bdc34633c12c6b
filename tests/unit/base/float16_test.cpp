// SPDX-License-Identifier: Apache-2.0
// Are the scalar conversions that define fp16 and bf16 right in every rounding mode?

#include "sim/base/float16.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/support/rounding_oracle.h"

namespace davsim {
namespace {

using test::FloatFormat;

constexpr RoundMode kModes[] = {RoundMode::kNone, RoundMode::kRint,  RoundMode::kFloor,
                                RoundMode::kCeil, RoundMode::kRound, RoundMode::kTrunc,
                                RoundMode::kOdd};

struct Fp16 {
    static constexpr FloatFormat kFormat = test::kFp16;
    static constexpr std::uint32_t kInfinity = 0x7C00;
    static float widen(std::uint16_t bits) { return fp16_to_float(bits); }
    static std::uint16_t narrow(float value, RoundMode mode) { return float_to_fp16(value, mode); }
};

struct Bf16 {
    static constexpr FloatFormat kFormat = test::kBf16;
    static constexpr std::uint32_t kInfinity = 0x7F80;
    static float widen(std::uint16_t bits) { return bf16_to_float(bits); }
    static std::uint16_t narrow(float value, RoundMode mode) { return float_to_bf16(value, mode); }
};

template <class Format>
class Float16Test : public testing::Test {};
using Formats = testing::Types<Fp16, Bf16>;
TYPED_TEST_SUITE(Float16Test, Formats);

template <class Format>
void expect_narrow(float value) {
    for (const RoundMode mode : kModes) {
        const std::uint16_t bits = Format::narrow(value, mode);
        const auto expected = static_cast<float>(
            test::round_to_format(static_cast<long double>(value), Format::kFormat, mode));
        ASSERT_EQ(float_to_bits(Format::widen(bits)), float_to_bits(expected))
            << std::hexfloat << value << " in mode " << static_cast<int>(mode) << " gave bits 0x"
            << std::hex << bits;
    }
}

TYPED_TEST(Float16Test, WideningIsExactForEveryPattern) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const float value = TypeParam::widen(static_cast<std::uint16_t>(bits));
        const auto expected = static_cast<float>(test::decode_format(bits, TypeParam::kFormat));
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(value)) << bits;
            ASSERT_EQ(std::signbit(value), (bits >> 15U) != 0) << bits;
        } else {
            ASSERT_EQ(float_to_bits(value), float_to_bits(expected)) << bits;
        }
    }
}

// Every boundary between two neighbours: the values themselves, their midpoint, and one fp32 step
// to either side of each.
TYPED_TEST(Float16Test, NarrowingIsRightAroundEveryBoundary) {
    for (std::uint32_t bits = 0; bits < TypeParam::kInfinity; ++bits) {
        const float low = TypeParam::widen(static_cast<std::uint16_t>(bits));
        const std::uint32_t next =
            float_to_bits(TypeParam::widen(static_cast<std::uint16_t>(bits + 1)));
        const std::uint32_t middle = (float_to_bits(low) + next) / 2;
        for (const std::uint32_t centre : {float_to_bits(low), middle}) {
            for (int step = -1; step <= 1; ++step) {
                const std::uint32_t pattern = centre + static_cast<std::uint32_t>(step);
                if (pattern > 0x7F800000U) continue;  // one below +0
                expect_narrow<TypeParam>(bits_to_float(pattern));
                expect_narrow<TypeParam>(bits_to_float(pattern | 0x80000000U));
                if (this->HasFatalFailure()) return;
            }
        }
    }
}

TYPED_TEST(Float16Test, NarrowingIsRightForRandomValues) {
    std::mt19937 random(1);
    for (int i = 0; i < 300000; ++i) {
        const float value = bits_to_float(static_cast<std::uint32_t>(random()));
        if (std::isnan(value)) continue;
        expect_narrow<TypeParam>(value);
        if (this->HasFatalFailure()) return;
    }
}

TYPED_TEST(Float16Test, NanStaysNanAndKeepsItsSign) {
    // The payload of the first lies in the dropped bits only: it must not become an infinity.
    for (const std::uint32_t bits : {0x7F800001U, 0xFF800001U, 0x7FC00000U, 0xFFFFFFFFU}) {
        for (const RoundMode mode : kModes) {
            const float back = TypeParam::widen(TypeParam::narrow(bits_to_float(bits), mode));
            EXPECT_TRUE(std::isnan(back));
            EXPECT_EQ(std::signbit(back), (bits >> 31U) != 0);
        }
    }
}

TEST(Float16Values, WellKnownConstants) {
    EXPECT_EQ(float_to_fp16(1.0F), 0x3C00);
    EXPECT_EQ(float_to_fp16(65504.0F), 0x7BFF);
    EXPECT_EQ(float_to_fp16(65519.0F), 0x7BFF);
    EXPECT_EQ(float_to_fp16(65520.0F), 0x7C00);
    EXPECT_EQ(float_to_fp16(65520.0F, RoundMode::kTrunc), 0x7BFF);
    EXPECT_EQ(float_to_fp16(-0x1p-25F), 0x8000);
    EXPECT_EQ(float_to_fp16(-0x1p-25F, RoundMode::kRound), 0x8001);
    EXPECT_EQ(float_to_bf16(1.0F), 0x3F80);
    EXPECT_EQ(float_to_bf16(-2.5F), 0xC020);
}

}  // namespace
}  // namespace davsim
