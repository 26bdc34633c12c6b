// SPDX-License-Identifier: Apache-2.0
// Comparison, selection, gathering, shifts, quantisation, int4: against plain descriptions of what
// they do, element by element, on random operands with special values and under random masks.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include "sim/base/error.h"
#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;
constexpr DataType kI16 = DataType::kInt16;
constexpr DataType kI32 = DataType::kInt32;
constexpr std::uint32_t kThird = 32 * 1024;

template <class T>
T get(const Memory& ub, std::size_t at) {
    T value;
    std::memcpy(&value, &ub[at], sizeof(T));
    return value;
}

template <class T>
void put(Memory& ub, std::size_t at, T value) {
    std::memcpy(&ub[at], &value, sizeof(T));
}

Instruction make_at(Opcode opcode, DataType dtype, std::uint64_t count) {
    Instruction ins = make(opcode, dtype, count);
    ins.vec.src0.addr = kThird;
    ins.vec.src1.addr = 2 * kThird;
    ins.vec.aux = {3 * kThird, 1, 8, dtype};
    return ins;
}

Memory operands(const Instruction& ins, Random& random) {
    Memory ub(4 * kThird, 0xA5);
    fill(ub, 0, kThird, ins.vec.dst.dtype, random);
    fill(ub, kThird, kThird, ins.vec.src0.dtype, random);
    fill(ub, 2 * kThird, kThird, ins.vec.src1.dtype, random);
    fill(ub, 3 * kThird, kThird, kI32, random);
    return ub;
}

bool holds(CompareMode mode, long double a, long double b, bool nan_unequal) {
    switch (mode) {
        case CompareMode::kLt: return a < b;
        case CompareMode::kGt: return a > b;
        case CompareMode::kEq: return a == b;
        case CompareMode::kLe: return a <= b;
        case CompareMode::kGe: return a >= b;
        case CompareMode::kNe: break;
    }
    if (std::isnan(a) || std::isnan(b)) return nan_unequal;
    return a != b;
}

bool run_comparing(const Instruction& ins, Memory& ub, bool nan_unequal,
                   VectorRegisters& registers) {
    exec::VectorPointers pointers;
    pointers.dst = &ub[ins.vec.dst.addr];
    pointers.src0 = &ub[ins.vec.src0.addr];
    pointers.src1 = &ub[ins.vec.src1.addr];
    exec::Semantics semantics;
    semantics.nan_compares_unequal = nan_unequal;
    return exec::run_vector(ins, pointers, semantics, registers);
}

void check_comparison(DataType dtype, CompareMode mode, bool scalar, bool nan_unequal,
                      Random& random) {
    Instruction ins =
        make_at(scalar ? Opcode::kCompareScalar : Opcode::kCompare, dtype, 1 + random() % 700);
    ins.vec.dst.dtype = DataType::kUint8;
    ins.vec.variant = static_cast<std::uint8_t>(mode);
    ins.vec.src0.blk_stride = static_cast<std::uint16_t>(random() % 3);
    ins.vec.src1.rep_stride = random() % 2 == 0 ? 8 : 0;
    ins.vec.scalar_bits = random_bits(dtype, random);
    Memory ub = operands(ins, random);
    const Memory before = ub;
    VectorRegisters registers{};
    ASSERT_TRUE(run_comparing(ins, ub, nan_unequal, registers)) << describe(ins);
    const std::size_t lanes = 256 / size_of(dtype);
    const std::size_t total = repeats_of_reference(ins) * lanes;
    for (std::size_t i = 0; i < total; ++i) {
        const long double a =
            decode(&before[lane_address(ins.vec.src0, i / lanes, i % lanes)], dtype);
        const long double b =
            scalar ? decode(reinterpret_cast<const std::uint8_t*>(&ins.vec.scalar_bits), dtype)
                   : decode(&before[lane_address(ins.vec.src1, i / lanes, i % lanes)], dtype);
        const bool want = i < ins.vec.mask.lo && holds(mode, a, b, nan_unequal);
        ASSERT_EQ((ub[i / 8] >> (i % 8)) & 1, want ? 1 : 0)
            << describe(ins) << " mode " << static_cast<int>(mode) << " element " << i;
    }
    ASSERT_EQ(ub[total / 8], before[total / 8]);
}

