// SPDX-License-Identifier: Apache-2.0
// Do the sums add in the hardware's order, and do their results land where they should?

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "sim/base/float16.h"
#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;

float rounded(float value, DataType dtype) {
    return dtype == kF16 ? fp16_to_float(float_to_fp16(value)) : value;
}

// ((x0 + x1) + (x2 + x3)) + ..., recursively: halves of a power of two.
float tree(const std::vector<float>& lanes, std::size_t begin, std::size_t count, DataType dtype) {
    if (count == 1) return lanes[begin];
    const float left = tree(lanes, begin, count / 2, dtype);
    const float right = tree(lanes, begin + count / 2, count / 2, dtype);
    return rounded(left + right, dtype);
}

std::vector<float> lanes_of_repeat(const Instruction& ins, const Memory& ub, std::size_t repeat) {
    std::vector<float> lanes(lanes_of(ins), 0.0F);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (!lane_enabled(ins, repeat, lane)) continue;
        lanes[lane] = static_cast<float>(
            decode(&ub[lane_address(ins.vec.src0, repeat, lane)], kF32 == ins.dtype ? kF32 : kF16));
    }
    return lanes;
}

bool any_enabled(const Instruction& ins, std::size_t repeat, std::size_t lane, std::size_t count) {
    for (std::size_t i = lane; i < lane + count; ++i) {
        if (lane_enabled(ins, repeat, i)) return true;
    }
    return false;
}

void reduce_reference(const Instruction& ins, Memory& ub) {
    const std::size_t size = size_of(ins.dtype);
    const std::size_t lanes = lanes_of(ins);
    const std::size_t fan = ins.opcode == Opcode::kReduceBlock  ? 32 / size
                            : ins.opcode == Opcode::kReducePair ? 2
                                                                : lanes;
    float total = 0;
    for (std::size_t repeat = 0; repeat < repeats_of_reference(ins); ++repeat) {
        const std::vector<float> values = lanes_of_repeat(ins, ub, repeat);
        for (std::size_t result = 0; result < lanes / fan; ++result) {
            const float sum = tree(values, result * fan, fan, ins.dtype);
            total = repeat == 0 ? sum : rounded(total + sum, ins.dtype);
            if (ins.opcode == Opcode::kReduceAcc || !any_enabled(ins, repeat, result * fan, fan))
                continue;
            const std::size_t unit = ins.opcode == Opcode::kReduceBlock  ? 8 * size
                                     : ins.opcode == Opcode::kReducePair ? 128
                                                                         : size;
            encode(sum,
                   &ub[ins.vec.dst.addr + repeat * ins.vec.dst.rep_stride * unit + result * size],
                   ins.dtype);
        }
    }
    if (ins.opcode == Opcode::kReduceAcc && repeats_of_reference(ins) > 0)
        encode(total, &ub[ins.vec.dst.addr], ins.dtype);
}

class Reduce : public testing::TestWithParam<DataType> {
protected:
    DataType dtype() const { return GetParam(); }
    void check(const Instruction& ins, Memory ub) {
        Memory expected = ub;
        reduce_reference(ins, expected);
        ASSERT_TRUE(run(ins, ub));
        expect_same(expected, ub, dtype(), describe(ins));
    }
    Memory random_values(std::uint64_t seed) const {
        Random random(seed);
        Memory ub(80 * 1024);
        for (std::size_t i = 0; i < ub.size(); i += size_of(dtype())) {
            // Magnitudes over many binades, so that another order would give other bits.
            const double value = std::ldexp(std::uniform_real_distribution<double>(-1, 1)(random),
                                            static_cast<int>(random() % 12));
            encode(static_cast<long double>(value), &ub[i], dtype());
        }
        return ub;
    }
};

INSTANTIATE_TEST_SUITE_P(Types, Reduce, testing::Values(kF32, kF16),
                         [](const auto& type) { return std::string(name_of(type.param)); });

TEST_P(Reduce, RandomShapes) {
    Random random(11);
    const Memory values = random_values(12);
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        for (int round = 0; round < 400; ++round) {
            constexpr Opcode kOpcodes[] = {Opcode::kReduceAll, Opcode::kReduceAcc,
                                           Opcode::kReduceBlock, Opcode::kReducePair};
            Instruction ins = make(kOpcodes[round % 4], dtype());
            ins.vec.src0.addr = 40 * 1024;
            ins.vec.dst.rep_stride = static_cast<std::uint16_t>(1 + random() % 3);
            ins.vec.src0.blk_stride = static_cast<std::uint16_t>(random() % 3);
            ins.vec.src0.rep_stride =
                static_cast<std::uint16_t>(random() % 3 == 0 ? random() % 20 : 8);
            const std::uint16_t repeat = static_cast<std::uint16_t>(random() % 40);
            const std::size_t lanes = lanes_of(ins);
            switch (random() % 4) {
                case 0: set_first(ins, lanes, repeat); break;
                case 1: set_first(ins, 1 + random() % lanes, repeat); break;
                case 2: ins.vec.mask = {random() & random(), random(), false}; break;
                default: ins.vec.mask = {1 + random() % (40 * lanes), 0, true}; break;
            }
            if (!ins.vec.mask.counter) ins.vec.repeat = repeat;
            check(ins, values);
            if (HasFatalFailure()) return;
        }
    }
}

