// SPDX-License-Identifier: Apache-2.0
// Largest and smallest lanes: which one wins, and where value and lane number land.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_block(Opcode opcode) {
    return opcode == Opcode::kReduceBlockMax || opcode == Opcode::kReduceBlockMin;
}

bool beats(long double a, long double b, bool smallest) {
    if (std::isnan(b)) return false;
    return std::isnan(a) || (smallest ? a < b : a > b);
}

// Result `result` of a repeat, lane by lane; -1 if no lane is enabled.
int winner(const Instruction& ins, const Memory& ub, std::size_t repeat, std::size_t first,
           std::size_t count) {
    const bool smallest = ins.opcode == Opcode::kReduceMin || ins.opcode == Opcode::kReduceBlockMin;
    int best = -1;
    long double best_value = 0;
    for (std::size_t lane = first; lane < first + count; ++lane) {
        if (!lane_enabled(ins, repeat, lane)) continue;
        const long double value = decode(&ub[lane_address(ins.vec.src0, repeat, lane)], ins.dtype);
        if (best >= 0 && !beats(value, best_value, smallest)) continue;
        best = static_cast<int>(lane);
        best_value = value;
    }
    return best;
}

std::size_t unit_bytes(const Instruction& ins) {
    const std::size_t size = size_of(ins.dtype);
    if (is_block(ins.opcode)) return 8 * size;
    if (ins.vec.order == ReduceOrder::kOnlyValue) return size;
    return ins.vec.order == ReduceOrder::kOnlyIndex ? 4 : 2 * size;
}

void put_result(const Instruction& ins, std::uint8_t* at, const std::uint8_t* value, int lane) {
    const std::size_t size = size_of(ins.dtype);
    const auto index = static_cast<std::uint32_t>(lane);
    const ReduceOrder order = is_block(ins.opcode) ? ReduceOrder::kOnlyValue : ins.vec.order;
    if (order == ReduceOrder::kOnlyIndex) {
        std::memcpy(at, &index, 4);
        return;
    }
    const bool index_first = order == ReduceOrder::kIndexValue;
    std::memcpy(at + (index_first ? size : 0), value, size);
    if (order != ReduceOrder::kOnlyValue) std::memcpy(at + (index_first ? 0 : size), &index, size);
}

// The first lane that nothing beats, counted in elements from the first lane.
void reference_across(const Instruction& ins, Memory& ub) {
    int best = -1;
    std::size_t best_at = 0;
    for (std::size_t repeat = 0; repeat < repeats_of_reference(ins); ++repeat) {
        const int lane = winner(ins, ub, repeat, 0, lanes_of(ins));
        if (lane < 0) continue;
        const std::size_t at = lane_address(ins.vec.src0, repeat, static_cast<std::size_t>(lane));
        if (best >= 0 && !beats(decode(&ub[at], ins.dtype), decode(&ub[best_at], ins.dtype),
                                ins.opcode == Opcode::kReduceMin))
            continue;
        best = static_cast<int>(repeat * ins.vec.src0.rep_stride * 32 / size_of(ins.dtype)) + lane;
        best_at = at;
    }
    if (best < 0) return;
    const std::vector<std::uint8_t> value(&ub[best_at], &ub[best_at] + size_of(ins.dtype));
    put_result(ins, &ub[ins.vec.dst.addr], value.data(), best);
}

void reference(const Instruction& ins, Memory& ub) {
    if (ins.vec.across_repeats) return reference_across(ins, ub);
    const std::size_t lanes = lanes_of(ins);
    const std::size_t fan = is_block(ins.opcode) ? 32 / size_of(ins.dtype) : lanes;
    for (std::size_t repeat = 0; repeat < repeats_of_reference(ins); ++repeat) {
        std::uint8_t* at =
            &ub[ins.vec.dst.addr + repeat * ins.vec.dst.rep_stride * unit_bytes(ins)];
        for (std::size_t result = 0; result < lanes / fan; ++result) {
            const int lane = winner(ins, ub, repeat, result * fan, fan);
            if (lane < 0) continue;
            put_result(ins, at + result * size_of(ins.dtype),
                       &ub[lane_address(ins.vec.src0, repeat, static_cast<std::size_t>(lane))],
                       lane);
        }
    }
}