TEST(Special, ComparisonsSetABitAnElement) {
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        Random random(5);
        for (int i = 0; i < kDataTypeCount - 1; ++i) {
            for (int mode = 0; mode < 6; ++mode) {
                for (int form = 0; form < 4; ++form) {
                    check_comparison(static_cast<DataType>(i), static_cast<CompareMode>(mode),
                                     form % 2 == 0, form / 2 == 0, random);
                    if (HasFatalFailure()) return;
                }
            }
        }
    }
}

TEST(Special, ComparisonToTheRegisterLeavesOutDisabledLanes) {
    Random random(8);
    Instruction ins = make_at(Opcode::kCompareMask, kF16, 0);
    ins.vec.variant = static_cast<std::uint8_t>(CompareMode::kLt);
    ins.vec.mask = {0xF0F0F0F0F0F0F0F0ULL, 0xFFULL, false};
    Memory ub = operands(ins, random);
    VectorRegisters registers{};
    ASSERT_TRUE(run_comparing(ins, ub, false, registers));
    for (std::size_t lane = 0; lane < 128; ++lane) {
        const long double a = decode(&ub[kThird + 2 * lane], kF16);
        const long double b = decode(&ub[2 * kThird + 2 * lane], kF16);
        const std::uint64_t word =
            registers[static_cast<std::size_t>(VectorRegister::kCompareMaskLow) + lane / 64];
        EXPECT_EQ((word >> (lane % 64)) & 1, lane_enabled(ins, 0, lane) && a < b ? 1U : 0U) << lane;
    }
}

void check_selection(DataType dtype, SelectMode mode, Random& random) {
    Instruction ins = make_at(Opcode::kSelect, dtype, random() % 2 == 0 ? 1 + random() % 500 : 0);
    ins.vec.variant = static_cast<std::uint8_t>(mode);
    if (!ins.vec.mask.counter) {
        ins.vec.mask = {random(), random(), false};
        ins.vec.repeat = static_cast<std::uint16_t>(random() % 5);
    }
    ins.vec.dst.rep_stride = static_cast<std::uint16_t>(8 + random() % 2);
    ins.vec.src0.rep_stride = static_cast<std::uint16_t>(random() % 9);
    ins.vec.src1.blk_stride = static_cast<std::uint16_t>(random() % 3);
    ins.vec.scalar_bits = random();
    Memory ub = operands(ins, random);
    const Memory before = ub;
    VectorRegisters registers{};
    for (std::uint64_t& word : registers) word = random();
    const std::uint64_t* bits =
        &registers[static_cast<std::size_t>(VectorRegister::kCompareMaskLow)];
    ASSERT_TRUE(run(ins, ub, false, &registers)) << describe(ins);
    const std::size_t lanes = lanes_of(ins);
    Memory expected = before;
    for (std::size_t r = 0; r < repeats_of_reference(ins); ++r) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if (!lane_enabled(ins, r, lane)) continue;
            const std::size_t place = r * lanes + lane;
            const bool first = mode == SelectMode::kRegister
                                   ? (bits[lane / 64] >> (lane % 64) & 1) != 0
                                   : (before[3 * kThird + place / 8] >> (place % 8) & 1) != 0;
            const std::uint8_t* chosen = &before[lane_address(ins.vec.src0, r, lane)];
            if (!first && mode == SelectMode::kScalar)
                chosen = reinterpret_cast<const std::uint8_t*>(&ins.vec.scalar_bits);
            else if (!first && mode == SelectMode::kRegisterScalar)
                chosen = reinterpret_cast<const std::uint8_t*>(&bits[0]);
            else if (!first)
                chosen = &before[lane_address(ins.vec.src1, r, lane)];
            std::memcpy(&expected[lane_address(ins.vec.dst, r, lane)], chosen, size_of(dtype));
        }
    }
    ASSERT_EQ(expected, ub) << describe(ins) << " mode " << static_cast<int>(mode);
}

