// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/brcb.h"
#include "sim/exec/cast_pairs.h"
#include "sim/exec/elementwise.h"
#include "sim/exec/exec.h"
#include "sim/exec/kernel.h"
#include "sim/exec/extreme.h"
#include "sim/exec/records.h"
#include "sim/exec/reduce.h"
#include "sim/exec/rows.h"

namespace davsim::exec {
namespace {

constexpr VectorRegister kAccumulator = VectorRegister::kAccumulator;
constexpr VectorRegister kExtreme = VectorRegister::kExtreme;
constexpr VectorRegister kMerged = VectorRegister::kMerged;

std::uint64_t& register_of(VectorRegisters& registers, VectorRegister which) {
    return registers[static_cast<std::size_t>(which)];
}

bool arithmetic_type(DataType dtype) {
    return dtype != DataType::kInt8 && dtype != DataType::kUint8;
}

Kernel arithmetic_kernel(const Instruction& instruction, int sources) {
    const VectorPayload& vec = instruction.vec;
    const DataType dtype = vec.dst.dtype;
    const bool uniform = instruction.dtype == dtype && vec.src0.dtype == dtype &&
                         (sources < 2 || vec.src1.dtype == dtype);
    if (!uniform || !arithmetic_type(dtype)) return nullptr;
    switch (info_of(instruction.opcode).op_class) {
        case OpClass::kBinary: return binary_kernel(instruction.opcode, dtype);
        case OpClass::kScalar: return scalar_kernel(instruction.opcode, dtype);
        case OpClass::kUnary: return unary_kernel(instruction.opcode, dtype);
        default: return nullptr;
    }
}

Kernel accumulating_kernel(const Instruction& instruction, const Semantics& semantics) {
    const VectorPayload& vec = instruction.vec;
    const bool vectors = instruction.opcode == Opcode::kMulAddDst;
    if (vectors && vec.src1.dtype != vec.src0.dtype) return nullptr;
    const DataType scalar = vectors ? vec.dst.dtype : instruction.dtype;
    return multiply_add_kernel(instruction.opcode, vec.src0.dtype, vec.dst.dtype, scalar,
                               semantics.fused_multiply_add);
}

// The kernel of a lane-by-lane instruction.
Kernel find_kernel(const Instruction& instruction, const Semantics& semantics, int sources) {
    const VectorPayload& vec = instruction.vec;
    switch (instruction.opcode) {
        case Opcode::kMulAddDst:
        case Opcode::kAxpy: return accumulating_kernel(instruction, semantics);
        case Opcode::kCast: return cast_kernel(vec.src0.dtype, vec.dst.dtype, vec.round);
        case Opcode::kCopy:
            if (size_of(vec.src0.dtype) != size_of(vec.dst.dtype)) return nullptr;
            return copy_kernel(size_of(vec.dst.dtype));
        case Opcode::kDuplicate: return fill_kernel(size_of(vec.dst.dtype));
        default: return arithmetic_kernel(instruction, sources);
    }
}

}  // namespace

bool run_vector(const Instruction& instruction, const VectorPointers& pointers,
                const Semantics& semantics, VectorRegisters& registers) {
    const OpcodeInfo& info = info_of(instruction.opcode);
    if (instruction.opcode == Opcode::kBrcb) return run_brcb(instruction, pointers);
    switch (info.op_class) {
        case OpClass::kReduce:
            if (is_extreme(instruction.opcode))
                return run_extreme(instruction, pointers, register_of(registers, kExtreme));
            return run_reduce(instruction, pointers, register_of(registers, kAccumulator));
        case OpClass::kRecords: return run_records(instruction, pointers);
        case OpClass::kMerge:
            return run_merge(instruction, pointers, register_of(registers, kMerged));
        case OpClass::kRows: return run_rows(instruction, pointers);
        default: break;
    }
    const Kernel kernel = find_kernel(instruction, semantics, info.sources);
    if (kernel == nullptr) return false;
    run_elementwise(instruction, pointers, kernel, info.sources, info.accumulates);
    return true;
}

}  // namespace davsim::exec
