// SPDX-License-Identifier: Apache-2.0
// Do the SIMD conversions give the bits of the scalar definitions in sim/base/float16.h?

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "sim/base/error.h"
#include "sim/base/float16.h"
#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;
constexpr DataType kB16 = DataType::kBfloat16;
constexpr RoundMode kModes[] = {RoundMode::kNone, RoundMode::kRint,  RoundMode::kFloor,
                                RoundMode::kCeil, RoundMode::kRound, RoundMode::kTrunc,
                                RoundMode::kOdd};

std::vector<std::uint16_t> all_halves() {
    std::vector<std::uint16_t> halves(0x10000);
    for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
    return halves;
}

// Around every boundary of both 16-bit formats, both signs, NaN payloads, and random bits.
std::vector<float> delicate_floats() {
    std::vector<float> values;
    const auto around = [&](std::uint32_t bits) {
        for (std::uint32_t step = 0; step < 3; ++step) {
            values.push_back(bits_to_float(bits + step - 1));
            values.push_back(bits_to_float((bits + step - 1) ^ 0x80000000U));
        }
    };
    for (std::uint32_t i = 0; i < 0x7F80; ++i) {
        around(i << 16U);
        around((i << 16U) + 0x8000U);
    }
    for (std::uint32_t i = 0; i < 0x7C00; ++i) {
        const std::uint32_t low = float_to_bits(fp16_to_float(static_cast<std::uint16_t>(i)));
        const std::uint32_t high = float_to_bits(fp16_to_float(static_cast<std::uint16_t>(i + 1)));
        around(low);
        around((low + high) / 2);
    }
    Random random(2);
    for (int i = 0; i < 200000; ++i)
        values.push_back(bits_to_float(static_cast<std::uint32_t>(random())));
    for (const std::uint32_t bits : {0x7F800001U, 0x7FC00000U, 0x7FFFFFFFU, 0xFF812345U}) {
        values.push_back(bits_to_float(bits));
    }
    return values;
}

class Convert : public testing::TestWithParam<std::int64_t> {
protected:
    TargetScope scope{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Targets, Convert, testing::ValuesIn(targets()));

TEST_P(Convert, WideningEveryPattern) {
    const std::vector<std::uint16_t> halves = all_halves();
    std::vector<float> wide(halves.size());
    for (const DataType from : {kF16, kB16}) {
        exec::convert(halves.data(), from, wide.data(), kF32, RoundMode::kNone, halves.size());
        for (std::size_t i = 0; i < halves.size(); ++i) {
            const float expected =
                from == kF16 ? fp16_to_float(halves[i]) : bf16_to_float(halves[i]);
            ASSERT_EQ(float_to_bits(wide[i]), float_to_bits(expected))
                << name_of(from) << " bits " << i;
        }
    }
}

TEST_P(Convert, NarrowingInEveryMode) {
    const std::vector<float> values = delicate_floats();
    std::vector<std::uint16_t> narrow(values.size());
    for (const DataType to : {kF16, kB16}) {
        for (const RoundMode mode : kModes) {
            exec::convert(values.data(), kF32, narrow.data(), to, mode, values.size());
            for (std::size_t i = 0; i < values.size(); ++i) {
                const std::uint16_t expected =
                    to == kF16 ? float_to_fp16(values[i], mode) : float_to_bf16(values[i], mode);
                ASSERT_EQ(narrow[i], expected) << name_of(to) << " mode " << static_cast<int>(mode)
                                               << ' ' << std::hexfloat << values[i];
            }
        }
    }
}

TEST_P(Convert, BetweenTheTwoHalfFormats) {
    const std::vector<std::uint16_t> halves = all_halves();
    std::vector<std::uint16_t> other(halves.size());
    for (const RoundMode mode : kModes) {
        exec::convert(halves.data(), kF16, other.data(), kB16, mode, halves.size());
        for (std::size_t i = 0; i < halves.size(); ++i)
            ASSERT_EQ(other[i], float_to_bf16(fp16_to_float(halves[i]), mode));
        exec::convert(halves.data(), kB16, other.data(), kF16, mode, halves.size());
        for (std::size_t i = 0; i < halves.size(); ++i)
            ASSERT_EQ(other[i], float_to_fp16(bf16_to_float(halves[i]), mode));
    }
}

TEST(ConvertArray, EqualTypesAreCopiedAndCountsAreExact) {
    const std::vector<float> source = {1.5F, -0.0F, 2.5F, 9.0F};
    std::vector<float> target(4, 7.0F);
    exec::convert(source.data(), kF32, target.data(), kF32, RoundMode::kFloor, 3);
    EXPECT_EQ(target, (std::vector<float>{1.5F, -0.0F, 2.5F, 7.0F}));
    EXPECT_TRUE(std::signbit(target[1]));
    exec::convert(nullptr, kF32, nullptr, kF16, RoundMode::kNone, 0);
}

TEST(ConvertArray, UnknownPairSaysWhich) {
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    try {
        exec::convert(&source, DataType::kUint64, &target, DataType::kInt8, RoundMode::kRint, 1);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUnsupported);
        EXPECT_STREQ(error.what(), "convert: no conversion from uint64 to int8 in rounding mode 1");
    }
}

