// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/byte_runs.h"

namespace davsim::checks {
namespace {

bool lane_by_lane(const Instruction& ins) {
    if (has_half_bytes(ins)) return false;
    switch (info_of(ins.opcode).op_class) {
        case OpClass::kBinary:
        case OpClass::kScalar:
        case OpClass::kUnary: return true;
        case OpClass::kMove: return ins.opcode == Opcode::kCopy || ins.opcode == Opcode::kDuplicate;
        default: return false;
    }
}

bool has_holes(const VectorMask& mask) {
    if (mask.counter) return false;
    constexpr std::uint64_t kFull = ~std::uint64_t{0};
    // Ones from lane 0 up to somewhere, then none.
    const std::uint64_t word = mask.hi != 0 && mask.lo == kFull ? mask.hi : mask.lo;
    return (word & (word + 1)) != 0 || (mask.hi != 0 && mask.lo != kFull);
}

}  // namespace

const VectorOperand* sparse_operand(const Instruction& ins, const Region& region) {
    if (region.space != Space::kUb || !lane_by_lane(ins)) return nullptr;
    const VectorPayload& vec = ins.vec;
    const VectorOperand* operand = nullptr;
    switch (region.operand) {
        case Operand::kDst: operand = &vec.dst; break;
        case Operand::kSrc0: operand = &vec.src0; break;
        case Operand::kSrc1: operand = &vec.src1; break;
        default: return nullptr;
    }
    const bool gaps = operand->blk_stride > 1;
    return gaps || has_holes(vec.mask) ? operand : nullptr;
}

}  // namespace davsim::checks
