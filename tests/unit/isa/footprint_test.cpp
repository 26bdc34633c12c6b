// SPDX-License-Identifier: Apache-2.0
// Does a footprint name the bytes that an instruction really touches? Writes are found by comparing
// memory, reads by giving sim/exec nothing but the bytes of the footprint (AddressSanitizer sees
// the rest) and by changing bytes outside of it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sim/exec/exec.h"
#include "sim/isa/footprint.h"

namespace davsim {
namespace {

using Memory = std::vector<std::uint8_t>;
using Random = std::mt19937_64;

constexpr std::uint32_t kThird = 48 * 1024;
constexpr std::uint32_t kSpan = 8 * 1024;  // of tensors that offsets point into

void mark(const Region& region, std::vector<bool>& touched) {
    for (std::uint32_t run = 0; run < region.count; ++run) {
        const std::int64_t begin = static_cast<std::int64_t>(region.base) + region.stride * run;
        for (std::uint64_t i = 0; i < region.bytes; ++i) {
            ASSERT_LT(static_cast<std::size_t>(begin) + i, touched.size());
            touched[static_cast<std::size_t>(begin) + i] = true;
        }
    }
}

std::vector<bool> bytes_of(const Region* regions, int count, Space space, std::size_t size) {
    std::vector<bool> touched(size);
    for (int i = 0; i < count; ++i) {
        if (regions[i].space == space) mark(regions[i], touched);
    }
    return touched;
}

bool run(const Instruction& ins, Memory& ub) {
    exec::VectorPointers pointers;
    if (handles_records(ins)) {
        const Footprint footprint = footprint_of(ins);
        pointers.dst = &ub[footprint.writes[0].base];
        const std::uint8_t** sources[] = {&pointers.src0, &pointers.src1, &pointers.src2,
                                          &pointers.src3};
        for (std::size_t i = 0; i < static_cast<std::size_t>(footprint.read_count); ++i)
            *sources[i] = &ub[footprint.reads[i].base];
        VectorRegisters unused{};
        return exec::run_vector(ins, pointers, {}, unused);
    }
    pointers.dst = &ub[ins.vec.dst.addr];
    pointers.old_dst = pointers.dst;
    pointers.src0 = &ub[ins.vec.src0.addr];
    pointers.src1 = &ub[ins.vec.src1.addr];
    pointers.src2 = &ub[ins.vec.aux.addr];
    pointers.aux = &ub[ins.vec.aux.addr];
    VectorRegisters registers{};
    return exec::run_vector(ins, pointers, {}, registers);
}

Memory noise(std::size_t bytes, Random& random) {
    Memory memory(bytes);
    for (std::size_t i = 0; i + 2 <= bytes; i += 2) {
        const auto tame =
            static_cast<std::uint16_t>(0x3800 + random() % 0x800);  // finite in every type
        std::memcpy(&memory[i], &tame, 2);
    }
    return memory;
}

std::string text(const Instruction& ins) {
    const VectorPayload& v = ins.vec;
    return std::string(info_of(ins.opcode).key) + " mask " + std::to_string(v.mask.hi) + ":" +
           std::to_string(v.mask.lo) + (v.mask.counter ? " counter" : "") + " repeat " +
           std::to_string(v.repeat) + " strides " + std::to_string(v.dst.blk_stride) + "/" +
           std::to_string(v.dst.rep_stride) + " " + std::to_string(v.src0.blk_stride) + "/" +
           std::to_string(v.src0.rep_stride);
}

std::uint16_t pick(Random& random, std::initializer_list<int> values) {
    return static_cast<std::uint16_t>(*(values.begin() + random() % values.size()));
}

// What an opcode needs besides strides and mask.
void complete(Instruction& ins, Random& random) {
    VectorPayload& vec = ins.vec;
    switch (ins.opcode) {
        case Opcode::kCompare:
        case Opcode::kCompareScalar: vec.variant = static_cast<std::uint8_t>(random() % 6); break;
        case Opcode::kSelect: vec.variant = static_cast<std::uint8_t>(1 + random() % 2); break;
        case Opcode::kGatherMask: vec.variant = static_cast<std::uint8_t>(random() % 8); break;
        case Opcode::kCastDequant: vec.variant = static_cast<std::uint8_t>(random() % 4); break;
        case Opcode::kGather:
        case Opcode::kGatherBlock:
        case Opcode::kScatter: vec.span = kSpan; break;
        case Opcode::kInterleave:
        case Opcode::kDeInterleave:
            vec.mask = {random() % 900, 0, true};
            for (VectorOperand* operand : {&vec.dst, &vec.src0, &vec.src1, &vec.aux})
                operand->blk_stride = 1, operand->rep_stride = 8;
            break;
        default: break;
    }
}

bool has_offsets(const Instruction& ins) {
    return ins.vec.span != 0 && !handles_records(ins);
}

// Offsets that stay inside the tensor.
void place_offsets(Memory& ub, std::size_t at, std::size_t bytes, Random& random) {
    for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
        const auto offset = static_cast<std::uint32_t>(random() % (kSpan / 32) * 32);
        std::memcpy(&ub[at + i], &offset, 4);
    }
}

Instruction random_vector(Opcode opcode, DataType dst, DataType src, Random& random) {
    const bool reduction = info_of(opcode).op_class == OpClass::kReduce;
    Instruction ins;
    ins.opcode = opcode;
    ins.dtype = dst;
    ins.vec.dst = {64, pick(random, {1, 1, 2, 3}), pick(random, {1, 8, 11, 30}), dst};
    if (reduction) ins.vec.dst.rep_stride = pick(random, {1, 2, 5});
    if (opcode == Opcode::kBrcb) ins.vec.dst.blk_stride = pick(random, {0, 1, 2});
    ins.vec.src0 = {kThird + 32, pick(random, {0, 1, 1, 2}), pick(random, {0, 3, 4, 8, 13}), src};
    ins.vec.src1 = {2 * kThird, pick(random, {0, 1, 1, 3}), pick(random, {0, 4, 8, 20}), src};
    ins.vec.scalar_bits = 0x3C003C00;
    ins.vec.order = static_cast<ReduceOrder>(random() % 4);
    ins.vec.across_repeats =
        (opcode == Opcode::kReduceMax || opcode == Opcode::kReduceMin) && random() % 3 == 0;
    ins.vec.repeat = pick(random, {0, 1, 2, 7, 20});
    switch (random() % 4) {
        case 0: break;
        case 1: ins.vec.mask = {random(), random(), false}; break;
        case 2: ins.vec.mask = {(std::uint64_t{1} << random() % 64) - 1, 0, false}; break;
        default: ins.vec.mask = {random() % 900, 0, true}; break;
    }
    ins.vec.aux = {kThird / 2, 1, 8, dst};
    complete(ins, random);
    return ins;
}

// Bytes that change lie inside the write regions, and a second run with everything outside of the
// read regions overwritten gives the same results.
void check(const Instruction& ins, Random& random) {
    const Footprint footprint = footprint_of(ins);
    Memory before = noise(3 * kThird, random);
    if (has_offsets(ins)) place_offsets(before, ins.vec.src1.addr, 2 * kSpan, random);
    Memory after = before;
    ASSERT_TRUE(run(ins, after)) << text(ins);
    const auto writes =
        bytes_of(footprint.writes.data(), footprint.write_count, Space::kUb, before.size());
    const auto reads =
        bytes_of(footprint.reads.data(), footprint.read_count, Space::kUb, before.size());
    Memory poisoned = before;
    for (std::size_t i = 0; i < before.size(); ++i) {
        ASSERT_TRUE(after[i] == before[i] || writes[i])
            << text(ins) << ": byte " << i << " written";
        if (!reads[i] && !writes[i]) poisoned[i] = 0xFF;
    }
    ASSERT_TRUE(run(ins, poisoned));
    for (std::size_t i = 0; i < before.size(); ++i) {
        ASSERT_TRUE(!writes[i] || poisoned[i] == after[i])
            << text(ins) << ": byte " << i << " depends on unread bytes";
    }
}

Instruction random_records(Opcode opcode, DataType dtype, Random& random) {
    Instruction ins;
    ins.opcode = opcode;
    ins.dtype = dtype;
    if (opcode == Opcode::kMergeSort) {
        ins.merge = MergePayload{};
        ins.merge.dst = 32;
        ins.merge.lists = static_cast<std::uint8_t>(2 + random() % 3);
        ins.merge.repeat = pick(random, {1, 1, 3});
        ins.merge.until_exhausted = false;
        for (std::size_t i = 0; i < 4; ++i) {
            ins.merge.src[i] = static_cast<std::uint32_t>(kThird + i * 9000);
            ins.merge.length[i] = pick(random, {0, 1, 32, 40});
        }
        return ins;
    }
    if (opcode == Opcode::kTransposeRows) {
        ins.rows = RowsPayload{};
        const std::uint16_t step = pick(random, {1, 2, 16});
        const bool irregular = random() % 3 == 0;
        for (std::size_t i = 0; i < 16; ++i) {
            const std::size_t place = irregular ? i * 7 % 16 : i;
            ins.rows.dst[i] = static_cast<std::uint16_t>(3 + place * step);
            ins.rows.src[i] = static_cast<std::uint16_t>(kThird / 32 + place * (17 - step));
        }
        ins.rows.repeat = pick(random, {1, 2, 5});
        ins.rows.dst_rep = pick(random, {1, 16, 40});
        ins.rows.src_rep = pick(random, {0, 1, 16, 40});
        return ins;
    }
    ins.vec.dst = {256, 1, 8, dtype};
    ins.vec.src0 = {kThird + 32, 1, 8, dtype};
    ins.vec.src1 = {2 * kThird, 1, 8, DataType::kUint32};
    ins.vec.repeat = opcode == Opcode::kTranspose ? pick(random, {0, 1}) : pick(random, {0, 1, 9});
    return ins;
}

TEST(RecordFootprint, CoversWhatExecTouches) {
    const std::vector<std::pair<Opcode, DataType>> kinds = {
        {Opcode::kSort32, DataType::kFloat32},
        {Opcode::kSort32, DataType::kFloat16},
        {Opcode::kSortProposals, DataType::kFloat16},
        {Opcode::kConcatProposals, DataType::kFloat16},
        {Opcode::kExtractProposals, DataType::kFloat16},
        {Opcode::kTranspose, DataType::kFloat16},
        {Opcode::kMergeSort, DataType::kFloat32},
        {Opcode::kMergeSort, DataType::kFloat16},
        {Opcode::kTransposeRows, DataType::kInt8},
        {Opcode::kTransposeRows, DataType::kFloat16},
        {Opcode::kTransposeRows, DataType::kFloat32}};
    for (const auto& [opcode, dtype] : kinds) {
        Random random(static_cast<std::uint64_t>(opcode));
        for (int round = 0; round < 20; ++round) {
            check(random_records(opcode, dtype, random), random);
            if (HasFatalFailure()) return;
        }
    }
}

// Regular rows are no more than the rows themselves.
TEST(RecordFootprint, RegularRowsAreExact) {
    Instruction ins;
    ins.opcode = Opcode::kTransposeRows;
    ins.dtype = DataType::kFloat16;
    ins.rows = RowsPayload{};
    for (std::size_t i = 0; i < 16; ++i) {
        ins.rows.src[i] = static_cast<std::uint16_t>(100 + i * 10);
        ins.rows.dst[i] = static_cast<std::uint16_t>(i);
    }
    ins.rows.repeat = 4;
    ins.rows.src_rep = 1;
    ins.rows.dst_rep = 20;
    const Footprint footprint = footprint_of(ins);
    EXPECT_EQ(footprint.reads[0].bytes, 4 * 32U);
    EXPECT_EQ(footprint.reads[0].count, 16U);
    EXPECT_EQ(footprint.reads[0].stride, 320);
    EXPECT_EQ(footprint.writes[0].bytes, 16 * 32U);
    EXPECT_EQ(footprint.writes[0].count, 4U);
    EXPECT_EQ(bytes_moved(ins), 2 * 16 * 32 * 4U);
    EXPECT_EQ(active_elements(ins), 256 * 4U);
}

TEST(RecordFootprint, SizesForTiming) {
    Random random(1);
    Instruction merge = random_records(Opcode::kMergeSort, DataType::kFloat32, random);
    merge.merge.lists = 2;
    merge.merge.length = {32, 33, 0, 0};
    merge.merge.repeat = 1;
    EXPECT_EQ(repeats_of(merge), 3U);  // 65 records of 8 bytes
    EXPECT_EQ(active_elements(merge), 65U);
    Instruction sort = random_records(Opcode::kSort32, DataType::kFloat16, random);
    sort.vec.repeat = 7;
    EXPECT_EQ(repeats_of(sort), 7U);
    EXPECT_EQ(bytes_moved(sort), 7 * (64U + 128U + 256U));
}

struct Case {
    Opcode opcode;
    DataType dst;
    DataType src;
};

const std::vector<Case>& cases() {
    constexpr DataType kF32 = DataType::kFloat32;
    constexpr DataType kF16 = DataType::kFloat16;
    constexpr DataType kI16 = DataType::kInt16;
    constexpr DataType kU32 = DataType::kUint32;
    static const std::vector<Case> kCases = {{Opcode::kAdd, kF32, kF32},
                                             {Opcode::kMul, kF16, kF16},
                                             {Opcode::kMulAddDst, kF32, kF16},
                                             {Opcode::kAxpy, kF32, kF32},
                                             {Opcode::kAdds, kF16, kF16},
                                             {Opcode::kRelu, kF32, kF32},
                                             {Opcode::kCast, kF32, kF16},
                                             {Opcode::kCast, kF16, kF32},
                                             {Opcode::kCopy, kF32, kF32},
                                             {Opcode::kDuplicate, kF16, kF16},
                                             {Opcode::kBrcb, kF32, kF32},
                                             {Opcode::kBrcb, kF16, kF16},
                                             {Opcode::kReduceAll, kF32, kF32},
                                             {Opcode::kReduceAcc, kF16, kF16},
                                             {Opcode::kReduceBlock, kF32, kF32},
                                             {Opcode::kReduceBlock, kF16, kF16},
                                             {Opcode::kReducePair, kF32, kF32},
                                             {Opcode::kReducePair, kF16, kF16},
                                             {Opcode::kReduceMax, kF32, kF32},
                                             {Opcode::kReduceMin, kF16, kF16},
                                             {Opcode::kReduceBlockMax, kF32, kF32},
                                             {Opcode::kReduceBlockMin, kF16, kF16},
                                             {Opcode::kMulAdd, kF32, kF32},
                                             {Opcode::kAnd, DataType::kInt16, DataType::kInt16},
                                             {Opcode::kAdd, DataType::kInt64, DataType::kInt64},
                                             {Opcode::kMulCast, DataType::kInt8, kF16},
                                             {Opcode::kLeakyRelu, kF16, kF16},
                                             {Opcode::kMulFull, kU32, kU32},
                                             {Opcode::kCompare, DataType::kUint8, kF16},
                                             {Opcode::kCompareScalar, DataType::kUint8, kF32},
                                             {Opcode::kSelect, kF32, kF32},
                                             {Opcode::kSelect, kF16, kF16},
                                             {Opcode::kCast, DataType::kInt4, kF16},
                                             {Opcode::kCast, kF16, DataType::kInt4},
                                             {Opcode::kCastDequant, DataType::kInt8, kI16},
                                             {Opcode::kCastDequant, kF16, DataType::kInt32},
                                             {Opcode::kDuplicateFirst, kF16, kF16},
                                             {Opcode::kIndex, kF32, kF32},
                                             {Opcode::kGather, kF16, kF16},
                                             {Opcode::kGather, kF32, kF32},
                                             {Opcode::kGatherBlock, kF32, kF32},
                                             {Opcode::kScatter, kF16, kF16},
                                             {Opcode::kGatherMask, kF16, kF16},
                                             {Opcode::kGatherMask, kF32, kF32},
                                             {Opcode::kInterleave, kF16, kF16},
                                             {Opcode::kDeInterleave, kF32, kF32}};
    return kCases;
}

class VectorFootprint : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Opcodes, VectorFootprint, testing::ValuesIn(cases()),
                         [](const auto& test_case) {
                             return std::string(info_of(test_case.param.opcode).key) + "_" +
                                    std::string(name_of(test_case.param.dst)) + "_" +
                                    std::to_string(test_case.index);
                         });