// One large value, its negative, and a small one: only the documented grouping keeps the small one.
TEST_P(Reduce, NeighboursAreAddedFirst) {
    const double big = dtype() == kF32 ? 0x1p30 : 0x1p14;
    const double small = 1;
    const auto sum_of = [&](std::initializer_list<double> first_lanes) {
        Memory ub(24 * 1024);
        Instruction ins = make(Opcode::kReduceAll, dtype());
        set_first(ins, first_lanes.size(), 1);
        std::size_t lane = 0;
        for (const double value : first_lanes) {
            encode(static_cast<long double>(value),
                   &ub[ins.vec.src0.addr + lane++ * size_of(dtype())], dtype());
        }
        EXPECT_TRUE(run(ins, ub));
        return static_cast<double>(decode(ub.data(), dtype()));
    };
    EXPECT_EQ(sum_of({big, -big, small, 0}), small);  // (big - big) + (1 + 0)
    EXPECT_EQ(sum_of({big, small, -big, 0}), 0);      // (big + 1) + (-big + 0): the 1 is lost
    EXPECT_EQ(sum_of({big, 0, 0, 0, -big, 0, small, 0}), 0);  // (-big + 1) meets big last
    EXPECT_EQ(sum_of({big, 0, -big, 0, small, 0, 0, 0}), small);
}

TEST_P(Reduce, AccumulationOverRepeatsIsSequential) {
    const double big = dtype() == kF32 ? 0x1p30 : 0x1p14;
    const auto sum_of = [&](std::initializer_list<double> repeats) {
        Memory ub(24 * 1024);
        Instruction ins = make(Opcode::kReduceAcc, dtype());
        set_first(ins, 1, static_cast<std::uint16_t>(repeats.size()));
        std::size_t repeat = 0;
        for (const double value : repeats) {
            encode(static_cast<long double>(value), &ub[ins.vec.src0.addr + 256 * repeat++],
                   dtype());
        }
        VectorRegisters registers;
        registers.fill(~std::uint64_t{0});
        EXPECT_TRUE(run(ins, ub, false, &registers));
        std::uint64_t stored = 0;
        std::memcpy(&stored, ub.data(), size_of(dtype()));
        EXPECT_EQ(registers[static_cast<std::size_t>(VectorRegister::kAccumulator)], stored);
        return static_cast<double>(decode(ub.data(), dtype()));
    };
    EXPECT_EQ(sum_of({big, 1, -big, 1}), 1);  // a tree would lose both ones
    EXPECT_EQ(sum_of({1, big, -big, 1}), 1);
    EXPECT_EQ(sum_of({big, -big, 1, 1}), 2);
    EXPECT_EQ(sum_of({-0.0}), 0);
}

TEST_P(Reduce, MinusZeroSurvivesOnlyWithAllLanes) {
    for (const bool all : {true, false}) {
        Memory ub(24 * 1024);
        Instruction ins = make(Opcode::kReduceAll, dtype());
        for (std::size_t lane = 0; lane < lanes_of(ins); ++lane) {
            encode(-0.0L, &ub[ins.vec.src0.addr + lane * size_of(dtype())], dtype());
        }
        set_first(ins, lanes_of(ins) - (all ? 0 : 1), 1);
        ASSERT_TRUE(run(ins, ub));
        EXPECT_EQ(std::signbit(decode(ub.data(), dtype())), all);  // masked lanes are +0
    }
}

TEST_P(Reduce, SpecialValuesPropagate) {
    const double inf = std::numeric_limits<double>::infinity();
    for (const auto& [value, expect_nan] : {std::pair{inf, false}, std::pair{std::nan(""), true}}) {
        Memory ub(24 * 1024);
        Instruction ins = make(Opcode::kReduceAll, dtype());
        encode(static_cast<long double>(value), &ub[ins.vec.src0.addr + 37 * size_of(dtype())],
               dtype());
        ASSERT_TRUE(run(ins, ub));
        const long double sum = decode(ub.data(), dtype());
        EXPECT_EQ(std::isnan(sum), expect_nan);
        EXPECT_EQ(std::isinf(sum), !expect_nan);
    }
}

// ReduceSum passes its source as destination and work space.
TEST_P(Reduce, InPlace) {
    for (const Opcode opcode : {Opcode::kReduceAll, Opcode::kReduceAcc}) {
        Instruction ins = make(opcode, dtype(), 64 * 37);
        ins.vec.src0.addr = 0;
        ins.vec.dst.rep_stride = 1;
        check(ins, random_values(5));
    }
}

}  // namespace
}  // namespace davsim
