// SPDX-License-Identifier: Apache-2.0
#pragma once
// What instructions compute: pure functions on memory, one call for a whole instruction. No time,
// no state. The device decides when an instruction reads and writes and hands over the pointers; it
// may pass snapshots of sources instead of the unified buffer itself.

#include <array>
#include <cstdint>

#include "sim/isa/instruction.h"

namespace davsim::exec {

// Each pointer is the host address of the operand's first byte (its `addr`); blocks and repeats are
// reached from there with the strides of the instruction. `old_dst` is read by accumulating opcodes
// (kMulAddDst, kAxpy) and may equal `dst`. Sources may alias `dst` exactly. kMergeSort has four
// sources; kTransposeRows one, the lowest of its rows, and so for `dst`.
struct VectorPointers {
    std::uint8_t* dst = nullptr;
    const std::uint8_t* old_dst = nullptr;
    const std::uint8_t* src0 = nullptr;
    const std::uint8_t* src1 = nullptr;
    const std::uint8_t* src2 = nullptr;  // kSelect: the bits
    const std::uint8_t* src3 = nullptr;
    std::uint8_t* aux = nullptr;  // the second destination of kMulFull and (de)interleaving
};

// Arithmetic choices in which the architectures differ.
struct Semantics {
    bool fused_multiply_add = false;    // kAxpy, kMulAddDst, ... round once (950), not twice
    bool nan_compares_unequal = false;  // kNe with a NaN is true (950) instead of false
};

// Runs a vector instruction (pipe V). Lanes outside the mask keep their old destination bytes.
// kReduceAcc stores its sum in the accumulator and in the first element of the destination;
// `registers` hold what the last such instruction left. Returns false if the (opcode, dtype) pair
// does not exist. Throws Error (Fault::kKernel) if an offset leaves its tensor.
bool run_vector(const Instruction& instruction, const VectorPointers& pointers,
                const Semantics& semantics, VectorRegisters& registers);

// GM to UB: `gm` and `ub` are the host addresses of payload.gm and payload.ub.
void run_load(const DmaPayload& payload, const std::uint8_t* gm, std::uint8_t* ub);

// UB to GM, with the payload's atomic operation.
void run_store(const DmaPayload& payload, const std::uint8_t* ub, std::uint8_t* gm);

// UB to UB (kMoveUb): `source` is the host address of payload.gm, `ub` of payload.ub.
void run_move(const DmaPayload& payload, const std::uint8_t* source, std::uint8_t* ub);

// Array conversions with Cast's rounding, also used for files and references. count in elements.
void convert(const void* source, DataType from, void* target, DataType to, RoundMode round,
             std::uint64_t count);

// Name of the instruction set that was chosen at run time, "AVX2" for example.
const char* simd_target();

}  // namespace davsim::exec
