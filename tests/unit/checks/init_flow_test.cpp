// SPDX-License-Identifier: Apache-2.0
// initcheck follows undefined values through every opcode, on instructions made by hand.

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <vector>

#include "sim/checks/checker.h"
#include "sim/checks/init_flow.h"
#include "sim/exec/exec.h"

namespace davsim::checks {
namespace {

constexpr std::uint32_t kUbBytes = 65536;
constexpr std::uint64_t kInput = 0;  // device addresses
constexpr std::uint64_t kOutput = 1 << 20;
constexpr std::uint32_t kSrc0 = 0;
constexpr std::uint32_t kSrc1 = 0x2000;
constexpr std::uint32_t kAux = 0x4000;
constexpr std::uint32_t kDst = 0x8000;

class InitFlow : public ::testing::Test {
protected:
    InitFlow() { begin(); }

    // A launch of one block; nothing in UB is defined.
    void begin() {
        checker.clear();
        LaunchInfo info;
        info.blocks = 1;
        info.cores = 1;
        info.ub_bytes = kUbBytes;
        info.memory = {{"x", kInput, kUbBytes, kUbBytes, GmRole::kInput},
                       {"z", kOutput, kUbBytes, kUbBytes, GmRole::kOutput}};
        checker.on_launch_begin(info);
        checker.on_block_begin(0, 0);
        std::fill(ub.begin(), ub.end(), std::uint8_t{0});
        registers = {};
    }

    void tell(const Instruction& ins) {
        InstructionEvent event;
        event.serial = serial++;
        event.instruction = &ins;
        event.ub = ub.data();
        event.registers = &registers;
        // Lines of their own, as findings tell them apart by line.
        Instruction& placed = placed_.emplace_back(ins);
        placed.site = reinterpret_cast<const void*>(event.serial + 1);
        event.instruction = &placed;
        checker.on_instruction(event);
    }

    void transfer(Opcode opcode, std::uint64_t begin, std::uint64_t bytes) {
        if (bytes == 0) return;
        Instruction ins;
        ins.opcode = opcode;
        ins.pipe = opcode == Opcode::kLoadGm ? Pipe::kMte2 : Pipe::kMte3;
        ins.dma = DmaPayload();
        ins.dma.gm = (opcode == Opcode::kLoadGm ? kInput : kOutput) + begin;
        ins.dma.ub = static_cast<std::uint32_t>(begin);
        ins.dma.burst_bytes = static_cast<std::uint32_t>(bytes);
        tell(ins);
    }
    // Loads whole blocks: begin and end are multiples of 32.
    void load(std::uint64_t begin, std::uint64_t bytes) { transfer(Opcode::kLoadGm, begin, bytes); }
    void store(std::uint64_t begin, std::uint64_t bytes) {
        transfer(Opcode::kStoreGm, begin, bytes);
    }
    // Computes it too, as the device would before it tells.
    void run(const Instruction& ins) {
        if (ins.opcode == Opcode::kMoveUb) return tell(ins);
        const Footprint footprint = footprint_of(ins);
        exec::VectorPointers pointers;
        pointers.dst = footprint.write_count > 0 ? &ub[footprint.writes[0].begin()] : nullptr;
        pointers.old_dst = pointers.dst;
        pointers.aux = &ub[kAux];
        const std::uint8_t** slots[] = {&pointers.src0, &pointers.src1, &pointers.src2,
                                        &pointers.src3};
        for (int i = 0; i < footprint.read_count; ++i) {
            const Region& read = footprint.reads[static_cast<std::size_t>(i)];
            if (read.operand == Operand::kDst) continue;
            *slots[static_cast<std::size_t>(read.operand) -
                   static_cast<std::size_t>(Operand::kSrc0)] = &ub[read.begin()];
        }
        ASSERT_TRUE(exec::run_vector(ins, pointers, {}, registers))
            << info_of(ins.opcode).key << " does not compute";
        tell(ins);
    }
    void store_results(const Instruction& ins) {
        const Footprint footprint = footprint_of(ins);
        for (int i = 0; i < footprint.write_count; ++i) {
            const Region& write = footprint.writes[static_cast<std::size_t>(i)];
            for (std::uint32_t n = 0; n < write.count; ++n)
                store(write.base + static_cast<std::uint64_t>(write.stride) * n, write.bytes);
        }
        if (footprint.write_count != 0) return;
        // Results in the compare mask register.
        Instruction get = vector(Opcode::kGetCompareMask);
        run(get);
        store(kDst, 16);
    }
    bool reported() const {
        for (const Finding& finding : checker.findings())
            if (finding.kind == Kind::kUninitialised) return true;
        return false;
    }