TEST(Special, SelectionByBits) {
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        Random random(6);
        for (const DataType dtype : {kF32, kF16, kI32, DataType::kInt64}) {
            for (int mode = 0; mode < 4; ++mode) {
                for (int round = 0; round < 12; ++round) {
                    check_selection(dtype, static_cast<SelectMode>(mode), random);
                    if (HasFatalFailure()) return;
                }
            }
        }
    }
}

TEST(Special, GatherAndScatterGoWhereOffsetsSay) {
    Random random(7);
    for (int round = 0; round < 40; ++round) {
        const bool scatter = round % 2 == 1;
        const DataType dtype = round % 4 < 2 ? kF16 : kF32;
        const std::size_t size = size_of(dtype);
        Instruction ins =
            make_at(scatter ? Opcode::kScatter : Opcode::kGather, dtype, 1 + random() % 300);
        if (round % 3 == 0) {
            ins.vec.mask = {random(), random(), false};
            ins.vec.repeat = 3;
        }
        ins.vec.span = 4096;
        Memory ub = operands(ins, random);
        for (std::size_t i = 0; i < 1024; ++i)
            put(ub, 2 * kThird + 4 * i,
                static_cast<std::uint32_t>(random() % (4096 / size) * size));
        Memory expected = ub;
        const std::size_t lanes = lanes_of(ins);
        for (std::size_t r = 0; r < repeats_of_reference(ins); ++r) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                if (!lane_enabled(ins, r, lane)) continue;
                const auto offset = get<std::uint32_t>(ub, 2 * kThird + 4 * (r * lanes + lane));
                if (scatter)
                    std::memcpy(&expected[offset], &ub[lane_address(ins.vec.src0, r, lane)], size);
                else
                    std::memcpy(&expected[lane_address(ins.vec.dst, r, lane)], &ub[kThird + offset],
                                size);
            }
        }
        ASSERT_TRUE(run(ins, ub)) << describe(ins);
        ASSERT_EQ(expected, ub) << describe(ins);
    }
}

TEST(Special, AnOffsetOutsideOfTheTensorIsAnError) {
    Random random(1);
    Instruction ins = make_at(Opcode::kGather, kF32, 4);
    ins.vec.span = 64;
    Memory ub = operands(ins, random);
    for (std::uint32_t i = 0; i < 4; ++i) put(ub, 2 * kThird + 4 * i, 20 * i + 4);
    try {
        run(ins, ub);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()),
                  "VGATHER: offset 3 is 64, allowed is within the tensor of 64 B");
    }
}

TEST(Special, GatherBlock) {
    Random random(2);
    Instruction ins = make_at(Opcode::kGatherBlock, kF16, 0);
    ins.vec.repeat = 3;
    ins.vec.dst.blk_stride = 0;  // taken for 1
    ins.vec.dst.rep_stride = 9;
    ins.vec.span = 4096;
    Memory ub = operands(ins, random);
    for (std::size_t i = 0; i < 24; ++i)
        put(ub, 2 * kThird + 4 * i, static_cast<std::uint32_t>(random() % 128 * 32));
    Memory expected = ub;
    for (std::size_t i = 0; i < 24; ++i) {
        const auto offset = get<std::uint32_t>(ub, 2 * kThird + 4 * i);
        std::memcpy(&expected[i / 8 * 9 * 32 + i % 8 * 32], &ub[kThird + offset], 32);
    }
    ASSERT_TRUE(run(ins, ub));
    EXPECT_EQ(expected, ub);
}

