// SPDX-License-Identifier: Apache-2.0
// Is each lane-by-lane opcode right in every type, special values included, on every SIMD target?

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;
constexpr DataType kB16 = DataType::kBfloat16;
constexpr DataType kI16 = DataType::kInt16;
constexpr DataType kI32 = DataType::kInt32;

constexpr std::size_t kUb = 24 * 1024;

// Compares `rounds` instructions over random and special operands with the reference.
void check(const Instruction& pattern, bool fused, int rounds = 6) {
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        Random random(7);
        for (int round = 0; round < rounds; ++round) {
            Memory ub(kUb);
            Instruction ins = pattern;
            fill(ub, ins.vec.dst.addr, 8192, ins.vec.dst.dtype, random);
            fill(ub, ins.vec.src0.addr, 8192, ins.vec.src0.dtype, random);
            fill(ub, ins.vec.src1.addr, 8192, ins.vec.src1.dtype, random);
            if (info_of(ins.opcode).op_class == OpClass::kScalar) {
                ins.vec.scalar_bits = static_cast<std::uint32_t>(random_bits(ins.dtype, random));
            }
            Memory expected = ub;
            run_reference(ins, fused, expected);
            ASSERT_TRUE(run(ins, ub, fused)) << describe(ins);
            expect_same(expected, ub, ins.vec.dst.dtype, describe(ins));
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

void check_types(std::initializer_list<Opcode> opcodes, std::initializer_list<DataType> types) {
    for (const Opcode opcode : opcodes) {
        for (const DataType dtype : types) {
            check(make(opcode, dtype, 1003), false);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

TEST(Arithmetic, TwoVectors) {
    check_types({Opcode::kAdd, Opcode::kSub, Opcode::kMul, Opcode::kMax, Opcode::kMin},
                {kF32, kF16, kB16, kI16, kI32});
    check_types({Opcode::kDiv}, {kF32, kF16, kB16});
}

TEST(Arithmetic, VectorAndScalar) {
    check_types({Opcode::kAdds, Opcode::kMuls, Opcode::kMaxs, Opcode::kMins},
                {kF32, kF16, kB16, kI16, kI32});
}

TEST(Arithmetic, OneVector) {
    check_types({Opcode::kAbs, Opcode::kSqrt, Opcode::kRsqrt, Opcode::kReciprocal, Opcode::kRelu},
                {kF32, kF16, kB16});
    check_types({Opcode::kRelu}, {kI32});
}

TEST(Arithmetic, OtherIntegerTypes) {
    const auto types = {DataType::kInt8, DataType::kUint8, DataType::kUint16, DataType::kUint32};
    check_types({Opcode::kAdd, Opcode::kSub, Opcode::kMul, Opcode::kMax, Opcode::kMin, Opcode::kAnd,
                 Opcode::kOr, Opcode::kAdds, Opcode::kMuls, Opcode::kMaxs, Opcode::kMins,
                 Opcode::kAnds, Opcode::kOrs, Opcode::kSubs, Opcode::kNot},
                types);
    check_types({Opcode::kAnd, Opcode::kOr, Opcode::kNot, Opcode::kAbs, Opcode::kNeg},
                {kI16, kI32});
}

TEST(Arithmetic, SumsWithReluAndSigns) {
    check_types({Opcode::kAddRelu, Opcode::kSubRelu, Opcode::kLeakyRelu, Opcode::kPrelu,
                 Opcode::kAbsSub, Opcode::kSubs, Opcode::kNeg},
                {kF32, kF16, kB16});
}

TEST(Arithmetic, MultiplyAddRoundsTwiceOrOnce) {
    for (const Opcode opcode :
         {Opcode::kMulAddDst, Opcode::kAxpy, Opcode::kMulAdd, Opcode::kMulAddRelu}) {
        for (const DataType dtype : {kF32, kF16, kB16}) {
            for (const bool fused : {false, true}) {
                check(make(opcode, dtype, 1003), fused, 20);
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST(Arithmetic, MultiplyAddFromHalfIntoFloat) {
    for (const bool fused : {false, true}) {
        Instruction ins = make(Opcode::kMulAddDst, kF32, 1003);
        ins.vec.src0.dtype = ins.vec.src1.dtype = kF16;
        ins.vec.src0.rep_stride = ins.vec.src1.rep_stride = 4;
        check(ins, fused);
        ins.opcode = Opcode::kAxpy;
        check(ins, fused);  // scalar fp32
        ins.dtype = kF16;
        check(ins, fused);  // scalar fp16
    }
}

// A case where one and two roundings differ: (1 + 2^-12)^2 - 1.
TEST(Arithmetic, FusedAndSeparateDiffer) {
    Memory ub(kUb);
    Instruction ins = make(Opcode::kMulAddDst, kF32, 1);
    const float factor = 1.0F + 0x1p-12F;
    const float minus_one = -1.0F;
    const auto result = [&](bool fused) {
        std::memcpy(&ub[ins.vec.src0.addr], &factor, 4);
        std::memcpy(&ub[ins.vec.src1.addr], &factor, 4);
        std::memcpy(&ub[0], &minus_one, 4);
        EXPECT_TRUE(run(ins, ub, fused));
        float value = 0;
        std::memcpy(&value, &ub[0], 4);
        return value;
    };
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        EXPECT_EQ(result(false), 0x1p-11F);
        EXPECT_EQ(result(true), 0x1p-11F + 0x1p-24F);
    }
}

TEST(Arithmetic, PairsThatDoNotExistAreRefused) {
    Memory ub(kUb);
    const Memory before = ub;
    for (const DataType dtype : {kI16, kI32, DataType::kInt8, DataType::kInt64, DataType::kUint8}) {
        EXPECT_FALSE(run(make(Opcode::kExp, dtype, 64), ub)) << name_of(dtype);
        EXPECT_FALSE(run(make(Opcode::kLeakyRelu, dtype, 64), ub)) << name_of(dtype);
        EXPECT_FALSE(run(make(Opcode::kReduceBlock, dtype, 64), ub)) << name_of(dtype);
    }
    for (const Opcode opcode : {Opcode::kAnd, Opcode::kShiftLeft, Opcode::kNot}) {
        EXPECT_FALSE(run(make(opcode, kF32, 64), ub)) << info_of(opcode).key;
    }
    EXPECT_FALSE(run(make(Opcode::kReduceAll, kB16, 64), ub));
    Instruction mixed = make(Opcode::kAdd, kF32, 64);
    mixed.vec.src1.dtype = kF16;
    EXPECT_FALSE(run(mixed, ub));
    EXPECT_EQ(ub, before);
}

TEST(Arithmetic, NothingToDoIsFine) {
    Memory ub(kUb, 3);
    const Memory before = ub;
    Instruction ins = make(Opcode::kAdd, kF32, 1);
    ins.vec.mask.lo = 0;
    EXPECT_TRUE(run(ins, ub));
    set_first(ins, 64, 0);
    EXPECT_TRUE(run(ins, ub));
    set_first(ins, 0, 4);
    EXPECT_TRUE(run(ins, ub));
    EXPECT_EQ(ub, before);
}

}  // namespace
}  // namespace davsim