    static void set_types(Instruction& ins, DataType dtype) {
        ins.dtype = dtype;
        for (VectorOperand* operand : {&ins.vec.dst, &ins.vec.src0, &ins.vec.src1, &ins.vec.aux})
            operand->dtype = dtype;
    }
    // Two repeats of an opcode whose operands lie apart.
    static Instruction vector(Opcode opcode) {
        Instruction ins;
        ins.opcode = opcode;
        ins.vec.dst.addr = kDst;
        ins.vec.src0.addr = kSrc0;
        ins.vec.src1.addr = kSrc1;
        ins.vec.aux.addr = kAux;
        ins.vec.repeat = 2;
        set_types(ins, DataType::kFloat32);
        return ins;
    }
    static Instruction sample(Opcode opcode);

    // What it reads becomes defined; `control`: what says where the data goes, else the data.
    void load_operands(const Instruction& ins, bool data, bool control) {
        const Footprint footprint = footprint_of(ins);
        const bool moves = flow_of(ins.opcode) == Flow::kMoves;
        for (int i = 0; i < footprint.read_count; ++i) {
            const Region& read = footprint.reads[static_cast<std::size_t>(i)];
            const bool is_control =
                moves && read.operand != Operand::kSrc0 &&
                (ins.opcode != Opcode::kSelect || read.operand == Operand::kSrc2) &&
                ins.opcode != Opcode::kInterleave && ins.opcode != Opcode::kDeInterleave;
            if (is_control ? control : data) {
                const std::uint64_t begin = read.begin() / kBlockBytes * kBlockBytes;
                load(begin, (read.end() - begin + kBlockBytes - 1) / kBlockBytes * kBlockBytes);
            }
        }
    }

