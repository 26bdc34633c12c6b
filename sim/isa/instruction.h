// SPDX-License-Identifier: Apache-2.0
#pragma once
// One instruction as the scalar unit hands it to a pipe: a plain descriptor without allocation.
//
// Vocabulary (Ascend C guide, "high-dimension slicing"): a *block* is 32 bytes of unified buffer, a
// *repeat* is 8 blocks (256 bytes), one instruction runs `repeat` repeats. Block and repeat strides
// count blocks. Where source and destination differ in width, a repeat is 256 bytes of the wider
// type.

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/base/data_type.h"
#include "sim/base/units.h"
#include "sim/isa/opcode.h"

namespace davsim {

inline constexpr std::uint32_t kBlockBytes = 32;
inline constexpr std::uint32_t kBlocksPerRepeat = 8;
inline constexpr std::uint32_t kRepeatBytes = kBlockBytes * kBlocksPerRepeat;
inline constexpr std::uint32_t kMaxRepeat = 255;

// The sticky mask of the vector unit. Normal mode: bit i of {hi, lo} enables lane i of every
// repeat. Counter mode: `lo` is the total number of elements and the hardware iterates and tails by
// itself.
struct VectorMask {
    std::uint64_t lo = ~std::uint64_t{0};
    std::uint64_t hi = ~std::uint64_t{0};
    bool counter = false;
};

struct VectorOperand {
    std::uint32_t addr = 0;  // byte offset in the unified buffer
    std::uint16_t blk_stride =
        1;  // blocks between the blocks of a repeat; 0: the first block 8 times
    std::uint16_t rep_stride = 8;  // blocks between repeats; 0: the same repeat again
    DataType dtype = DataType::kFloat32;
};

// kCompare and its kin, in Ascend C's order (CMPMODE).
enum class CompareMode : std::uint8_t { kLt, kGt, kEq, kLe, kGe, kNe };

// Where kSelect has its bits and its second source. Bits in UB are consumed one after another by
// all repeats; the register's serve every repeat again.
enum class SelectMode : std::uint8_t {
    kRegister,        // bits: compare mask register, src1: vector
    kScalar,          // bits: aux, src1: scalar
    kTensor,          // bits: aux, src1: vector
    kRegisterScalar,  // bits: aux, src1: the first element in the compare mask register
};

// Bits of kCastDequant's variant (int16 to 8 bits only).
enum DequantFlags : std::uint8_t {
    kDequantTable = 1,      // 16 parameters in UB (src1), one a lane of a block; else scalar_bits
    kDequantUpperHalf = 2,  // results in the upper half of each destination block, else the lower
};

inline constexpr std::uint32_t kDequantTableBytes = 128;
// What kReduceMax and kReduceMin leave of a repeat. The lane number lies in an element's place, as
// an integer of its width; alone it takes 4 bytes.
enum class ReduceOrder : std::uint8_t { kValueIndex, kIndexValue, kOnlyValue, kOnlyIndex };

struct VectorPayload {
    VectorOperand dst;
    VectorOperand src0;
    VectorOperand src1;
    VectorOperand aux;  // kSelect: bits; kMulFull, kInterleave, kDeInterleave: second destination
    VectorMask mask;
    // The scalar operand, in the instruction's dtype (narrow types: low bits). kCastDequant: the
    // DEQSCALE register.
    std::uint64_t scalar_bits = 0;
    // kGather, kGatherBlock: bytes of src0; kScatter: of dst. Offsets stay below.
    std::uint32_t span = 0;
    std::uint16_t repeat = 1;  // not used in counter mode except by kCopy and kGatherMask
    RoundMode round = RoundMode::kNone;
    std::uint8_t variant = 0;  // see the opcode
    // Saturation mode of the core (CTRL): fp16 results are finite, int16 and int32 sums do not
    // wrap.
    bool saturate = false;
    ReduceOrder order = ReduceOrder::kValueIndex;  // kReduceMax, kReduceMin
    // kReduceMax, kReduceMin of 950: one result over all repeats, its index in elements from the
    // first lane.
    bool across_repeats = false;
};

// kMergeSort: list i has length[i] records from src[i] on, largest score first.
struct MergePayload {
    std::uint32_t dst = 0;
    std::array<std::uint32_t, 4> src{};
    std::array<std::uint16_t, 4> length{};
    std::uint16_t repeat = 1;       // more than 1: each repeat goes on behind the four lists
    std::uint8_t lists = 4;         // how many take part, 2..4
    std::uint8_t record_bytes = 8;  // 8, or 16 for region proposals
    bool until_exhausted = false;   // stops when one list is used up
};

// kTransposeRows: addresses of 32-byte rows, in blocks of UB. A repeat reads 16 rows and writes 16.
struct RowsPayload {
    std::array<std::uint16_t, 16> dst{};
    std::array<std::uint16_t, 16> src{};
    std::uint16_t repeat = 1;
    std::uint16_t dst_rep = 0;  // blocks from repeat to repeat; not used when repeat is 1
    std::uint16_t src_rep = 0;
    bool dst_high = false;  // 1-byte elements: which half of a row is written, read
    bool src_high = false;
};

enum class AtomicOp : std::uint8_t { kNone, kAdd, kMax, kMin };

// How the bursts of a transfer lie in UB.
enum class UbRuns : std::uint8_t {
    kBlocks,  // each starts on a block boundary and is rounded up to whole blocks
    kPacked,  // each takes its bytes and may begin anywhere (950: NdDma); may be padding alone
    kFilled,  // packed without a gap; the end of the last is filled up to a whole block (950:
              // PaddingMode::Compact)
};

// A transfer of `bursts` runs of `burst_bytes`. Gaps run from the end of one burst to the start of
// the next; in UB a burst is what UbRuns makes of its bytes and padding (loads only).
struct DmaPayload {
    std::uint64_t gm = 0;      // GM address (kMoveUb: byte offset of the source in UB)
    std::int64_t gm_gap = 0;   // bytes
    std::uint32_t ub = 0;      // byte offset in UB
    std::uint32_t ub_gap = 0;  // bytes; blocks: a multiple of 32, filled: 0
    std::uint32_t burst_bytes = 0;
    std::uint32_t bursts = 1;
    std::uint64_t pad_bits = 0;   // the padding element
    std::uint32_t left_pad = 0;   // elements
    std::uint32_t right_pad = 0;  // elements
    // false: what fills up the last block of a run is the run's first element (documented for
    // DataCopyPad with isPad false); true: left and right padding and the fill are pad_bits.
    bool pad_value_given = false;
    DataType dtype = DataType::kUint8;
    AtomicOp atomic = AtomicOp::kNone;
    bool bypass_l2 = false;  // do not allocate lines in L2 (SetL2CacheHint)
    UbRuns runs = UbRuns::kBlocks;
};

constexpr std::uint64_t whole_blocks(std::uint64_t bytes) {
    return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

// Bytes from the start of a run of `bytes` in UB to its end.
constexpr std::uint64_t ub_extent(const DmaPayload& dma, std::uint64_t bytes) {
    return dma.runs == UbRuns::kBlocks ? whole_blocks(bytes) : bytes;
}

// What a burst of a load takes in UB before that, padding included.
constexpr std::uint64_t padded_burst(const DmaPayload& dma) {
    return dma.burst_bytes + (std::uint64_t{dma.left_pad} + dma.right_pad) * size_of(dma.dtype);
}

// Who a cross-core flag is for (Ascend C, CrossCoreSetFlag: mode 0, 1, 2, 4).
enum class CoreFlagMode : std::uint8_t {
    kAllCores = 0,    // all vector cores of the launch, once each of them has set it
    kSiblings = 1,    // the vector cores of one AI core, once each of them has set it
    kCubeCore = 2,    // the cube core of this AI core
    kCubeCoreOne = 4  // the same, not waiting for the other vector core
};
// What vector instructions leave for the scalar unit to read.
enum class VectorRegister : std::uint8_t {
    kAccumulator,  // sum of the last kReduceAcc: an fp32 or fp16 in the low bits
    kExtreme,      // over all repeats of the last kReduceMax or kReduceMin: value in the low half,
                   // its distance from the first lane in elements in the high half
    kMerged,       // records that the last kMergeSort took from each list, 16 bits a list
    kKept,         // elements that the last kGatherMask wrote
    kCompareMaskLow,  // 128 bits for kSelect, one a lane
    kCompareMaskHigh,
    kCount,
};
using VectorRegisters = std::array<std::uint64_t, static_cast<std::size_t>(VectorRegister::kCount)>;

struct SyncPayload {
    Pipe source = Pipe::kAll;       // the pipe that sets
    Pipe destination = Pipe::kAll;  // the pipe that waits
    std::uint8_t event = 0;         // event id; kSetCoreFlag: the flag of the other cores
    CoreFlagMode mode = CoreFlagMode::kAllCores;  // kSetCoreFlag only
};

struct Instruction {
    Opcode opcode = Opcode::kAdd;
    Pipe pipe = Pipe::kV;                 // the queue it goes to
    DataType dtype = DataType::kFloat32;  // what the vector unit computes in
    bool inserted = false;       // a flag or barrier that automatic synchronisation put here
    const void* site = nullptr;  // return address into the kernel, resolved to file:line offline
    union {
        VectorPayload vec;
        MergePayload merge;
        RowsPayload rows;
        DmaPayload dma;
        SyncPayload sync;
    };

    Instruction() : vec() {}
};

}  // namespace davsim
