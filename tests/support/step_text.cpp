// SPDX-License-Identifier: Apache-2.0
#include "tests/support/step_text.h"

#include <array>
#include <cstdio>

namespace davsim::testing {
namespace {

std::string hex(std::uint64_t value) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%llx", static_cast<unsigned long long>(value));
    return text.data();
}

std::string number(std::uint64_t value) {
    return std::to_string(value);
}

std::string operand_text(const char* name, const VectorOperand& operand,
                         std::uint16_t usual_repeat) {
    std::string text = std::string(" ") + name + "=" + number(operand.addr);
    if (operand.blk_stride == 1 && operand.rep_stride == usual_repeat) return text;
    return text + "/" + number(operand.blk_stride) + "/" + number(operand.rep_stride);
}

std::string types_text(const Instruction& instruction) {
    const VectorPayload& vec = instruction.vec;
    std::string text = " " + std::string(name_of(vec.dst.dtype));
    const bool has_source = info_of(instruction.opcode).sources > 0;
    if (has_source && vec.src0.dtype != vec.dst.dtype)
        text += "<-" + std::string(name_of(vec.src0.dtype));
    if (instruction.opcode != Opcode::kCast) return text;
    static constexpr std::array<const char*, 7> kModes = {"NONE",  "RINT",  "FLOOR", "CEIL",
                                                          "ROUND", "TRUNC", "ODD"};
    return text + " " + kModes[static_cast<std::size_t>(vec.round)];
}

std::string mask_text(const Instruction& instruction) {
    const VectorPayload& vec = instruction.vec;
    if (instruction.opcode == Opcode::kBrcb || instruction.opcode == Opcode::kGatherBlock)
        return " rep=" + number(vec.repeat);
    if (info_of(instruction.opcode).op_class == OpClass::kRegister) return "";
    if (vec.mask.counter) {
        const std::string count = " count=" + number(vec.mask.lo);
        const bool each =
            instruction.opcode == Opcode::kCopy || instruction.opcode == Opcode::kGatherMask;
        return each ? count + " rep=" + number(vec.repeat) : count;
    }
    return " mask=" + hex(vec.mask.hi) + ":" + hex(vec.mask.lo) + " rep=" + number(vec.repeat);
}

// What tells apart the forms of one opcode.
std::string variant_text(const Instruction& instruction) {
    const VectorPayload& vec = instruction.vec;
    static constexpr std::array<const char*, 6> kCompares = {" LT", " GT", " EQ",
                                                             " LE", " GE", " NE"};
    static constexpr std::array<const char*, 4> kSelects = {" CMPMASK", " SCALAR", " TENSOR",
                                                            " CMPMASK_SCALAR"};
    switch (info_of(instruction.opcode).op_class) {
        case OpClass::kCompare: return kCompares[vec.variant];
        case OpClass::kSelect: return kSelects[vec.variant];
        default: return vec.variant == 0 ? "" : " variant=" + number(vec.variant);
    }
}

// Operands that few instructions have.
std::string extra_text(const Instruction& instruction) {
    const VectorPayload& vec = instruction.vec;
    std::string text;
    switch (instruction.opcode) {
        case Opcode::kSelect:
            if (vec.variant != static_cast<std::uint8_t>(SelectMode::kRegister))
                text = " bits=" + number(vec.aux.addr);
            break;
        case Opcode::kInterleave:
        case Opcode::kDeInterleave:
        case Opcode::kMulFull: text = operand_text("aux", vec.aux, 8); break;
        default: break;
    }
    if (vec.span != 0) text += " span=" + number(vec.span);
    return vec.saturate ? text + " saturate" : text;
}

bool writes_ub(Opcode opcode) {
    return opcode != Opcode::kCompareMask && opcode != Opcode::kSetCompareMask;
}

bool has_scalar(const Instruction& instruction) {
    const auto mode = static_cast<SelectMode>(instruction.vec.variant);
    switch (instruction.opcode) {
        case Opcode::kDuplicate:
        case Opcode::kIndex:
        case Opcode::kCompareScalar: return true;
        case Opcode::kCastDequant: return (instruction.vec.variant & kDequantTable) == 0;
        case Opcode::kSelect: return mode == SelectMode::kScalar;
        default: return info_of(instruction.opcode).op_class == OpClass::kScalar;
    }
}

std::string vector_text(const Instruction& instruction) {
    const VectorPayload& vec = instruction.vec;
    const OpcodeInfo& info = info_of(instruction.opcode);
    std::string text = std::string(info.mnemonic);
    if (instruction.opcode == Opcode::kReduceAcc) text += ".ACC";
    text += types_text(instruction) + variant_text(instruction) + mask_text(instruction);
    if (writes_ub(instruction.opcode))
        text += operand_text("dst", vec.dst, info.op_class == OpClass::kReduce ? 1 : 8);
    if (info.sources > 0)
        text += operand_text("src0", vec.src0, instruction.opcode == Opcode::kBrcb ? 1 : 8);
    const bool register_scalar = instruction.opcode == Opcode::kSelect && vec.variant % 2 == 1;
    if (info.sources > 1 && !register_scalar) text += operand_text("src1", vec.src1, 8);
    if (instruction.opcode == Opcode::kReduceMax || instruction.opcode == Opcode::kReduceMin) {
        static constexpr std::array<const char*, 4> kOrders = {"", " index_value", " only_value",
                                                               " only_index"};
        text += kOrders[static_cast<std::size_t>(vec.order)];
    }
    text += extra_text(instruction);
    return has_scalar(instruction) ? text + " scalar=" + hex(vec.scalar_bits) : text;
}

std::string records_text(const Instruction& instruction) {
    const VectorPayload& vec = instruction.vec;
    std::string text = std::string(info_of(instruction.opcode).mnemonic) + types_text(instruction) +
                       " rep=" + number(vec.repeat) + " dst=" + number(vec.dst.addr) +
                       " src0=" + number(vec.src0.addr);
    if (info_of(instruction.opcode).sources > 1) text += " src1=" + number(vec.src1.addr);
    return text;
}

std::string merge_text(const Instruction& instruction) {
    const MergePayload& merge = instruction.merge;
    std::string text = std::string(info_of(instruction.opcode).mnemonic) + " " +
                       std::string(name_of(instruction.dtype)) + " rep=" + number(merge.repeat) +
                       " dst=" + number(merge.dst) + " src=";
    for (std::size_t i = 0; i < merge.lists; ++i) {
        text += (i == 0 ? "" : ",") + number(merge.src[i]) + "x" + number(merge.length[i]);
    }
    return merge.until_exhausted ? text + " until_exhausted" : text;
}

std::string rows_text(const Instruction& instruction) {
    const RowsPayload& rows = instruction.rows;
    const auto list = [](const std::array<std::uint16_t, 16>& blocks) {
        std::string text = number(blocks[0] * kBlockBytes);
        for (std::size_t i = 1; i < blocks.size(); ++i)
            text += "," + number(blocks[i] * kBlockBytes);
        return text;
    };
    std::string text = std::string(info_of(instruction.opcode).mnemonic) + " " +
                       std::string(name_of(instruction.dtype)) + " rep=" + number(rows.repeat) +
                       " dst=" + list(rows.dst) + "/" + number(rows.dst_rep) +
                       " src0=" + list(rows.src) + "/" + number(rows.src_rep);
    if (rows.dst_high) text += " dst_high";
    return rows.src_high ? text + " src_high" : text;
}

std::string transfer_text(const Instruction& instruction) {
    const DmaPayload& dma = instruction.dma;
    std::string text = std::string(info_of(instruction.opcode).mnemonic) + " ub=" + number(dma.ub);
    if (instruction.opcode == Opcode::kMoveUb) text += " from=" + number(dma.gm);
    text += " " + number(dma.bursts) + "x" + number(dma.burst_bytes);
    if (dma.gm_gap != 0) text += " gm_gap=" + std::to_string(dma.gm_gap);
    if (dma.ub_gap != 0) text += " ub_gap=" + number(dma.ub_gap);
    if (dma.pad_value_given || dma.left_pad != 0 || dma.right_pad != 0) {
        text +=
            " pad=" + number(dma.left_pad) + "," + number(dma.right_pad) + ":" + hex(dma.pad_bits);
    }
    static constexpr std::array<const char*, 3> kRuns = {"", " packed", " filled"};
    text += kRuns[static_cast<std::size_t>(dma.runs)];
    static constexpr std::array<const char*, 4> kAtomics = {"", " atomic_add", " atomic_max",
                                                            " atomic_min"};
    text += kAtomics[static_cast<std::size_t>(dma.atomic)];
    return dma.atomic == AtomicOp::kNone ? text : text + " " + std::string(name_of(dma.dtype));
}

}  // namespace

std::string step_text(const Instruction& instruction) {
    const OpcodeInfo& info = info_of(instruction.opcode);
    if (instruction.opcode == Opcode::kPipeBarrier)
        return "BAR " + std::string(name_of(instruction.pipe));
    if (info.op_class == OpClass::kSync) {
        return std::string(info.mnemonic) + " " + std::string(name_of(instruction.sync.source)) +
               ">" + std::string(name_of(instruction.sync.destination)) + " " +
               number(instruction.sync.event);
    }
    if (info.op_class == OpClass::kTransfer || instruction.opcode == Opcode::kMoveUb) {
        return transfer_text(instruction);
    }
    switch (info.op_class) {
        case OpClass::kRecords: return records_text(instruction);
        case OpClass::kMerge: return merge_text(instruction);
        case OpClass::kRows: return rows_text(instruction);
        default: return vector_text(instruction);
    }
}

}  // namespace davsim::testing
