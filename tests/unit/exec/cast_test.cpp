// SPDX-License-Identifier: Apache-2.0
// Is each pair and mode of Cast right, and is every other pair refused?

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "sim/base/error.h"
#include "sim/base/float16.h"
#include "tests/support/rounding_oracle.h"
#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

struct Pair {
    DataType from;
    DataType to;
    const char* modes;  // N: NONE, R: the five directed and nearest ones, O: ODD
};

// Tables of the API reference for A2, A3 and 950.
const std::vector<Pair>& pairs() {
    using D = DataType;
    static const std::vector<Pair> kPairs = {
        {D::kInt8, D::kFloat16, "N"},     {D::kUint8, D::kFloat16, "N"},
        {D::kInt16, D::kFloat16, "RN"},   {D::kInt16, D::kFloat32, "N"},
        {D::kFloat16, D::kInt8, "RN"},    {D::kFloat16, D::kUint8, "RN"},
        {D::kFloat16, D::kInt16, "R"},    {D::kFloat16, D::kInt32, "R"},
        {D::kFloat16, D::kFloat32, "N"},  {D::kBfloat16, D::kInt32, "R"},
        {D::kBfloat16, D::kFloat32, "N"}, {D::kInt32, D::kInt16, "N"},
        {D::kInt32, D::kFloat32, "RN"},   {D::kInt32, D::kInt64, "N"},
        {D::kFloat32, D::kInt16, "R"},    {D::kFloat32, D::kInt32, "R"},
        {D::kFloat32, D::kInt64, "R"},    {D::kFloat32, D::kBfloat16, "R"},
        {D::kFloat32, D::kFloat32, "R"},  {D::kFloat32, D::kFloat16, "RON"},
        {D::kInt64, D::kInt32, "N"},      {D::kInt64, D::kFloat32, "R"},
        {D::kFloat16, D::kBfloat16, "R"}, {D::kBfloat16, D::kFloat16, "R"},
        {D::kFloat16, D::kFloat16, "R"},  {D::kBfloat16, D::kBfloat16, "R"},
        {D::kUint8, D::kUint16, "N"},     {D::kUint8, D::kUint32, "N"},
        {D::kInt8, D::kInt16, "N"},       {D::kInt8, D::kInt32, "N"},
        {D::kUint16, D::kUint8, "N"},     {D::kUint16, D::kUint32, "N"},
        {D::kInt16, D::kUint8, "N"},      {D::kInt16, D::kUint32, "N"},
        {D::kInt16, D::kInt32, "N"},      {D::kUint32, D::kUint8, "N"},
        {D::kUint32, D::kUint16, "N"},    {D::kUint32, D::kInt16, "N"},
        {D::kInt32, D::kUint8, "N"},      {D::kInt32, D::kUint16, "N"}};
    return kPairs;
}

constexpr RoundMode kModes[] = {RoundMode::kNone, RoundMode::kRint,  RoundMode::kFloor,
                                RoundMode::kCeil, RoundMode::kRound, RoundMode::kTrunc,
                                RoundMode::kOdd};

bool offered(DataType from, DataType to, RoundMode mode) {
    const char letter = mode == RoundMode::kNone ? 'N' : mode == RoundMode::kOdd ? 'O' : 'R';
    for (const Pair& pair : pairs()) {
        if (pair.from == from && pair.to == to)
            return std::string(pair.modes).find(letter) != std::string::npos;
    }
    return false;
}

bool is_float(DataType dtype) {
    return dtype == DataType::kFloat32 || dtype == DataType::kFloat16 ||
           dtype == DataType::kBfloat16;
}

// Bounds of an integer type.
std::pair<long double, long double> bounds(DataType dtype) {
    const int bits = static_cast<int>(size_of(dtype)) * 8;
    if (dtype == DataType::kUint8 || dtype == DataType::kUint16 || dtype == DataType::kUint32)
        return {0, std::ldexp(1.0L, bits) - 1};
    return {-std::ldexp(1.0L, bits - 1), std::ldexp(1.0L, bits - 1) - 1};
}

long double expected_value(long double value, DataType from, DataType to, RoundMode mode) {
    if (from == to) {  // to an integral value; zeros become +0
        if (!std::isfinite(value)) return value;
        const long double whole = round_integer(value, mode);
        return whole == 0 ? 0.0L : whole;
    }
    if (is_float(to)) {
        const FloatFormat format = to == DataType::kFloat16    ? kFp16
                                   : to == DataType::kBfloat16 ? kBf16
                                                               : kFp32;
        return round_to_format(value, format, mode);
    }
    if (std::isnan(value)) return 0;
    const auto [low, high] = bounds(to);
    if (value <= low) return low;
    if (value >= high) return high;
    return round_integer(value, mode);
}

Instruction make_cast(DataType from, DataType to, RoundMode mode, std::uint64_t count) {
    Instruction ins = make(Opcode::kCast, to, count);
    ins.vec.src0.dtype = from;
    ins.vec.round = mode;
    const std::size_t wide = std::max(size_of(from), size_of(to));
    ins.vec.dst.rep_stride = static_cast<std::uint16_t>(8 * size_of(to) / wide);
    ins.vec.src0.rep_stride = static_cast<std::uint16_t>(8 * size_of(from) / wide);
    return ins;
}

