// SPDX-License-Identifier: Apache-2.0
#pragma once
// One instruction as the scalar unit hands it to a pipe: a plain descriptor without allocation.
//
// Vocabulary (Ascend C guide, "high-dimension slicing"): a *block* is 32 bytes of unified buffer, a
// *repeat* is 8 blocks (256 bytes), one instruction runs `repeat` repeats. Block and repeat strides
// count blocks. Where source and destination differ in width, a repeat is 256 bytes of the wider
// type.

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

struct VectorPayload {
    VectorOperand dst;
    VectorOperand src0;
    VectorOperand src1;
    VectorMask mask;
    std::uint32_t scalar_bits =
        0;                     // the scalar operand, in the instruction's dtype (16-bit: low half)
    std::uint16_t repeat = 1;  // 0..255; not used in counter mode except by kCopy
    RoundMode round = RoundMode::kNone;
};

enum class AtomicOp : std::uint8_t { kNone, kAdd, kMax, kMin };

// A transfer of `bursts` runs of `burst_bytes`. Gaps run from the end of one burst to the start of
// the next. UB runs start on block boundaries: a run of burst_bytes (plus padding, loads only) is
// rounded up to whole blocks there.
struct DmaPayload {
    std::uint64_t gm = 0;      // GM address (kMoveUb: byte offset of the source in UB)
    std::int64_t gm_gap = 0;   // bytes
    std::uint32_t ub = 0;      // byte offset in UB
    std::uint32_t ub_gap = 0;  // bytes, a multiple of 32
    std::uint32_t burst_bytes = 0;
    std::uint32_t bursts = 1;
    std::uint64_t pad_bits = 0;  // the padding element
    std::uint8_t left_pad = 0;   // elements
    std::uint8_t right_pad = 0;  // elements
    // false: what fills up the last block of a run is the run's first element (documented for
    // DataCopyPad with isPad false); true: left and right padding and the fill are pad_bits.
    bool pad_value_given = false;
    DataType dtype = DataType::kUint8;
    AtomicOp atomic = AtomicOp::kNone;
    bool bypass_l2 = false;  // do not allocate lines in L2 (SetL2CacheHint)
};

// Who a cross-core flag is for (Ascend C, CrossCoreSetFlag: mode 0, 1, 2, 4).
enum class CoreFlagMode : std::uint8_t {
    kAllCores = 0,    // all vector cores of the launch, once each of them has set it
    kSiblings = 1,    // the vector cores of one AI core, once each of them has set it
    kCubeCore = 2,    // the cube core of this AI core
    kCubeCoreOne = 4  // the same, not waiting for the other vector core
};

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
        DmaPayload dma;
        SyncPayload sync;
    };

    Instruction() : vec() {}
};

}  // namespace davsim