TEST_P(VectorFootprint, CoversWhatExecTouches) {
    Random random(GetParam().opcode == Opcode::kAdd ? 1 : 2);
    for (int round = 0; round < 60; ++round) {
        check(random_vector(GetParam().opcode, GetParam().dst, GetParam().src, random), random);
        if (HasFatalFailure()) return;
    }
}

const std::uint8_t*& pointer_of(exec::VectorPointers& pointers, Operand operand) {
    switch (operand) {
        case Operand::kSrc0: return pointers.src0;
        case Operand::kSrc1: return pointers.src1;
        case Operand::kSrc2: return pointers.src2;
        case Operand::kSrc3: return pointers.src3;
        default: return pointers.old_dst;
    }
}

// Each operand in an allocation of exactly the footprint's extent: a byte too many is a sanitizer
// error.
TEST_P(VectorFootprint, ExtentsSufficeExactly) {
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        Instruction ins = random_vector(GetParam().opcode, GetParam().dst, GetParam().src, random);
        // Results in upper halves of blocks begin behind the operand's own address.
        if (ins.opcode == Opcode::kCastDequant) ins.vec.variant &= kDequantTable;
        const Footprint footprint = footprint_of(ins);
        if (footprint.write_count == 0) continue;
        std::vector<Memory> operand;
        exec::VectorPointers pointers;
        for (int i = 0; i < footprint.read_count; ++i) {
            const Region& region = footprint.reads[static_cast<std::size_t>(i)];
            Memory memory = noise(region.end() - region.begin(), random);
            if (has_offsets(ins) && region.operand == Operand::kSrc1)
                place_offsets(memory, 0, memory.size(), random);
            memory.shrink_to_fit();
            operand.push_back(std::move(memory));
            pointer_of(pointers, region.operand) = operand.back().data();
        }
        Memory writes[2];
        for (std::size_t i = 0; i < static_cast<std::size_t>(footprint.write_count); ++i) {
            const Region& region = footprint.writes[i];
            writes[i] = noise(region.end() - region.begin(), random);
            writes[i].shrink_to_fit();
        }
        pointers.dst = writes[0].data();
        pointers.aux = writes[1].data();
        if (!info_of(ins.opcode).accumulates) pointers.old_dst = pointers.dst;
        VectorRegisters registers{};
        ASSERT_TRUE(exec::run_vector(ins, pointers, {}, registers)) << text(ins);
    }
}

