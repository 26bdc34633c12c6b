// SPDX-License-Identifier: Apache-2.0
// Do masks, strides and repeats reach exactly the lanes they name? Random shapes against the
// reference.

#include <gtest/gtest.h>

#include <cstring>

#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;
constexpr std::size_t kThird = 32 * 1024;  // bytes for each operand; shapes below stay inside

std::uint16_t pick(Random& random, std::initializer_list<int> values) {
    return static_cast<std::uint16_t>(*(values.begin() + random() % values.size()));
}

void random_mask(Instruction& ins, Random& random) {
    switch (random() % 4) {
        case 0: set_first(ins, lanes_of(ins), 1); break;
        case 1: set_first(ins, 1 + random() % lanes_of(ins), 1); break;
        case 2:
            ins.vec.mask.counter = false;
            ins.vec.mask.lo = random() & random();
            ins.vec.mask.hi = random();
            break;
        default:
            ins.vec.mask.counter = true;
            ins.vec.mask.lo = 1 + random() % (8 * lanes_of(ins));
            break;
    }
    ins.vec.repeat = pick(random, {0, 1, 2, 3, 5, 8});
}

void random_strides(VectorOperand& operand, Random& random, bool source) {
    operand.blk_stride = source ? pick(random, {1, 1, 1, 0, 2, 3}) : pick(random, {1, 1, 1, 2, 3});
    operand.rep_stride =
        source ? pick(random, {8, 8, 4, 0, 1, 9, 24, 37}) : pick(random, {8, 8, 9, 24, 37});
}

