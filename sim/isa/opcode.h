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
    kMulAddDst,  // dst += src0 * src1
    // One vector source and a scalar.
    kAdds,
    kMuls,
    kMaxs,
    kMins,
    kAxpy,  // dst += scalar * src0
    // One vector source.
    kAbs,
    kExp,
    kLn,
    kSqrt,
    kRsqrt,
    kReciprocal,
    kRelu,
    kCast,
    kCopy,       // lane copy UB to UB under mask and strides
    kMoveUb,     // DataCopy UB to UB: whole 32-byte blocks, Dma payload
    kDuplicate,  // scalar to all lanes
    kBrcb,       // 8 elements to 8 blocks a repeat
    // Reductions; dst.rep_stride counts results, not blocks.
    kReduceAll,    // vcadd: one sum a repeat
    kReduceAcc,    // vcadd mode 1: one sum over all repeats, in the accumulator
    kReduceBlock,  // vcgadd: one sum a block
    kReducePair,   // vcpadd: sums of neighbours
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

enum class OpClass : std::uint8_t { kBinary, kScalar, kUnary, kMove, kReduce, kTransfer, kSync };

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