// With all lanes enabled and no gaps, every byte of the write region is written.
TEST(Footprint, FullMaskWritesEveryByteOfTheRegion) {
    Random random(5);
    Instruction ins;
    ins.opcode = Opcode::kDuplicate;
    ins.vec.dst.addr = 320;
    ins.vec.repeat = 3;
    ins.vec.scalar_bits = 0xFFFFFFFF;
    for (const std::uint16_t rep_stride : {8, 12}) {
        ins.vec.dst.rep_stride = rep_stride;
        const Footprint footprint = footprint_of(ins);
        Memory ub(kThird, 0);
        ASSERT_TRUE(run(ins, ub));
        const auto writes =
            bytes_of(footprint.writes.data(), footprint.write_count, Space::kUb, ub.size());
        for (std::size_t i = 0; i < ub.size(); ++i) ASSERT_EQ(ub[i] == 0xFF, writes[i]) << i;
        EXPECT_EQ(bytes_moved(ins), 3U * 256U);
        EXPECT_EQ(active_elements(ins), 3U * 64U);
        EXPECT_EQ(repeats_of(ins), 3U);
    }
}

TEST(Footprint, CounterModeCountsElements) {
    Instruction ins;
    ins.opcode = Opcode::kAdd;
    ins.vec.mask = {100, 0, true};
    EXPECT_EQ(repeats_of(ins), 2U);
    EXPECT_EQ(active_elements(ins), 100U);
    EXPECT_EQ(bytes_moved(ins), 1200U);
    const Footprint footprint = footprint_of(ins);
    EXPECT_EQ(footprint.read_count, 2);
    EXPECT_EQ(footprint.writes[0].end() - footprint.writes[0].begin(), 400U);
    ins.vec.mask.lo = 0;
    EXPECT_EQ(footprint_of(ins).write_count, 0);
}