void check_gather_mask(DataType dtype, std::uint8_t pattern, bool counter, Random& random) {
    Instruction ins = make_at(Opcode::kGatherMask, dtype, 0);
    ins.vec.variant = pattern;
    ins.vec.repeat = static_cast<std::uint16_t>(1 + random() % 4);
    ins.vec.src0.blk_stride = static_cast<std::uint16_t>(1 + random() % 2);
    ins.vec.src0.rep_stride = static_cast<std::uint16_t>(random() % 20);
    ins.vec.src1.rep_stride = static_cast<std::uint16_t>(random() % 3);
    const std::size_t each = counter ? 1 + random() % 200 : lanes_of(ins);
    if (counter) ins.vec.mask = {each, 0, true};
    Memory ub = operands(ins, random);
    Memory expected = ub;
    const std::size_t size = size_of(dtype);
    std::size_t kept = 0;
    for (std::size_t r = 0; r < ins.vec.repeat; ++r) {
        for (std::size_t i = 0; i < each; ++i) {
            const std::size_t bit = 2 * kThird + r * ins.vec.src1.rep_stride * 32 + i / 8;
            const bool keep = pattern == 0   ? (ub[bit] >> (i % 8) & 1) != 0
                              : pattern <= 2 ? i % 2 == pattern - 1U
                              : pattern <= 6 ? i % 4 == pattern - 3U
                                             : true;
            if (!keep) continue;
            std::memcpy(&expected[kept++ * size], &ub[lane_address(ins.vec.src0, r, i)], size);
        }
    }
    VectorRegisters registers{};
    ASSERT_TRUE(run(ins, ub, false, &registers)) << describe(ins);
    EXPECT_EQ(registers[static_cast<std::size_t>(VectorRegister::kKept)], kept);
    ASSERT_EQ(expected, ub) << describe(ins) << " pattern " << int{pattern};
}

