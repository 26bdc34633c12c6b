// SPDX-License-Identifier: Apache-2.0
// Bank groups of the unified buffer: how many cycles a repeat needs for its operands' real
// addresses.

#include "sim/timing/bank_conflicts.h"

#include <gtest/gtest.h>

#include "sim/isa/footprint.h"
#include "sim/timing/vector_timing.h"

namespace davsim {
namespace {

constexpr UbBanksConfig kBanks{16, 3, 4096, 32};  // dav-c220
constexpr std::uint32_t kLayer = 512;             // bytes until the groups repeat

Instruction binary(std::uint32_t src0, std::uint32_t src1, std::uint16_t repeat = 10) {
    Instruction ins;
    ins.opcode = Opcode::kAdd;
    ins.vec.src0.addr = src0;
    ins.vec.src1.addr = src1;
    ins.vec.dst.addr = 128 * 1024;
    ins.vec.repeat = repeat;
    return ins;
}

std::int64_t cycles(const Instruction& ins, bool read_write = false, std::int64_t per_repeat = 1) {
    const BankConflicts conflicts(kBanks, true, read_write);
    return conflicts.work(ins, repeats_of(ins), per_repeat, 1);
}

TEST(BankConflicts, SourcesInTheSameGroupsTakeTurns) {
    EXPECT_EQ(cycles(binary(0, 64 * 1024)), 20);
    EXPECT_EQ(cycles(binary(0, 10 * kLayer)), 20);
}

TEST(BankConflicts, SourcesHalfALayerApartDoNotMeet) {
    EXPECT_EQ(cycles(binary(0, 64 * 1024 + kLayer / 2)), 10);
    EXPECT_EQ(cycles(binary(0, 0x7F00)), 10);  // the placement of the fast Add sample
}

TEST(BankConflicts, OneSharedGroupIsEnough) {
    EXPECT_EQ(cycles(binary(0, 64 * 1024 + kLayer / 2 - 32)), 20);
    EXPECT_EQ(cycles(binary(0, 64 * 1024 + kLayer / 2 + 32)), 20);
}

TEST(BankConflicts, SlowInstructionsHideTheTurns) {
    EXPECT_EQ(cycles(binary(0, 64 * 1024), false, 4), 40);
}

TEST(BankConflicts, BlocksStridedByAllGroupsAreReadOneAfterTheOther) {
    Instruction ins = binary(0, 0);
    ins.opcode = Opcode::kAdds;
    ins.vec.src0.blk_stride = 16;
    EXPECT_EQ(cycles(ins), 80);
    ins.vec.src0.blk_stride = 8;  // two groups, four blocks each
    EXPECT_EQ(cycles(ins), 40);
    ins.vec.src0.blk_stride = 3;  // eight groups
    EXPECT_EQ(cycles(ins), 10);
    ins.vec.src0.blk_stride = 0;  // one row for all
    EXPECT_EQ(cycles(ins), 10);
}

TEST(BankConflicts, WritesToOneGroupTakeTurnsToo) {
    Instruction ins = binary(0, 0);
    ins.opcode = Opcode::kAdds;
    ins.vec.dst.blk_stride = 16;
    EXPECT_EQ(cycles(ins), 80);
}

TEST(BankConflicts, RepeatStridesAreFollowedRepeatByRepeat) {
    // src1 stays where it is, src0 moves 8 groups a repeat: every second repeat meets it.
    Instruction ins = binary(0, 64 * 1024, 4);
    ins.vec.src1.rep_stride = 0;
    EXPECT_EQ(cycles(ins), 6);
    ins.vec.repeat = 33;
    EXPECT_EQ(cycles(ins), 33 + 17);
}

TEST(BankConflicts, FewLanesReadFewBlocks) {
    Instruction ins = binary(0, 64 * 1024 + 32);
    ins.vec.mask = {0xFF, 0, false};  // 8 fp32 lanes: one block each, in neighbouring groups
    EXPECT_EQ(cycles(ins), 10);
    ins.vec.src1.addr = 64 * 1024;
    EXPECT_EQ(cycles(ins), 20);
}

TEST(BankConflicts, AnAccumulatingDestinationIsReadAsWell) {
    Instruction ins = binary(0, 0);
    ins.opcode = Opcode::kAxpy;
    EXPECT_EQ(cycles(ins), 20);  // dst and src0 lie in the same groups
    ins.vec.dst.addr += kLayer / 2;
    EXPECT_EQ(cycles(ins), 10);
}

TEST(BankConflicts, ReadAgainstWriteIsASwitch) {
    Instruction ins = binary(0, kLayer / 2);
    ins.vec.dst.addr = 4 * kLayer;  // same banks as the sources
    EXPECT_EQ(cycles(ins), 10);
    EXPECT_EQ(cycles(ins, true), 20);
    ins.vec.dst.addr = 128 * 1024;  // another bank of the same groups
    EXPECT_EQ(cycles(ins, true), 10);
}

TEST(BankConflicts, SwitchedOffTheyCostNothing) {
    const BankConflicts off(kBanks, false, false);
    EXPECT_EQ(off.work(binary(0, 64 * 1024), 10, 1, 1), 10);
}

TEST(BankConflicts, ReachTheBusyTimeOfAnInstruction) {
    VectorConfig config;
    config.bank_conflicts = true;
    config.pipelined = true;
    config.ops[static_cast<std::size_t>(Opcode::kAdd)] = {1, 1, 1, 22, 3, 3, 0};
    const VectorTiming timing(config, kBanks);
    EXPECT_EQ(timing.of(binary(0, 64 * 1024, 128)).busy, Cycles(256));
    EXPECT_EQ(timing.of(binary(0, 0x7F00, 127)).busy, Cycles(127));
    EXPECT_EQ(timing.ideal(binary(0, 64 * 1024, 128)), Cycles(128));
}

// What is said of them is what they add to the busy time, no more.
TEST(BankConflicts, AreToldApartFromTheRestOfTheBusyTime) {
    VectorConfig config;
    config.bank_conflicts = true;
    config.pipelined = true;
    config.ops[static_cast<std::size_t>(Opcode::kAdd)] = {1, 1, 1, 22, 30, 30, 0};
    const VectorTiming timing(config, kBanks);
    EXPECT_EQ(timing.bank_stalls(binary(0, 64 * 1024, 128)).groups, Cycles(128));
    EXPECT_EQ(timing.bank_stalls(binary(0, 0x7F00, 127)).groups, Cycles(0));
    EXPECT_EQ(timing.bank_stalls(binary(0, 64 * 1024, 20)).groups, Cycles(10));  // above the floor
    EXPECT_EQ(timing.bank_stalls(binary(0, 64 * 1024, 10)).groups, Cycles(0));   // hidden by it
    EXPECT_EQ(timing.bank_stalls(binary(0, 64 * 1024, 128)).banks, Cycles(0));
    config.bank_read_write = true;
    const VectorTiming both(config, kBanks);
    Instruction ins = binary(0, kLayer / 2, 128);
    ins.vec.dst.addr = 4 * kLayer;  // same banks as the sources
    EXPECT_EQ(both.bank_stalls(ins).groups, Cycles(0));
    EXPECT_EQ(both.bank_stalls(ins).banks, Cycles(128));
    EXPECT_EQ(both.of(ins).busy, Cycles(256));
}

}  // namespace
}  // namespace davsim