DmaPayload random_dma(Random& random, Opcode opcode) {
    DmaPayload dma;
    dma.gm = 64 + random() % 64;
    dma.ub = static_cast<std::uint32_t>(32 * (random() % 8));
    dma.burst_bytes = static_cast<std::uint32_t>(random() % 200);
    dma.bursts = static_cast<std::uint32_t>(random() % 6);
    dma.ub_gap = pick(random, {0, 0, 32, 64});
    dma.gm_gap = opcode == Opcode::kMoveUb ? pick(random, {0, 32}) : pick(random, {0, 0, 10, 100});
    if (opcode == Opcode::kMoveUb) {
        dma.gm = 8192;
        dma.burst_bytes = dma.burst_bytes / 32 * 32;
    }
    if (opcode != Opcode::kLoadGm) return dma;
    dma.dtype = DataType::kFloat16;
    dma.burst_bytes &= ~1U;
    if (random() % 2 == 0) {
        dma.left_pad = static_cast<std::uint8_t>(random() % 8);
        dma.right_pad = static_cast<std::uint8_t>(random() % 8);
        dma.pad_value_given = true;
    }
    return dma;
}

class DmaFootprint : public testing::TestWithParam<Opcode> {};
INSTANTIATE_TEST_SUITE_P(Opcodes, DmaFootprint,
                         testing::Values(Opcode::kLoadGm, Opcode::kStoreGm, Opcode::kMoveUb));

