// SPDX-License-Identifier: Apache-2.0
#pragma once
// Element-wise operations on one tensor. Pipe V, one instruction a call.

#include "sim/ascendc/api/params.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

template <typename T>
void unary(const char* api, davsim::Opcode opcode, const LocalTensor<T>& dst,
           const LocalTensor<T>& src, const davsim::VectorMask& mask, std::int64_t repeat,
           const UnaryRepeatParams& strides, const void* site) {
    davsim::Instruction instruction =
        vector_instruction(opcode, data_type_of<T>(), mask, checked_repeat(api, repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src, strides.srcBlkStride, strides.srcRepStride);
    issue_vector<1, sizeof(T)>(api, instruction);
}

}  // namespace detail

// The three forms of one operation: mask as bits, mask as a number of lanes, count. The repeat's
// type is that of the argument, so that a wrong number is seen and pointers to the function keep
// theirs. On some architectures the count form takes more element types.
#define DAVSIM_UNARY(Name, opcode, of_count, of_mask)                                            \
    template <typename T, bool isSetMask = true>                                                 \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                   \
                         const uint64_t mask[], int64_t repeatTime,                              \
                         const UnaryRepeatParams& repeatParams) {                                \
        DAVSIM_REQUIRE(#Name, (detail::of_mask<T>), T);                                          \
        detail::unary(#Name, davsim::Opcode::opcode, dst, src,                                   \
                      detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,  \
                      DAVSIM_SITE);                                                              \
    }                                                                                            \
    template <typename T, bool isSetMask = true, typename Repeat = int64_t>                      \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint64_t mask,    \
                         Repeat repeatTime, const UnaryRepeatParams& repeatParams) {             \
        DAVSIM_REQUIRE(#Name, (detail::of_mask<T>), T);                                          \
        detail::unary(#Name, davsim::Opcode::opcode, dst, src,                                   \
                      detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,  \
                      DAVSIM_SITE);                                                              \
    }                                                                                            \
    template <typename T>                                                                        \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                   \
                         const int32_t& count) {                                                 \
        DAVSIM_REQUIRE(#Name, (detail::of_count<T>), T);                                         \
        detail::unary(#Name, davsim::Opcode::opcode, dst, src, detail::count_mask(#Name, count), \
                      1, UnaryRepeatParams(), DAVSIM_SITE);                                      \
    }

DAVSIM_UNARY(Abs, kAbs, kMagnitude, kMagnitudeMask)
DAVSIM_UNARY(Exp, kExp, kFloats, kFloats)
DAVSIM_UNARY(Ln, kLn, kFloats, kFloats)
DAVSIM_UNARY(Sqrt, kSqrt, kFloats, kFloats)
DAVSIM_UNARY(Rsqrt, kRsqrt, kFloats, kFloats)
DAVSIM_UNARY(Reciprocal, kReciprocal, kFloats, kFloats)
DAVSIM_UNARY(Relu, kRelu, kRectified, kRectifiedMask)
// All bits of an element, floats too.
DAVSIM_UNARY(Not, kNot, kInverted, kInvertedMask)
DAVSIM_UNARY(Neg, kNeg, kNegated, kNegatedMask)

#undef DAVSIM_UNARY

}  // namespace AscendC
