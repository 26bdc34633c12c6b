// SPDX-License-Identifier: Apache-2.0
#pragma once
// Element-wise operations on two tensors. Pipe V, one instruction a call.

#include "sim/ascendc/api/params.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

template <typename T>
void binary(const char* api, davsim::Opcode opcode, const LocalTensor<T>& dst,
            const LocalTensor<T>& src0, const LocalTensor<T>& src1, const davsim::VectorMask& mask,
            std::int64_t repeat, const BinaryRepeatParams& strides, const void* site) {
    davsim::Instruction instruction =
        vector_instruction(opcode, data_type_of<T>(), mask, checked_repeat(api, repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src0, strides.src0BlkStride, strides.src0RepStride);
    instruction.vec.src1 = operand(src1, strides.src1BlkStride, strides.src1RepStride);
    issue_vector<2, sizeof(T)>(api, instruction);
}

}  // namespace detail

// The three forms of one operation: mask as bits, mask as a number of lanes, count.
#define DAVSIM_BINARY(Name, opcode, supported)                                                   \
    template <typename T, bool isSetMask = true>                                                 \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                  \
                         const LocalTensor<T>& src1, const uint64_t mask[], int64_t repeatTime,  \
                         const BinaryRepeatParams& repeatParams) {                               \
        static_assert(detail::supported<T>,                                                      \
                      "UNSUPPORTED: " #Name " of this dtype on arch " DAVSIM_ARCH_TEXT);         \
        detail::binary(#Name, davsim::Opcode::opcode, dst, src0, src1,                           \
                       detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams, \
                       DAVSIM_SITE);                                                             \
    }                                                                                            \
    template <typename T, bool isSetMask = true>                                                 \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                  \
                         const LocalTensor<T>& src1, uint64_t mask, int64_t repeatTime,          \
                         const BinaryRepeatParams& repeatParams) {                               \
        static_assert(detail::supported<T>,                                                      \
                      "UNSUPPORTED: " #Name " of this dtype on arch " DAVSIM_ARCH_TEXT);         \
        detail::binary(#Name, davsim::Opcode::opcode, dst, src0, src1,                           \
                       detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams, \
                       DAVSIM_SITE);                                                             \
    }                                                                                            \
    template <typename T>                                                                        \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                  \
                         const LocalTensor<T>& src1, int64_t count) {                            \
        static_assert(detail::supported<T>,                                                      \
                      "UNSUPPORTED: " #Name " of this dtype on arch " DAVSIM_ARCH_TEXT);         \
        detail::binary(#Name, davsim::Opcode::opcode, dst, src0, src1,                           \
                       detail::count_mask(#Name, count), 1, BinaryRepeatParams(), DAVSIM_SITE);  \
    }

DAVSIM_BINARY(Add, kAdd, kArithmetic)
DAVSIM_BINARY(Sub, kSub, kArithmetic)
DAVSIM_BINARY(Mul, kMul, kArithmetic)
DAVSIM_BINARY(Max, kMax, kArithmetic)
DAVSIM_BINARY(Min, kMin, kArithmetic)
DAVSIM_BINARY(Div, kDiv, kFloats)
// dst += src0 * src1
DAVSIM_BINARY(MulAddDst, kMulAddDst, kFloats)

#undef DAVSIM_BINARY

}  // namespace AscendC
