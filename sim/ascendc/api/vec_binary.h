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

// The count form of the logic operations on 2201 knows 16-bit elements only: of wider ones it takes
// the first `count` halves.
template <typename T>
inline constexpr bool kTakesHalves = kArch == 2201 && sizeof(T) == 4 && std::is_integral_v<T>;

template <typename T>
void binary_count(const char* api, davsim::Opcode opcode, const LocalTensor<T>& dst,
                  const LocalTensor<T>& src0, const LocalTensor<T>& src1, std::int64_t count,
                  const void* site) {
    if constexpr (kTakesHalves<T>) {
        if (opcode == davsim::Opcode::kAnd || opcode == davsim::Opcode::kOr) {
            return binary(api, opcode, dst.template ReinterpretCast<int16_t>(),
                          src0.template ReinterpretCast<int16_t>(),
                          src1.template ReinterpretCast<int16_t>(), count_mask(api, count), 1,
                          BinaryRepeatParams(), site);
        }
    }
    binary(api, opcode, dst, src0, src1, count_mask(api, count), 1, BinaryRepeatParams(), site);
}

}  // namespace detail

// The three forms of one operation: mask as bits, mask as a number of lanes, count. The repeat's
// type is that of the argument, so that a wrong number is seen and pointers to the function keep
// theirs. On some architectures the count form takes more element types.
#define DAVSIM_BINARY(Name, opcode, of_count, of_mask)                                            \
    template <typename T, bool isSetMask = true>                                                  \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                   \
                         const LocalTensor<T>& src1, const uint64_t mask[], int64_t repeatTime,   \
                         const BinaryRepeatParams& repeatParams) {                                \
        DAVSIM_REQUIRE(#Name, (detail::of_mask<T>), T);                                           \
        detail::binary(#Name, davsim::Opcode::opcode, dst, src0, src1,                            \
                       detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,  \
                       DAVSIM_SITE);                                                              \
    }                                                                                             \
    template <typename T, bool isSetMask = true, typename Repeat = int64_t>                       \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                   \
                         const LocalTensor<T>& src1, uint64_t mask, Repeat repeatTime,            \
                         const BinaryRepeatParams& repeatParams) {                                \
        DAVSIM_REQUIRE(#Name, (detail::of_mask<T>), T);                                           \
        detail::binary(#Name, davsim::Opcode::opcode, dst, src0, src1,                            \
                       detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,  \
                       DAVSIM_SITE);                                                              \
    }                                                                                             \
    template <typename T>                                                                         \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                   \
                         const LocalTensor<T>& src1, const int32_t& count) {                      \
        DAVSIM_REQUIRE(#Name, (detail::of_count<T>), T);                                          \
        detail::binary_count(#Name, davsim::Opcode::opcode, dst, src0, src1, count, DAVSIM_SITE); \
    }

DAVSIM_BINARY(Add, kAdd, kSums, kArithmetic)
DAVSIM_BINARY(Sub, kSub, kSums, kArithmetic)
DAVSIM_BINARY(Mul, kMul, kProducts, kArithmetic)
DAVSIM_BINARY(Max, kMax, kSums, kArithmetic)
DAVSIM_BINARY(Min, kMin, kSums, kArithmetic)
DAVSIM_BINARY(Div, kDiv, kQuotients, kQuotientsMask)
DAVSIM_BINARY(And, kAnd, kLogic, kLogicMask)
DAVSIM_BINARY(Or, kOr, kLogic, kLogicMask)
// Sums whose negative results become 0.
DAVSIM_BINARY(AddRelu, kAddRelu, kReluSums, kReluSumsMask)
DAVSIM_BINARY(SubRelu, kSubRelu, kReluSums, kReluSumsMask)
// dst = src0 * dst + src1
DAVSIM_BINARY(FusedMulAdd, kMulAdd, kMulAdd, kMulAddMask)
DAVSIM_BINARY(MulAddRelu, kMulAddRelu, kMulAddRelu, kMulAddReluMask)
DAVSIM_BINARY(FusedMulAddRelu, kMulAddRelu, kMulAddRelu, kMulAddReluMask)

#undef DAVSIM_BINARY

}  // namespace AscendC
