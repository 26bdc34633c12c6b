// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "sim/exec/bits.h"
#include "sim/exec/brcb.h"
#include "sim/exec/cast_pairs.h"
#include "sim/exec/elementwise.h"
#include "sim/exec/exec.h"
#include "sim/exec/extreme.h"
#include "sim/exec/integer_reduce.h"
#include "sim/exec/kernel.h"
#include "sim/exec/records.h"
#include "sim/exec/reduce.h"
#include "sim/exec/rows.h"
#include "sim/exec/shuffle.h"
#include "sim/exec/special.h"

namespace davsim::exec {
namespace {

constexpr VectorRegister kAccumulator = VectorRegister::kAccumulator;
constexpr VectorRegister kExtreme = VectorRegister::kExtreme;
constexpr VectorRegister kMerged = VectorRegister::kMerged;

std::uint64_t& register_of(VectorRegisters& registers, VectorRegister which) {
    return registers[static_cast<std::size_t>(which)];
}

bool is_float(DataType dtype) {
    return dtype == DataType::kFloat32 || dtype == DataType::kFloat16 ||
           dtype == DataType::kBfloat16;
}

Kernel float_kernel(const Instruction& instruction, DataType dtype) {
    const bool reversed = instruction.vec.variant != 0;
    switch (info_of(instruction.opcode).op_class) {
        case OpClass::kBinary: return binary_kernel(instruction.opcode, dtype);
        case OpClass::kScalar: return scalar_kernel(instruction.opcode, dtype, reversed);
        case OpClass::kUnary: return unary_kernel(instruction.opcode, dtype);
        default: return nullptr;
    }
}

// One element type throughout.
Kernel arithmetic_kernel(const Instruction& instruction, int sources) {
    const VectorPayload& vec = instruction.vec;
    const DataType dtype = vec.dst.dtype;
    const bool shift = instruction.opcode == Opcode::kShiftLeftBy ||
                       instruction.opcode == Opcode::kShiftRightBy;  // by signed distances
    const bool uniform = instruction.dtype == dtype && vec.src0.dtype == dtype &&
                         (sources < 2 || vec.src1.dtype == dtype ||
                          (shift && size_of(vec.src1.dtype) == size_of(dtype)));
    if (!uniform) return nullptr;
    if (is_float(dtype)) return float_kernel(instruction, dtype);
    return integer_kernel(instruction.opcode, dtype, vec.variant, vec.saturate);
}

Kernel accumulating_kernel(const Instruction& instruction, const Semantics& semantics) {
    const VectorPayload& vec = instruction.vec;
    const bool scalar = instruction.opcode == Opcode::kAxpy;
    if (!scalar && vec.src1.dtype != vec.src0.dtype) return nullptr;
    if (!is_float(vec.dst.dtype)) {
        if (vec.src0.dtype != vec.dst.dtype) return nullptr;
        return integer_kernel(instruction.opcode, vec.dst.dtype, 0, false);
    }
    const DataType factor = scalar ? instruction.dtype : vec.dst.dtype;
    return multiply_add_kernel(instruction.opcode, vec.src0.dtype, vec.dst.dtype, factor,
                               semantics.fused_multiply_add, vec.saturate);
}

// The kernel of a lane-by-lane instruction.
Kernel find_kernel(const Instruction& instruction, const Semantics& semantics, int sources) {
    const VectorPayload& vec = instruction.vec;
    switch (instruction.opcode) {
        case Opcode::kMulAddDst:
        case Opcode::kMulAdd:
        case Opcode::kMulAddRelu:
        case Opcode::kAxpy: return accumulating_kernel(instruction, semantics);
        case Opcode::kCast: return cast_kernel(vec.src0.dtype, vec.dst.dtype, vec.round);
        case Opcode::kAddReluCast:
        case Opcode::kSubReluCast:
        case Opcode::kMulCast:
        case Opcode::kMulsCast:
        case Opcode::kCastDequant:
            return fused_cast_kernel(instruction.opcode, vec.src0.dtype, vec.dst.dtype);
        case Opcode::kExpSub:
            if (vec.src0.dtype == vec.dst.dtype)
                return binary_kernel(instruction.opcode, vec.dst.dtype);
            return fused_cast_kernel(instruction.opcode, vec.src0.dtype, vec.dst.dtype);
        case Opcode::kCopy:
            if (size_of(vec.src0.dtype) != size_of(vec.dst.dtype)) return nullptr;
            return copy_kernel(size_of(vec.dst.dtype));
        case Opcode::kDuplicate: return fill_kernel(size_of(vec.dst.dtype));
        default: return arithmetic_kernel(instruction, sources);
    }
}

bool is_integer(DataType type) {
    return type != DataType::kFloat32 && type != DataType::kFloat16 && type != DataType::kBfloat16;
}

// Instructions that are no kernel on runs of lanes. Null: it is one.
using Special = bool (*)(const Instruction&, const VectorPointers&);

bool run_duplicate_first(const Instruction& instruction, const VectorPointers& pointers) {
    const VectorPayload& vec = instruction.vec;
    const Kernel fill = fill_kernel(size_of(vec.dst.dtype));
    if (fill == nullptr || size_of(vec.src0.dtype) != size_of(vec.dst.dtype)) return false;
    Instruction filling = instruction;
    std::memcpy(&filling.vec.scalar_bits, pointers.src0, size_of(vec.src0.dtype));
    run_elementwise(filling, pointers, fill, nullptr, 0, false);
    return true;
}

Special special_of(const Instruction& instruction) {
    const VectorPayload& vec = instruction.vec;
    switch (instruction.opcode) {
        case Opcode::kBrcb: return &run_brcb;
        case Opcode::kIndex: return &run_index;
        case Opcode::kMulFull: return &run_full_product;
        case Opcode::kDuplicateFirst: return &run_duplicate_first;
        case Opcode::kCastDequant: return size_of(vec.dst.dtype) == 1 ? &run_dequant : nullptr;
        case Opcode::kCast: {
            if (vec.variant != 0) return &run_narrow_cast;
            const bool int4 = vec.dst.dtype == DataType::kInt4 || vec.src0.dtype == DataType::kInt4;
            return int4 ? &run_int4_cast : nullptr;
        }
        default: return nullptr;
    }
}

}  // namespace

bool run_vector(const Instruction& instruction, const VectorPointers& pointers,
                const Semantics& semantics, VectorRegisters& registers) {
    const OpcodeInfo& info = info_of(instruction.opcode);
    switch (info.op_class) {
        case OpClass::kCompare: return run_compare(instruction, pointers, semantics, registers);
        case OpClass::kSelect: return run_select(instruction, pointers, registers);
        case OpClass::kShuffle: return run_shuffle(instruction, pointers, registers);
        case OpClass::kRegister: return run_register(instruction, pointers, registers);
        case OpClass::kReduce:
            if (is_integer(instruction.vec.dst.dtype))
                return run_integer_reduce(instruction, pointers);
            if (is_extreme(instruction.opcode))
                return run_extreme(instruction, pointers, register_of(registers, kExtreme));
            return run_reduce(instruction, pointers, register_of(registers, kAccumulator));
        case OpClass::kRecords: return run_records(instruction, pointers);
        case OpClass::kMerge:
            return run_merge(instruction, pointers, register_of(registers, kMerged));
        case OpClass::kRows: return run_rows(instruction, pointers);
        default: break;
    }
    if (const Special special = special_of(instruction)) return special(instruction, pointers);
    const Kernel kernel = find_kernel(instruction, semantics, info.sources);
    if (kernel == nullptr) return false;
    const Kernel finish =
        instruction.vec.saturate ? saturate_kernel(instruction.vec.dst.dtype) : nullptr;
    run_elementwise(instruction, pointers, kernel, finish, info.sources, info.accumulates);
    return true;
}

}  // namespace davsim::exec