class Extreme : public testing::TestWithParam<DataType> {
protected:
    DataType dtype() const { return GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(Types, Extreme, testing::Values(kF32, kF16),
                         [](const auto& type) { return std::string(name_of(type.param)); });

TEST_P(Extreme, RandomShapes) {
    constexpr Opcode kOpcodes[] = {Opcode::kReduceMax, Opcode::kReduceMin, Opcode::kReduceBlockMax,
                                   Opcode::kReduceBlockMin};
    Random random(21);
    Memory values(80 * 1024);
    fill(values, 0, values.size(), dtype(), random);
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        for (int round = 0; round < 400; ++round) {
            Instruction ins = make(kOpcodes[round % 4], dtype());
            ins.vec.src0.addr = 40 * 1024;
            ins.vec.order = static_cast<ReduceOrder>(random() % 4);
            ins.vec.across_repeats = !is_block(ins.opcode) && random() % 2 == 0;
            ins.vec.dst.rep_stride = static_cast<std::uint16_t>(1 + random() % 3);
            ins.vec.src0.blk_stride = static_cast<std::uint16_t>(random() % 3);
            ins.vec.src0.rep_stride = static_cast<std::uint16_t>(random() % 20);
            ins.vec.repeat = static_cast<std::uint16_t>(random() % 40);
            const std::size_t lanes = lanes_of(ins);
            switch (random() % 4) {
                case 0: set_first(ins, lanes, ins.vec.repeat); break;
                case 1: set_first(ins, 1 + random() % lanes, ins.vec.repeat); break;
                case 2: ins.vec.mask = {random() & random(), random() & random(), false}; break;
                default: ins.vec.mask = {1 + random() % (40 * lanes), 0, true}; break;
            }
            Memory ub = values;
            Memory expected = values;
            reference(ins, expected);
            ASSERT_TRUE(run(ins, ub));
            // Bit for bit: the value is copied, not computed.
            ASSERT_EQ(ub, expected) << describe(ins);
        }
    }
}

TEST_P(Extreme, FirstOfEqualsAndNanWin) {
    const auto lane_of = [&](Opcode opcode, std::initializer_list<double> lanes) {
        Memory ub(24 * 1024);
        Instruction ins = make(opcode, dtype());
        ins.vec.order = ReduceOrder::kOnlyIndex;
        set_first(ins, lanes.size(), 1);
        std::size_t at = ins.vec.src0.addr;
        for (const double value : lanes) {
            encode(static_cast<long double>(value), &ub[at], dtype());
            at += size_of(dtype());
        }
        EXPECT_TRUE(run(ins, ub));
        std::uint32_t lane = 0;
        std::memcpy(&lane, ub.data(), sizeof(lane));
        return lane;
    };
    constexpr double kInf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(lane_of(Opcode::kReduceMax, {1, 3, 3, 2}), 1U);
    EXPECT_EQ(lane_of(Opcode::kReduceMin, {2, 1, 3, 1}), 1U);
    EXPECT_EQ(lane_of(Opcode::kReduceMax, {-0.0, 0.0}), 0U);
    EXPECT_EQ(lane_of(Opcode::kReduceMax, {0.0, kInf, kNan, kNan}), 2U);
    EXPECT_EQ(lane_of(Opcode::kReduceMin, {-kInf, 0, kNan, -1}), 2U);
    EXPECT_EQ(lane_of(Opcode::kReduceMax, {-kInf, -kInf}), 0U);
}

TEST_P(Extreme, RegisterHoldsTheExtremeOverAllRepeats) {
    Memory ub(24 * 1024);
    Instruction ins = make(Opcode::kReduceMax, dtype());
    const std::size_t lanes = lanes_of(ins);
    set_first(ins, lanes, 3);
    encode(7, &ub[ins.vec.src0.addr + (lanes + 5) * size_of(dtype())], dtype());
    encode(7, &ub[ins.vec.src0.addr + (2 * lanes + 1) * size_of(dtype())], dtype());
    VectorRegisters registers{};
    ASSERT_TRUE(run(ins, ub, false, &registers));
    const std::uint64_t extreme = registers[static_cast<std::size_t>(VectorRegister::kExtreme)];
    EXPECT_EQ(extreme >> 32, lanes + 5);
    EXPECT_EQ(static_cast<std::uint32_t>(extreme), scalar_bits(7, dtype()));
}

TEST(ExtremeTypes, IntegersHaveNoneOfBlocksAndNoneOfBytes) {
    Memory ub(24 * 1024);
    EXPECT_FALSE(run(make(Opcode::kReduceBlockMax, DataType::kInt32, 8), ub));
    EXPECT_FALSE(run(make(Opcode::kReduceMax, DataType::kInt8, 8), ub));
}

TEST(ExtremeTypes, IntegersOfARepeat) {
    Memory ub(24 * 1024);
    Instruction ins = make(Opcode::kReduceMin, DataType::kInt32, 8);
    const std::int32_t values[] = {7, -3, 5, -3, 9, INT32_MAX, 0, 1};
    std::memcpy(&ub[ins.vec.src0.addr], values, sizeof(values));
    ASSERT_TRUE(run(ins, ub));
    std::int32_t pair[2];
    std::memcpy(pair, &ub[ins.vec.dst.addr], sizeof(pair));
    EXPECT_EQ(pair[0], -3);
    EXPECT_EQ(pair[1], 1);
    ins.opcode = Opcode::kReduceAll;
    ASSERT_TRUE(run(ins, ub));
    std::memcpy(pair, &ub[ins.vec.dst.addr], sizeof(pair));
    EXPECT_EQ(pair[0], INT32_MIN + 15);  // 16 + INT32_MAX, wrapped
}

}  // namespace
}  // namespace davsim