void check_random(Opcode opcode, DataType dst, DataType src, int rounds) {
    Random random(static_cast<std::uint64_t>(opcode) * 16 + static_cast<std::uint64_t>(src));
    Memory source(3 * kThird, 0xA5);
    fill(source, 0, kThird, dst, random);
    fill(source, kThird, 2 * kThird, src, random);
    for (int round = 0; round < rounds; ++round) {
        Instruction ins = make(opcode, dst);
        ins.vec.src0.dtype = ins.vec.src1.dtype = src;
        ins.vec.src0.addr = kThird;
        ins.vec.src1.addr = 2 * kThird;
        ins.vec.dst.addr = static_cast<std::uint32_t>(32 * (random() % 4));
        random_mask(ins, random);
        random_strides(ins.vec.dst, random, false);
        random_strides(ins.vec.src0, random, true);
        random_strides(ins.vec.src1, random, true);
        ins.vec.scalar_bits = static_cast<std::uint32_t>(random_bits(dst, random));
        Memory ub = source;
        Memory expected = ub;
        run_reference(ins, false, expected);
        ASSERT_TRUE(run(ins, ub)) << describe(ins);
        expect_same(expected, ub, dst, describe(ins));
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(MaskStride, Add) {
    check_random(Opcode::kAdd, kF32, kF32, 150);
}
TEST(MaskStride, AddHalf) {
    check_random(Opcode::kAdd, kF16, kF16, 150);
}
TEST(MaskStride, MaxInt16) {
    check_random(Opcode::kMax, DataType::kInt16, DataType::kInt16, 100);
}
TEST(MaskStride, Muls) {
    check_random(Opcode::kMuls, kF32, kF32, 100);
}
TEST(MaskStride, Abs) {
    check_random(Opcode::kAbs, kF16, kF16, 100);
}
TEST(MaskStride, MulAddDst) {
    check_random(Opcode::kMulAddDst, kF32, kF32, 100);
}
TEST(MaskStride, MulAddDstMixed) {
    check_random(Opcode::kMulAddDst, kF32, kF16, 100);
}
TEST(MaskStride, Axpy) {
    check_random(Opcode::kAxpy, kF16, kF16, 100);
}
TEST(MaskStride, Copy) {
    check_random(Opcode::kCopy, kF32, kF32, 100);
}
TEST(MaskStride, CopyHalf) {
    check_random(Opcode::kCopy, kF16, kF16, 100);
}
TEST(MaskStride, Duplicate) {
    check_random(Opcode::kDuplicate, kF32, kF32, 100);
}
TEST(MaskStride, DuplicateHalf) {
    check_random(Opcode::kDuplicate, kF16, kF16, 100);
}

// Every length from 1 on: the ends of vectors are where tails go wrong.
TEST(MaskStride, EveryCounterLength) {
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        for (const DataType dtype : {kF32, kF16, DataType::kInt16}) {
            for (std::uint64_t count = 1; count <= 200; ++count) {
                Random random(count);
                const Instruction ins = make(Opcode::kAdd, dtype, count);
                Memory ub(24 * 1024);
                fill(ub, 0, ub.size(), dtype, random);
                Memory expected = ub;
                run_reference(ins, false, expected);
                ASSERT_TRUE(run(ins, ub));
                expect_same(expected, ub, dtype, describe(ins));
                if (HasFatalFailure()) return;
            }
        }
    }
}

class Accumulate : public testing::Test {
protected:
    // Add(dst, src0, dst) with dst standing still: dst becomes dst + all repeats of src0.
    Accumulate() : ins(make(Opcode::kAdd, kF32)), ub(24 * 1024) {
        set_first(ins, 64, 20);
        ins.vec.src1.addr = ins.vec.dst.addr;
        ins.vec.dst.rep_stride = 0;
        ins.vec.src1.rep_stride = 0;
        Random random(3);
        for (std::size_t i = 0; i + 4 <= ub.size(); i += 4) {
            const float value = std::uniform_real_distribution<float>(-1, 1)(random);
            std::memcpy(&ub[i], &value, 4);
        }
        expected = ub;
        for (std::size_t repeat = 0; repeat < 20; ++repeat) {
            for (std::size_t lane = 0; lane < 64; ++lane) {
                float sum = 0;
                float term = 0;
                std::memcpy(&sum, &expected[lane * 4], 4);
                std::memcpy(&term, &expected[ins.vec.src0.addr + repeat * 256 + lane * 4], 4);
                sum = term + sum;
                std::memcpy(&expected[lane * 4], &sum, 4);
            }
        }
    }
    Instruction ins;
    Memory ub;
    Memory expected;
};

TEST_F(Accumulate, RepeatsSeeEarlierRepeats) {
    ASSERT_TRUE(run(ins, ub));
    EXPECT_EQ(ub, expected);
}

// The device may pass a snapshot of the sources and a separate place for the result.
TEST_F(Accumulate, WorksFromASnapshot) {
    const Memory snapshot = ub;
    exec::VectorPointers pointers;
    pointers.dst = ub.data();
    pointers.src0 = &snapshot[ins.vec.src0.addr];
    pointers.src1 = &snapshot[ins.vec.src1.addr];
    std::fill_n(ub.begin(), 256, std::uint8_t{0xEE});  // the result place holds nothing useful yet
    VectorRegisters registers{};
    ASSERT_TRUE(exec::run_vector(ins, pointers, {}, registers));
    EXPECT_EQ(ub, expected);
}

TEST_F(Accumulate, MultiplyAddOntoOneRepeatFromASnapshot) {
    ins = make(Opcode::kAxpy, kF32);
    set_first(ins, 50, 12);
    ins.vec.dst.rep_stride = 0;
    ins.vec.scalar_bits = scalar_bits(0.75, kF32);
    expected = ub;
    run_reference(ins, false, expected);
    const Memory snapshot = ub;
    exec::VectorPointers pointers;
    pointers.dst = ub.data();
    pointers.old_dst = snapshot.data();
    pointers.src0 = &snapshot[ins.vec.src0.addr];
    std::fill_n(ub.begin(), 200, std::uint8_t{0xEE});
    VectorRegisters registers{};
    ASSERT_TRUE(exec::run_vector(ins, pointers, {}, registers));
    EXPECT_EQ(ub, expected);
}

// Copy in counter mode: the mask counts the elements of each repeat, more than a repeat's lanes
// included.
TEST(MaskStride, CounterCopyKeepsTheRepeatCount) {
    for (const std::uint64_t per_repeat : {1U, 8U, 40U, 64U, 100U, 256U}) {
        Random random(per_repeat);
        Instruction ins = make(Opcode::kCopy, kF32, per_repeat);
        ins.vec.repeat = 3;
        ins.vec.dst.rep_stride = 70;
        ins.vec.src0.rep_stride = 33;
        Memory ub(24 * 1024);
        fill(ub, 0, ub.size(), DataType::kInt32, random);
        Memory expected = ub;
        run_reference(ins, false, expected);
        ASSERT_NE(expected, ub);
        ASSERT_TRUE(run(ins, ub));
        EXPECT_EQ(ub, expected) << describe(ins);
    }
}

// In place with a shift of one repeat: each repeat must see what the one before it wrote.
TEST(MaskStride, OverlappingRepeatsRunInOrder) {
    for (const bool dense : {true, false}) {
        Random random(5);
        Instruction ins = make(Opcode::kAdds, DataType::kInt32, 64 * 6);
        ins.vec.src0.addr = 1024;
        ins.vec.dst.addr = 1024 + 256;
        ins.vec.scalar_bits = 1;
        if (!dense) {
            set_first(ins, 64, 6);
            ins.vec.dst.addr = 1024 + 128;  // half of the next source repeat
        }
        Memory ub(24 * 1024);
        fill(ub, 0, 8192, DataType::kInt32, random);
        Memory expected = ub;
        run_reference(ins, false, expected);
        ASSERT_TRUE(run(ins, ub));
        EXPECT_EQ(ub, expected);
    }
}

TEST(MaskStride, BrcbSpreadsElementsOverBlocks) {
    for (const DataType dtype : {kF32, kF16}) {
        for (const std::uint16_t blk_stride : {0, 1, 2}) {
            Random random(9);
            Instruction ins = make(Opcode::kBrcb, dtype);
            ins.vec.repeat = 3;
            ins.vec.mask.lo = 1;  // ignored
            ins.vec.dst.blk_stride = blk_stride;
            ins.vec.dst.rep_stride = 20;
            Memory ub(24 * 1024);
            fill(ub, 0, ub.size(), dtype, random);
            Memory expected = ub;
            const std::size_t size = size_of(dtype);
            for (std::size_t element = 0; element < 24; ++element) {
                const std::size_t block = std::max<std::size_t>(blk_stride, 1) * (element % 8);
                for (std::size_t i = 0; i < 32; i += size) {
                    std::memcpy(&expected[32 * (element / 8 * 20 + block) + i],
                                &ub[ins.vec.src0.addr + element * size], size);
                }
            }
            ASSERT_TRUE(run(ins, ub));
            EXPECT_EQ(ub, expected);
        }
    }
}

}  // namespace
}  // namespace davsim