void run_dma(const Instruction& ins, Memory& gm, Memory& ub) {
    std::uint8_t* inner = &ub[ins.dma.ub];
    if (ins.opcode == Opcode::kLoadGm) exec::run_load(ins.dma, &gm[ins.dma.gm], inner);
    if (ins.opcode == Opcode::kStoreGm) exec::run_store(ins.dma, inner, &gm[ins.dma.gm]);
    if (ins.opcode == Opcode::kMoveUb) exec::run_move(ins.dma, &ub[ins.dma.gm], inner);
}

// Source bytes are all 1 and the target's are 0, so that written bytes are exactly the non-zero
// ones.
TEST_P(DmaFootprint, WritesAreExactAndReadsSuffice) {
    Random random(4);
    for (int round = 0; round < 300; ++round) {
        Instruction ins;
        ins.opcode = GetParam();
        ins.dma = random_dma(random, GetParam());
        ins.dma.pad_bits = 0x0101;
        const Footprint footprint = footprint_of(ins);
        const bool store = GetParam() == Opcode::kStoreGm;
        const Space source_space = GetParam() == Opcode::kLoadGm ? Space::kGm : Space::kUb;
        const Space target_space = store ? Space::kGm : Space::kUb;
        Memory gm(16384);
        Memory ub(16384);
        const auto reads =
            bytes_of(footprint.reads.data(), footprint.read_count, source_space, gm.size());
        const auto writes =
            bytes_of(footprint.writes.data(), footprint.write_count, target_space, gm.size());
        Memory& source = source_space == Space::kGm ? gm : ub;
        for (std::size_t i = 0; i < source.size(); ++i) {
            if (reads[i]) source[i] = 1;
        }
        run_dma(ins, gm, ub);
        const Memory& target = store ? gm : ub;
        for (std::size_t i = 0; i < target.size(); ++i) {
            const bool source_byte = source_space == target_space && reads[i];
            ASSERT_EQ(target[i] != 0, writes[i] || source_byte)
                << "byte " << i << " of burst " << ins.dma.burst_bytes << " x " << ins.dma.bursts;
        }
    }
}

}  // namespace
}  // namespace davsim