// Exp and Ln against the correctly rounded value: at most one unit in the last place away, and the
// same bits on every target.
class Transcendental : public testing::TestWithParam<Opcode> {
protected:
    static std::vector<float> inputs() {
        Random random(8);
        std::vector<float> values;
        for (std::uint32_t bits = 0; bits < 0x7F800000U; bits += 9973) {
            values.push_back(bits_to_float(bits));
            values.push_back(-bits_to_float(bits));
        }
        for (int i = 0; i < 200000; ++i)
            values.push_back(std::uniform_real_distribution<float>(-105, 90)(random));
        for (int i = 0; i < 100000; ++i)
            values.push_back(std::uniform_real_distribution<float>(0.5F, 2)(random));
        for (const float v : {0.0F, -0.0F, 1.0F, INFINITY, -INFINITY, NAN, 88.72283F, 88.72284F,
                              -103.97207F, -103.97208F})
            values.push_back(v);
        return values;
    }
    std::vector<float> compute(const std::vector<float>& in) const {
        std::vector<float> out(in.size());
        Instruction ins = make(GetParam(), kF32, in.size());
        exec::VectorPointers pointers;
        pointers.dst = reinterpret_cast<std::uint8_t*>(out.data());
        pointers.src0 = reinterpret_cast<const std::uint8_t*>(in.data());
        VectorRegisters registers{};
        EXPECT_TRUE(exec::run_vector(ins, pointers, {}, registers));
        return out;
    }
};

INSTANTIATE_TEST_SUITE_P(Opcodes, Transcendental, testing::Values(Opcode::kExp, Opcode::kLn));

TEST_P(Transcendental, WithinHalfAUnitOrNearly) {
    const std::vector<float> in = inputs();
    const std::vector<float> out = compute(in);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const double exact = GetParam() == Opcode::kExp ? std::exp(static_cast<double>(in[i]))
                                                        : std::log(static_cast<double>(in[i]));
        const auto expected = static_cast<float>(exact);
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(out[i])) << std::hexfloat << in[i];
            continue;
        }
        if (float_to_bits(out[i]) == float_to_bits(expected)) continue;
        ++wrong;
        const auto distance = static_cast<std::int64_t>(float_to_bits(out[i])) -
                              static_cast<std::int64_t>(float_to_bits(expected));
        ASSERT_LE(std::abs(distance), 1)
            << std::hexfloat << in[i] << " gave " << out[i] << " for " << expected;
    }
    EXPECT_LT(wrong, in.size() / 10000);  // correctly rounded but for rare near-ties
}

TEST_P(Transcendental, SameBitsOnEveryTarget) {
    const std::vector<float> in = inputs();
    std::vector<std::vector<float>> results;
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        results.push_back(compute(in));
    }
    for (const std::vector<float>& result : results) {
        EXPECT_EQ(std::memcmp(result.data(), results[0].data(), in.size() * sizeof(float)), 0);
    }
}

TEST(TranscendentalHalf, EveryPattern) {
    const std::vector<std::uint16_t> in = all_halves();
    std::vector<std::uint16_t> out(in.size());
    for (const Opcode opcode : {Opcode::kExp, Opcode::kLn}) {
        const Instruction ins = make(opcode, kF16, in.size());
        exec::VectorPointers pointers;
        pointers.dst = reinterpret_cast<std::uint8_t*>(out.data());
        pointers.src0 = reinterpret_cast<const std::uint8_t*>(in.data());
        VectorRegisters registers{};
        ASSERT_TRUE(exec::run_vector(ins, pointers, {}, registers));
        for (std::size_t i = 0; i < in.size(); ++i) {
            const double x = fp16_to_float(in[i]);
            const float expected =
                static_cast<float>(opcode == Opcode::kExp ? std::exp(x) : std::log(x));
            if (std::isnan(expected)) {
                ASSERT_TRUE(std::isnan(fp16_to_float(out[i]))) << i;
            } else {
                ASSERT_EQ(out[i], float_to_fp16(expected)) << i;
            }
        }
    }
}

}  // namespace
}  // namespace davsim
