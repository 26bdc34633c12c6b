// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instructions that the simulated core knows, and the pipes that run them.
//
// Names follow the hardware's mnemonics as they appear in the vendor's traces (VADD, MOV_GM_TO_UB,
// ...). Which pipe runs an instruction: Ascend C documentation, "pipe" column of each API page.

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/base/rounding.h"

namespace davsim {

// In the order in which lanes are drawn. kAll stands for "every pipe" in a barrier.
enum class Pipe : std::uint8_t { kS, kMte1, kM, kFix, kMte2, kV, kMte3, kAll };
inline constexpr int kPipeCount = 7;

// "S", "MTE1", "M", "FIX", "MTE2", "V", "MTE3", "ALL".
std::string_view name_of(Pipe pipe);

enum class Opcode : std::uint8_t {
    // Two vector sources.
    kAdd,
    kSub,
    kMul,
    kDiv,
    kMax,
    kMin,
    kMulAddDst,   // dst += src0 * src1
    kMulAdd,      // dst = src0 * dst + src1
    kMulAddRelu,  // the same, negative results become 0
    kAddRelu,     // negative sums become 0
    kSubRelu,
    kAddReluCast,  // and a conversion to a narrower type
    kSubReluCast,
    kMulCast,
    kAnd,
    kOr,
    kShiftLeftBy,   // src0 shifted by src1, element by element (950)
    kShiftRightBy,  //
    kPrelu,         // src0, or src0 * src1 where src0 is negative (950)
    kAbsSub,        // |src0 - src1| (950)
    kExpSub,        // e^(src0 - src1) (950)
    kMulFull,       // product of twice the width: low half to dst, high half to aux (950)
    // Comparisons; variant is a CompareMode. One result bit a lane, 0 for the first lane.
    kCompare,        // vcmpv: to the destination, whatever the mask
    kCompareScalar,  // vcmpvs
    kCompareMask,    // vcmp: to the compare mask register, one repeat
    // src0 where the bit is 1, else src1; variant is a SelectMode.
    kSelect,
    // One vector source and a scalar.
    kAdds,
    kMuls,
    kMaxs,
    kMins,
    kAxpy,       // dst += scalar * src0
    kLeakyRelu,  // src0, or scalar * src0 where src0 is negative
    kShiftLeft,
    kShiftRight,  // arithmetic for signed types; variant 1 rounds
    kSubs,        // variant 1: the scalar is the left operand (950, with the three below)
    kDivs,        //
    kAnds,
    kOrs,
    kMulsCast,  // and a conversion to fp16 (950)
    // One vector source.
    kAbs,
    kExp,
    kLn,
    kSqrt,
    kRsqrt,
    kReciprocal,
    kRelu,
    kNot,
    kNeg,             // (950)
    kCast,            // variant: a NarrowFloat, what the uint8 or int4 side really is
    kCastDequant,     // scaled with a quantisation parameter; variant is a bit set of DequantFlags
    kCopy,            // lane copy UB to UB under mask and strides
    kMoveUb,          // DataCopy UB to UB: whole 32-byte blocks, Dma payload
    kDuplicate,       // scalar to all lanes
    kDuplicateFirst,  // the source's first element to all lanes (950)
    kIndex,           // scalar, scalar + 1, ... (950)
    kBrcb,            // 8 elements to 8 blocks a repeat
    // Rearrangements; src1 has the byte offsets or the pattern.
    kGather,        // dst[i] = src0 at byte offset src1[i]
    kGatherBlock,   // the same with whole blocks
    kScatter,       // dst at byte offset src1[i] = src0[i] (950)
    kGatherMask,    // elements of src0 whose pattern bit is 1, dense; variant is the pattern
    kInterleave,    // src0[0], src1[0], src0[1], ...: first half to dst, second to aux (950)
    kDeInterleave,  // even elements of src0, src1 to dst, odd ones to aux (950)
    // The compare mask register (16 bytes).
    kSetCompareMask,  // from src0
    kGetCompareMask,  // to dst
    // Reductions; dst.rep_stride counts results, not blocks.
    kReduceAll,       // vcadd: one sum a repeat
    kReduceAcc,       // vcadd mode 1: one sum over all repeats, in the accumulator
    kReduceBlock,     // vcgadd: one sum a block
    kReducePair,      // vcpadd: sums of neighbours
    kReduceMax,       // vcmax: the largest lane of a repeat and where it is; see ReduceOrder
    kReduceMin,       // vcmin
    kReduceBlockMax,  // vcgmax: the largest lane of each block
    kReduceBlockMin,  // vcgmin
    // Records; dense operands, no mask, `repeat` groups. A record of 8 bytes is (score, index), one
    // of 16 bytes a region proposal of eight fp16: x1, y1, x2, y2, score, label, 2 unused.
    kSort32,         // vbitsort: 32 scores and 32 indices to 32 records, largest first
    kSortProposals,  // vbitsort of 910: 16 region proposals, largest score first
    // The operand with the proposals starts at the field in the first of them.
    kConcatProposals,   // vconcat: 16 elements into one field of 16 region proposals
    kExtractProposals,  // vextract: one field of 16 region proposals to 16 elements
    kTranspose,         // vtranspose: a 16 x 16 matrix of 2-byte elements
    kMergeSort,         // vmrgsort4: up to four sorted lists of records into one, Merge payload
    kTransposeRows,     // scatter_vnchwconv: 16 rows to 16 rows, Rows payload
    // Transfers, Dma payload.
    kLoadGm,   // MTE2: GM to UB
    kStoreGm,  // MTE3: UB to GM, plain or atomic
    // Synchronisation, Sync payload. They sit in the queue of the pipe they concern.
    kSetFlag,
    kWaitFlag,
    kPipeBarrier,
    kSetCoreFlag,  // tells other cores that this pipe got here
    kCount,
};
inline constexpr int kOpcodeCount = static_cast<int>(Opcode::kCount);

// kRecords: dense operands without a mask; kMerge and kRows have a payload of their own.
enum class OpClass : std::uint8_t {
    kBinary,
    kScalar,
    kUnary,
    kCompare,  // results are bits
    kSelect,
    kMove,
    kShuffle,   // lanes of sources and destination do not correspond
    kRegister,  // UB from or to a register of the vector unit
    kReduce,
    kRecords,
    kMerge,
    kRows,
    kTransfer,
    kSync,
};

struct OpcodeInfo {
    std::string_view mnemonic;  // as in a trace: "VADD"
    std::string_view key;       // as in a hardware config: "add"
    Pipe pipe;                  // kAll: decided by the instruction (flags, barriers)
    OpClass op_class;
    std::uint8_t sources;  // vector sources; an accumulating destination is not counted
    bool accumulates;      // reads its destination too
};

const OpcodeInfo& info_of(Opcode opcode);
std::optional<Opcode> parse_opcode_key(std::string_view key);

}  // namespace davsim