// Values whose conversion is delicate: around integers, halves, and the targets' bounds.
void fill_delicate(Memory& ub, std::size_t begin, std::size_t count, DataType dtype,
                   Random& random) {
    const std::size_t size = size_of(dtype);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t bits = random_bits(dtype, random);
        if (is_float(dtype) && random() % 2 == 0) {
            static constexpr double kCentres[] = {0,   1,     2,     3,     127,    128,    255,
                                                  256, 32767, 32768, 65504, 0x1p23, 0x1p31, 0x1p63};
            const double centre = kCentres[random() % std::size(kCentres)];
            const double value = centre + 0.25 * static_cast<double>(random() % 5) - 0.5;
            encode(static_cast<long double>(random() % 2 == 0 ? value : -value),
                   reinterpret_cast<std::uint8_t*>(&bits), dtype);
        }
        std::memcpy(&ub[begin + i * size], &bits, size);
    }
}

TEST(Cast, EveryPairAndMode) {
    constexpr std::size_t kCount = 999;
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        for (const Pair& pair : pairs()) {
            for (const RoundMode mode : kModes) {
                if (!offered(pair.from, pair.to, mode)) continue;
                Random random(static_cast<std::uint64_t>(mode));
                const Instruction ins = make_cast(pair.from, pair.to, mode, kCount);
                Memory ub(24 * 1024);
                fill_delicate(ub, ins.vec.src0.addr, kCount, pair.from, random);
                Memory expected = ub;
                for (std::size_t i = 0; i < kCount; ++i) {
                    const long double value =
                        decode(&ub[ins.vec.src0.addr + i * size_of(pair.from)], pair.from);
                    encode(expected_value(value, pair.from, pair.to, mode),
                           &expected[i * size_of(pair.to)], pair.to);
                }
                ASSERT_TRUE(run(ins, ub)) << describe(ins);
                expect_same(expected, ub, pair.to,
                            describe(ins) + " from " + std::string(name_of(pair.from)) + " mode " +
                                std::to_string(static_cast<int>(mode)));
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST(Cast, OtherPairsAndModesAreRefused) {
    Memory ub(24 * 1024);
    int refused = 0;
    for (int from = 0; from < kDataTypeCount; ++from) {
        for (int to = 0; to < kDataTypeCount; ++to) {
            for (const RoundMode mode : kModes) {
                const auto a = static_cast<DataType>(from);
                const auto b = static_cast<DataType>(to);
                if (a == DataType::kInt4 || b == DataType::kInt4) continue;  // special_test.cpp
                EXPECT_EQ(run(make_cast(a, b, mode, 64), ub), offered(a, b, mode))
                    << name_of(a) << " to " << name_of(b) << " mode " << static_cast<int>(mode);
                refused += offered(a, b, mode) ? 0 : 1;
            }
        }
    }
    EXPECT_GT(refused, 700);
}

// Widening doubles the bytes: source repeats are 4 blocks, and masks count lanes of the wide type.
TEST(Cast, MaskedAndStridedMixedWidth) {
    Random random(4);
    for (int round = 0; round < 200; ++round) {
        const bool widen = round % 2 == 0;
        const DataType from = widen ? DataType::kFloat16 : DataType::kFloat32;
        const DataType to = widen ? DataType::kFloat32 : DataType::kFloat16;
        Instruction ins = make_cast(from, to, RoundMode::kNone, 0);
        ins.vec.src0.addr = 16 * 1024;
        ins.vec.mask = {random(), random(), false};
        if (round % 3 == 0) set_first(ins, 1 + random() % 64, 1);
        if (round % 5 == 0) ins.vec.mask = {1 + random() % 400, 0, true};
        ins.vec.repeat = static_cast<std::uint16_t>(random() % 6);
        ins.vec.dst.rep_stride = static_cast<std::uint16_t>(ins.vec.dst.rep_stride + random() % 3);
        ins.vec.src0.rep_stride = static_cast<std::uint16_t>(random() % 10);
        ins.vec.src0.blk_stride = static_cast<std::uint16_t>(random() % 3);
        Memory ub(32 * 1024);
        fill(ub, 0, 16 * 1024, to, random);
        fill(ub, 16 * 1024, 16 * 1024, from, random);
        Memory expected = ub;
        run_reference(ins, false, expected);
        ASSERT_TRUE(run(ins, ub));
        expect_same(expected, ub, to, describe(ins));
        if (HasFatalFailure()) return;
    }
}

// Narrowing in place is legal: each repeat writes below what later repeats read.
TEST(Cast, NarrowingInPlace) {
    Random random(6);
    Instruction ins = make_cast(DataType::kFloat32, DataType::kFloat16, RoundMode::kRint, 700);
    ins.vec.src0.addr = 0;
    Memory ub(24 * 1024);
    fill(ub, 0, 4096, DataType::kFloat32, random);
    Memory expected = ub;
    run_reference(ins, false, expected);
    ASSERT_TRUE(run(ins, ub));
    expect_same(expected, ub, DataType::kFloat16, describe(ins));
}

}  // namespace
}  // namespace davsim