TEST(Special, GatherMaskKeepsWhatThePatternSays) {
    Random random(9);
    for (const DataType dtype : {kF16, kF32}) {
        for (std::uint8_t pattern = 0; pattern <= 7; ++pattern) {
            for (int round = 0; round < 6; ++round) {
                check_gather_mask(dtype, pattern, round % 2 == 0, random);
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST(Special, InterleaveAndBack) {
    Random random(3);
    for (const DataType dtype : {DataType::kInt8, kF16, kF32, DataType::kInt64}) {
        const std::size_t size = size_of(dtype);
        const std::size_t count = 2 * (1 + random() % 50);
        Instruction ins = make_at(Opcode::kInterleave, dtype, count);
        Memory ub = operands(ins, random);
        Memory expected = ub;
        for (std::size_t i = 0; i < 2 * count; ++i) {
            const std::size_t to = i < count ? i * size : 3 * kThird + (i - count) * size;
            std::memcpy(&expected[to], &ub[(1 + i % 2) * kThird + i / 2 * size], size);
        }
        ASSERT_TRUE(run(ins, ub));
        ASSERT_EQ(expected, ub);
        // Back into place, on top of its own sources.
        Instruction back = make_at(Opcode::kDeInterleave, dtype, count);
        back.vec.src0.addr = 0;
        back.vec.src1.addr = 3 * kThird;
        ASSERT_TRUE(run(back, ub));
        EXPECT_EQ(std::memcmp(&ub[0], &ub[kThird], count * size), 0);
        EXPECT_EQ(std::memcmp(&ub[3 * kThird], &ub[2 * kThird], count * size), 0);
    }
}

TEST(Special, Shifts) {
    struct Case {
        DataType dtype;
        Opcode opcode;
        std::uint8_t round;
        std::int64_t value;
        std::uint64_t by;
        std::int64_t want;
    };
    const Case cases[] = {
        {kI16, Opcode::kShiftLeft, 0, 0x4001, 2, 4},
        {kI16, Opcode::kShiftLeft, 0, 5, 16, 0},
        {kI16, Opcode::kShiftRight, 0, -21846, 1, -10923},
        {kI16, Opcode::kShiftRight, 0, -21846, 3, -2731},
        {kI16, Opcode::kShiftRight, 0, -1, 16, -1},
        {kI16, Opcode::kShiftRight, 1, 17, 5, 1},
        {kI16, Opcode::kShiftRight, 1, 15, 5, 0},
        {kI16, Opcode::kShiftRight, 1, 16, 0, 16},
        {kI32, Opcode::kShiftRight, 1, -3, 1, -1},
        {DataType::kUint16, Opcode::kShiftRight, 0, 0xAAAA, 1, 0x5555},
        {DataType::kUint16, Opcode::kShiftRight, 1, 17, 5, 0},
        {DataType::kUint32, Opcode::kShiftRight, 0, 0x80000000LL, 31, 1},
        {DataType::kUint32, Opcode::kShiftRight, 0, 0x80000000LL, 32, 0},
        {DataType::kInt64, Opcode::kShiftLeft, 0, 3, 40, std::int64_t{3} << 40},
        {DataType::kInt8, Opcode::kShiftRight, 0, -128, 7, -1},
    };
    for (const Case& c : cases) {
        Instruction ins = make_at(c.opcode, c.dtype, 1);
        ins.vec.variant = c.round;
        ins.vec.scalar_bits = c.by;
        Memory ub(4 * kThird);
        put(ub, kThird, c.value);
        ASSERT_TRUE(run(ins, ub)) << describe(ins);
        std::int64_t want = 0;
        std::memcpy(&want, &c.want, size_of(c.dtype));
        EXPECT_EQ(get<std::int64_t>(ub, 0), want) << describe(ins) << " value " << c.value;
    }
}

// Saturation mode: half results are finite, NaN becomes 0, int16 and int32 sums stop at their ends.
TEST(Special, SaturationMode) {
    Random random(11);
    for (const Opcode opcode : {Opcode::kAdd, Opcode::kMul, Opcode::kDiv, Opcode::kMulAddDst}) {
        Instruction ins = make_at(opcode, kF16, 600);
        Memory ub = operands(ins, random);
        Memory plain = ub;
        ASSERT_TRUE(run(ins, plain));
        ins.vec.saturate = true;
        ASSERT_TRUE(run(ins, ub));
        for (std::size_t i = 0; i < 600; ++i) {
            const long double free = decode(&plain[2 * i], kF16);
            const long double got = decode(&ub[2 * i], kF16);
            ASSERT_LE(std::fabs(got), 65504) << i;
            if (std::isfinite(free)) {
                ASSERT_EQ(got, free) << i;
            } else if (opcode != Opcode::kMulAddDst) {  // its product is made finite before
                ASSERT_EQ(got, std::isnan(free) ? 0.0L : std::copysign(65504.0L, free)) << i;
            }
        }
    }
    for (const DataType dtype : {kI16, kI32}) {
        Instruction ins = make_at(Opcode::kAdd, dtype, 600);
        ins.vec.saturate = true;
        Memory ub = operands(ins, random);
        const Memory before = ub;
        ASSERT_TRUE(run(ins, ub));
        const long double high = dtype == kI16 ? 32767 : 2147483647;
        for (std::size_t i = 0; i < 600; ++i) {
            const std::size_t at = i * size_of(dtype);
            const long double sum =
                decode(&before[kThird + at], dtype) + decode(&before[2 * kThird + at], dtype);
            ASSERT_EQ(decode(&ub[at], dtype), std::min(std::max(sum, -high - 1), high)) << i;
        }
    }
}

// Results that are rounded to the source's type, then to nearest even in 8 bits.
TEST(Special, FusedCasts) {
    struct Case {
        Opcode opcode;
        DataType from;
        DataType to;
        double a;
        double b;
        double want;
    };
    const double inf = INFINITY;
    const Case cases[] = {
        {Opcode::kAddReluCast, kF16, DataType::kInt8, 1.25, 1.25, 2},
        {Opcode::kAddReluCast, kF16, DataType::kInt8, 100, 100, 127},
        {Opcode::kAddReluCast, kF16, DataType::kInt8, -5, 1, 0},
        {Opcode::kAddReluCast, kF16, DataType::kInt8, NAN, 1, 0},
        {Opcode::kAddReluCast, kF32, kF16, 65504, 65504, inf},
        {Opcode::kAddReluCast, kF32, kF16, NAN, 0, 0},
        {Opcode::kAddReluCast, kI16, DataType::kInt8, 32767, 32767, 127},
        {Opcode::kSubReluCast, kI16, DataType::kInt8, -32768, 32767, 0},
        {Opcode::kSubReluCast, kI16, DataType::kInt8, 12, 5, 7},
        {Opcode::kSubReluCast, kF32, kF16, 3, 1.5, 1.5},
        {Opcode::kMulCast, kF16, DataType::kInt8, 2.5, 1, 2},
        {Opcode::kMulCast, kF16, DataType::kInt8, -300, 300, -128},
        {Opcode::kMulCast, kF16, DataType::kUint8, 15, 20, 255},
        {Opcode::kMulCast, kF16, DataType::kUint8, -3, 1, 0},
        {Opcode::kMulCast, kF16, DataType::kInt8, 0, inf, 0},
    };
    for (const Case& c : cases) {
        Instruction ins = make_at(c.opcode, c.from, 1);
        ins.vec.dst.dtype = c.to;
        Memory ub(4 * kThird);
        encode(static_cast<long double>(c.a), &ub[kThird], c.from);
        encode(static_cast<long double>(c.b), &ub[2 * kThird], c.from);
        ASSERT_TRUE(run(ins, ub)) << describe(ins);
        EXPECT_EQ(decode(&ub[0], c.to), c.want) << describe(ins) << " of " << c.a << ", " << c.b;
    }
}

std::uint64_t dequant_word(float scale, int offset, bool is_signed) {
    std::uint32_t bits;
    std::memcpy(&bits, &scale, sizeof(bits));
    return std::uint64_t{is_signed} << 46 | (static_cast<std::uint64_t>(offset) & 0x1FF) << 37 |
           bits;
}

TEST(Special, DequantToBytesFillsHalfBlocks) {
    Instruction ins = make_at(Opcode::kCastDequant, kI16, 40);
    ins.vec.dst.dtype = DataType::kInt8;
    ins.vec.scalar_bits = dequant_word(0.5F, -3, true);
    Memory ub(4 * kThird, 0xEE);
    for (std::int16_t i = 0; i < 40; ++i)
        put(ub, kThird + 2 * static_cast<std::size_t>(i), static_cast<std::int16_t>(20 * i - 400));
    for (const bool upper : {false, true}) {
        ins.vec.variant = upper ? kDequantUpperHalf : 0;
        Memory out = ub;
        ASSERT_TRUE(run(ins, out));
        for (int i = 0; i < 40; ++i) {
            const std::size_t at =
                static_cast<std::size_t>(i / 16 * 32 + i % 16 + (upper ? 16 : 0));
            const int scaled = std::max(std::min(10 * i - 200, 255), -256) - 3;
            EXPECT_EQ(get<std::int8_t>(out, at), std::max(std::min(scaled, 127), -128)) << i;
            EXPECT_EQ(out[at ^ 16U], 0xEE);
        }
    }
    // A parameter for each place in a block; unsigned results; 10 bits of the scale's fraction.
    for (int i = 0; i < 16; ++i)
        put(ub, 2 * kThird + 8 * static_cast<std::size_t>(i),
            dequant_word(1.0F + static_cast<float>(i) + 0x1p-11F, i, false));
    ins.vec.dst.dtype = DataType::kUint8;
    ins.vec.variant = kDequantTable;
    ASSERT_TRUE(run(ins, ub));
    const int i = 21;  // place 5: value 20, scale 6
    EXPECT_EQ(ub[static_cast<std::size_t>(i / 16 * 32 + i % 16)], 20 * 6 + 5);
    EXPECT_EQ(ub[0], 0);  // -400
}

TEST(Special, DequantToHalf) {
    Instruction ins = make_at(Opcode::kCastDequant, kI32, 3);
    ins.vec.dst.dtype = kF16;
    ins.vec.scalar_bits = scalar_bits(0.5, kF16);
    Memory ub(4 * kThird);
    put(ub, kThird, std::int32_t{7});
    put(ub, kThird + 4, std::int32_t{-2147483647 - 1});
    put(ub, kThird + 8, std::int32_t{4099});
    ASSERT_TRUE(run(ins, ub));
    EXPECT_EQ(decode(&ub[0], kF16), 3.5L);
    EXPECT_TRUE(std::isinf(decode(&ub[2], kF16)) && decode(&ub[2], kF16) < 0);
    EXPECT_EQ(decode(&ub[4], kF16), 2050);  // 2049.5 to even spacing of 2
}

TEST(Special, Int4IsPackedTwoInAByte) {
    Instruction ins = make_at(Opcode::kCast, kF16, 7);
    ins.vec.dst = {0, 1, 2, DataType::kInt4};
    ins.vec.round = RoundMode::kRint;
    Memory ub(4 * kThird, 0xEE);
    const double values[] = {1.5, -8.5, 100, NAN, -1, 2.5, 3};
    const int want[] = {2, -8, 7, 0, -1, 2, 3};
    for (std::size_t i = 0; i < 7; ++i)
        encode(static_cast<long double>(values[i]), &ub[kThird + 2 * i], kF16);
    ASSERT_TRUE(run(ins, ub));
    EXPECT_EQ(ub[0], 0x82);
    EXPECT_EQ(ub[1], 0x07);
    EXPECT_EQ(ub[2], 0x2F);
    EXPECT_EQ(ub[3], 0xE3);  // the other half stays
    Instruction back = make_at(Opcode::kCast, kF16, 7);
    back.vec.src0 = {0, 1, 2, DataType::kInt4};
    back.vec.dst.addr = 1024;
    back.vec.round = RoundMode::kNone;
    ASSERT_TRUE(run(back, ub));
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(decode(&ub[1024 + 2 * i], kF16), want[i]) << i;
}

TEST(Special, IndexAndFirstElementAndWholeProducts) {
    Memory ub(4 * kThird);
    Instruction index = make_at(Opcode::kIndex, kI32, 100);
    index.vec.scalar_bits = static_cast<std::uint32_t>(-5);
    ASSERT_TRUE(run(index, ub));
    EXPECT_EQ(get<std::int32_t>(ub, 0), -5);
    EXPECT_EQ(get<std::int32_t>(ub, 4 * 99), 94);
    EXPECT_EQ(get<std::int32_t>(ub, 4 * 100), 0);

    Instruction first = make_at(Opcode::kDuplicateFirst, kF16, 70);
    put(ub, kThird, std::uint16_t{0x1234});
    ASSERT_TRUE(run(first, ub));
    EXPECT_EQ(get<std::uint16_t>(ub, 2 * 69), 0x1234);

    Instruction product = make_at(Opcode::kMulFull, DataType::kUint32, 2);
    put(ub, kThird, std::uint32_t{0xFFFFFFFF});
    put(ub, 2 * kThird, std::uint32_t{0xFFFFFFFF});
    ASSERT_TRUE(run(product, ub));
    EXPECT_EQ(get<std::uint32_t>(ub, 0), 1U);
    EXPECT_EQ(get<std::uint32_t>(ub, 3 * kThird), 0xFFFFFFFEU);
}

TEST(Special, DivisionOfIntegers) {
    Instruction ins = make_at(Opcode::kDiv, kI32, 3);
    Memory ub(4 * kThird);
    const std::int32_t a[] = {-7, 5, -2147483647 - 1};
    const std::int32_t b[] = {2, 0, -1};
    std::memcpy(&ub[kThird], a, sizeof(a));
    std::memcpy(&ub[2 * kThird], b, sizeof(b));
    ASSERT_TRUE(run(ins, ub));
    EXPECT_EQ(get<std::int32_t>(ub, 0), -3);
    EXPECT_EQ(get<std::int32_t>(ub, 4), -1);
    EXPECT_EQ(get<std::int32_t>(ub, 8), -2147483647 - 1);
}

}  // namespace
}  // namespace davsim