    Checker checker{CheckSet::parse("--check", "initcheck")};
    std::vector<std::uint8_t> ub = std::vector<std::uint8_t>(kUbBytes);
    VectorRegisters registers{};
    std::uint64_t serial = 0;

private:
    std::deque<Instruction> placed_;
};

// One that computes, for every opcode that the vector pipe has.
Instruction InitFlow::sample(Opcode opcode) {
    Instruction ins = vector(opcode);
    switch (opcode) {
        case Opcode::kAddReluCast:
        case Opcode::kSubReluCast:
        case Opcode::kMulsCast: ins.vec.dst.dtype = DataType::kFloat16; return ins;
        case Opcode::kMulCast:
            set_types(ins, DataType::kFloat16);
            ins.vec.dst.dtype = DataType::kInt8;
            return ins;
        case Opcode::kCast:
            ins.vec.dst.dtype = DataType::kFloat16;
            ins.vec.dst.rep_stride = 4;
            return ins;
        case Opcode::kCastDequant:
            set_types(ins, DataType::kInt32);
            ins.vec.dst.dtype = DataType::kFloat16;
            return ins;
        case Opcode::kAnd:
        case Opcode::kOr:
        case Opcode::kNot:
        case Opcode::kAnds:
        case Opcode::kOrs:
        case Opcode::kShiftLeft:
        case Opcode::kShiftRight: set_types(ins, DataType::kInt16); return ins;
        case Opcode::kShiftLeftBy:
        case Opcode::kShiftRightBy:
        case Opcode::kMulFull: set_types(ins, DataType::kInt32); return ins;
        case Opcode::kMoveUb:
            ins.dma = DmaPayload();
            ins.dma.ub = kDst;
            ins.dma.burst_bytes = kRepeatBytes;
            return ins;
        case Opcode::kSelect:
            ins.vec.variant = static_cast<std::uint8_t>(SelectMode::kTensor);
            return ins;
        case Opcode::kGather:
        case Opcode::kGatherBlock:
        case Opcode::kScatter: ins.vec.span = kRepeatBytes; return ins;
        case Opcode::kGatherMask: ins.vec.variant = 1; return ins;
        case Opcode::kSortProposals:
        case Opcode::kConcatProposals:
        case Opcode::kExtractProposals:
        case Opcode::kTranspose: set_types(ins, DataType::kFloat16); return ins;
        case Opcode::kMergeSort:
            ins.merge = MergePayload();
            ins.merge.dst = kDst;
            ins.merge.src = {0x0, 0x400, 0x800, 0xC00};
            ins.merge.length = {4, 8, 12, 16};
            return ins;
        case Opcode::kTransposeRows:
            ins.rows = RowsPayload();
            ins.dtype = DataType::kFloat16;
            for (std::uint16_t i = 0; i < 16; ++i) {
                ins.rows.src[i] = i;
                ins.rows.dst[i] = static_cast<std::uint16_t>(kDst / kBlockBytes + i);
            }
            return ins;
        default: return ins;
    }
}

bool computes(Opcode opcode) {
    const OpClass op_class = info_of(opcode).op_class;
    return op_class != OpClass::kTransfer && op_class != OpClass::kSync;
}

bool reads_memory(Opcode opcode) {
    return info_of(opcode).sources > 0 || info_of(opcode).accumulates;
}

TEST_F(InitFlow, EveryOpcodeHandsOnWhatIsUndefined) {
    for (int i = 0; i < kOpcodeCount; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        ASSERT_EQ(flow_of(opcode) != Flow::kApart, computes(opcode)) << info_of(opcode).key;
        if (!computes(opcode) || !reads_memory(opcode)) continue;
        begin();
        const Instruction ins = sample(opcode);
        load_operands(ins, false, true);
        run(ins);
        store_results(ins);
        EXPECT_TRUE(reported()) << info_of(opcode).key;
    }
}

TEST_F(InitFlow, NoOpcodeMakesUpWhatIsUndefined) {
    for (int i = 0; i < kOpcodeCount; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        if (!computes(opcode)) continue;
        begin();
        const Instruction ins = sample(opcode);
        load_operands(ins, true, true);
        // Offsets of zero meet in one element; the rest of the tensor is what it was.
        if (opcode == Opcode::kScatter) load(kDst, kRepeatBytes);
        run(ins);
        store_results(ins);
        checker.on_launch_end(Cycles(0));
        EXPECT_TRUE(checker.findings().empty()) << info_of(opcode).key;
    }
}

TEST_F(InitFlow, UndefinedOffsetsPatternsAndBitsSpoilWhatTheyChoose) {
    for (const Opcode opcode : {Opcode::kGather, Opcode::kGatherBlock, Opcode::kScatter,
                                Opcode::kGatherMask, Opcode::kSelect}) {
        begin();
        Instruction ins = sample(opcode);
        if (opcode == Opcode::kGatherMask) {
            ins.vec.variant = 0;
            std::fill_n(&ub[kSrc1], 64, std::uint8_t{0xFF});
        }
        load_operands(ins, true, false);
        run(ins);
        store_results(ins);
        EXPECT_TRUE(reported()) << info_of(opcode).key;
    }
}

TEST_F(InitFlow, SelectionDropsWhatItDoesNotTake) {
    Instruction ins = sample(Opcode::kSelect);
    load(kSrc1, 512);
    load(kAux, 32);  // no bit set: everything from the second source
    run(ins);
    store(kDst, 512);
    EXPECT_FALSE(reported());
    ub[kAux + 1] = 1;  // lane 8 from the first
    run(ins);
    store(kDst, 32);
    EXPECT_FALSE(reported());
    store(kDst + 32, 32);
    EXPECT_TRUE(reported());
}

TEST_F(InitFlow, ComparisonsSpoilTheirOwnBits) {
    load(kSrc0, 512);
    load(kSrc1, 32);  // lanes 0 to 7 of the second source
    Instruction compare = sample(Opcode::kCompare);
    compare.vec.dst.addr = kAux;
    run(compare);
    load(kSrc1, 512);
    const Instruction select = sample(Opcode::kSelect);
    run(select);
    store(kDst, 32);
    EXPECT_FALSE(reported());
    store(kDst + 32, 32);
    EXPECT_TRUE(reported());
}

TEST_F(InitFlow, OneLaneOfEightSpoilsOneBit) {
    load(kSrc0, 512);
    load(kSrc1, 512);
    Instruction spoil = vector(Opcode::kAdds);  // lane 3 of the second source
    spoil.vec.src0.addr = 0x1000;
    spoil.vec.dst.addr = kSrc1;
    spoil.vec.repeat = 1;
    spoil.vec.mask = {1U << 3U, 0, false};
    run(spoil);
    Instruction compare = sample(Opcode::kCompare);
    compare.vec.dst.addr = kAux;
    run(compare);
    load(kSrc1, 512);
    run(sample(Opcode::kSelect));
    store(kDst, 12);
    EXPECT_FALSE(reported());
    Instruction copy = vector(Opcode::kMoveUb);  // the bits move with their byte
    copy.dma = DmaPayload();
    copy.dma.gm = kAux;
    copy.dma.ub = kAux + 0x100;
    copy.dma.burst_bytes = 32;
    std::memcpy(&ub[kAux + 0x100], &ub[kAux], 32);
    tell(copy);
    Instruction select = sample(Opcode::kSelect);
    select.vec.aux.addr = kAux + 0x100;
    run(select);
    store(kDst + 32, 32);
    EXPECT_FALSE(reported());
    store(kDst, 32);
    EXPECT_TRUE(reported());
}

TEST_F(InitFlow, GatheringTakesWhatItsOffsetsReach) {
    load(kSrc0, 32);  // 8 of the tensor's 64 elements
    load(kSrc1, 512);
    const Instruction gather = sample(Opcode::kGather);
    run(gather);
    store(kDst, 512);
    checker.on_launch_end(Cycles(0));
    EXPECT_TRUE(checker.findings().empty());
    const std::uint32_t far = 40;
    std::memcpy(&ub[kSrc1 + 4 * 9], &far, sizeof(far));
    run(gather);
    store(kDst, 32);
    EXPECT_FALSE(reported());
    store(kDst + 32, 32);
    EXPECT_TRUE(reported());
}

TEST_F(InitFlow, AnUndefinedLabelGoesWithItsRecord) {
    load(kSrc0, 256);
    load(kSrc1, 32);  // labels of the first 8 of 64 records
    const float best = 9;
    std::memcpy(&ub[kSrc0 + 4 * 20], &best, sizeof(best));
    Instruction sort = sample(Opcode::kSort32);
    sort.vec.repeat = 1;
    run(sort);
    // Record 20 comes first, then 0 to 7.
    store(kDst + 8, 8 * 8);
    EXPECT_FALSE(reported());
    store(kDst, 8);
    EXPECT_TRUE(reported());
}

TEST_F(InitFlow, AnExtremeIsOfItsRepeat) {
    load(kSrc0, 256);  // the first of two repeats
    Instruction largest = sample(Opcode::kReduceMax);
    largest.vec.dst.rep_stride = 1;
    run(largest);
    store(kDst, 8);
    EXPECT_FALSE(reported());
    store(kDst + 8, 8);
    EXPECT_TRUE(reported());
}

TEST_F(InitFlow, ThePatternDecidesHowMuchIsDefined) {
    Instruction keep = sample(Opcode::kGatherMask);
    keep.vec.variant = 0;
    ub[kSrc1] = 3;  // two elements of the first repeat
    keep.vec.repeat = 1;
    load(kSrc0, 256);
    load(kSrc1, 32);
    run(keep);
    store(kDst, 8);
    EXPECT_FALSE(reported());
    store(kDst + 8, 4);
    EXPECT_TRUE(reported());
}

TEST_F(InitFlow, TheScalarUnitSeesUndefinedRegisters) {
    const Instruction sum = sample(Opcode::kReduceAcc);
    run(sum);
    ScalarEvent read;
    read.kind = ScalarEvent::Kind::kVectorRegister;
    read.vector_register = VectorRegister::kExtreme;
    read.serial = serial;
    checker.on_scalar(read);
    EXPECT_FALSE(reported());
    read.vector_register = VectorRegister::kAccumulator;
    checker.on_scalar(read);
    EXPECT_TRUE(reported());
}

}  // namespace
}  // namespace davsim::checks
