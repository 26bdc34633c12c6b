// SPDX-License-Identifier: Apache-2.0
#pragma once
// Element-wise operations on two tensors whose result has another type, or that only 3510 has. Pipe
// V, one instruction a call.

#include <utility>

#include "sim/ascendc/api/vec_binary.h"

namespace AscendC {
namespace detail {

template <typename T, typename U>
inline constexpr std::size_t kWider = sizeof(T) > sizeof(U) ? sizeof(T) : sizeof(U);

template <typename T, typename U, typename... Pairs>
inline constexpr bool kOneOfPairs = (std::is_same_v<std::pair<T, U>, Pairs> || ...);

template <typename T, typename U>
void binary_to(const char* api, davsim::Opcode opcode, const LocalTensor<T>& dst,
               const LocalTensor<U>& src0, const LocalTensor<U>& src1,
               const davsim::VectorMask& mask, std::int64_t repeat,
               const BinaryRepeatParams& strides, const void* site) {
    const davsim::DataType wider = sizeof(T) >= sizeof(U) ? data_type_of<T>() : data_type_of<U>();
    davsim::Instruction instruction =
        vector_instruction(opcode, wider, mask, checked_repeat(api, repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src0, strides.src0BlkStride, strides.src0RepStride);
    instruction.vec.src1 = operand(src1, strides.src1BlkStride, strides.src1RepStride);
    issue_vector<2, kWider<T, U>>(api, instruction);
}

template <typename T, typename U>
BinaryRepeatParams dense_strides() {
    constexpr auto kDst = static_cast<uint8_t>(dense_repeat(sizeof(T), kWider<T, U>));
    constexpr auto kSrc = static_cast<uint8_t>(dense_repeat(sizeof(U), kWider<T, U>));
    return {1, 1, 1, kDst, kSrc, kSrc};
}

// Destination and source type of each API.
template <typename T, typename U>
inline constexpr bool kMulAddDstMask =
    !kIs910 &&
    kOneOfPairs<T, U, std::pair<half, half>, std::pair<float, float>, std::pair<float, half>>;
template <typename T, typename U>
inline constexpr bool kMulAddDst = kMulAddDstMask<T, U> ||
                                   (kIs950 && std::is_same_v<T, U> && k64Bit<T>);
template <typename T, typename U>
inline constexpr bool kReluCast =
    !kIs910 &&
    kOneOfPairs<T, U, std::pair<int8_t, half>, std::pair<half, float>, std::pair<int8_t, int16_t>>;
template <typename T, typename U>
inline constexpr bool kMulCastMask =
    !kIs910 && kOneOfPairs<T, U, std::pair<int8_t, half>, std::pair<uint8_t, half>>;
template <typename T, typename U>
inline constexpr bool kMulCast =
    kMulCastMask<T, U> ||
    (kIs950 && kOneOfPairs<T, U, std::pair<int32_t, int64_t>, std::pair<float, int64_t>>);
template <typename T, typename U>
inline constexpr bool kExpSub =
    kIs950&& kOneOfPairs<T, U, std::pair<float, half>, std::pair<float, float>>;
template <typename T, typename U>
inline constexpr bool kFloats950 = kIs950&& std::is_same_v<T, U>&& kFloats<T>;

}  // namespace detail

#define DAVSIM_FUSED_COUNT(Name, opcode, of_count)                                            \
    template <typename T, typename U>                                                         \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src0,               \
                         const LocalTensor<U>& src1, const int32_t& count) {                  \
        DAVSIM_REQUIRE_PAIR(#Name, (detail::of_count<T, U>), T, U);                           \
        detail::binary_to(#Name, davsim::Opcode::opcode, dst, src0, src1,                     \
                          detail::count_mask(#Name, count), 1, detail::dense_strides<T, U>(), \
                          DAVSIM_SITE);                                                       \
    }

#define DAVSIM_FUSED(Name, opcode, of_count, of_mask)                                            \
    template <typename T, typename U, bool isSetMask = true>                                     \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src0,                  \
                         const LocalTensor<U>& src1, const uint64_t mask[], int64_t repeatTime,  \
                         const BinaryRepeatParams& repeatParams) {                               \
        DAVSIM_REQUIRE_PAIR(#Name, (detail::of_mask<T, U>), T, U);                               \
        detail::binary_to(#Name, davsim::Opcode::opcode, dst, src0, src1,                        \
                          detail::apply_mask<detail::kWider<T, U>, isSetMask>(mask), repeatTime, \
                          repeatParams, DAVSIM_SITE);                                            \
    }                                                                                            \
    template <typename T, typename U, bool isSetMask = true>                                     \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src0,                  \
                         const LocalTensor<U>& src1, uint64_t mask, int64_t repeatTime,          \
                         const BinaryRepeatParams& repeatParams) {                               \
        DAVSIM_REQUIRE_PAIR(#Name, (detail::of_mask<T, U>), T, U);                               \
        detail::binary_to(#Name, davsim::Opcode::opcode, dst, src0, src1,                        \
                          detail::apply_mask<detail::kWider<T, U>, isSetMask>(mask), repeatTime, \
                          repeatParams, DAVSIM_SITE);                                            \
    }                                                                                            \
    DAVSIM_FUSED_COUNT(Name, opcode, of_count)

// dst += src0 * src1; half sources may add into a float destination.
DAVSIM_FUSED(MulAddDst, kMulAddDst, kMulAddDst, kMulAddDstMask)
// Sums without their negative results, converted to a narrower type.
DAVSIM_FUSED(AddReluCast, kAddReluCast, kReluCast, kReluCast)
DAVSIM_FUSED(SubReluCast, kSubReluCast, kReluCast, kReluCast)
DAVSIM_FUSED(MulCast, kMulCast, kMulCast, kMulCastMask)
// 3510: e^(src0 - src1); |src0 - src1|; src0, times src1 where it is negative.
DAVSIM_FUSED_COUNT(ExpSub, kExpSub, kExpSub)
DAVSIM_FUSED_COUNT(FusedExpSub, kExpSub, kExpSub)
DAVSIM_FUSED_COUNT(AbsSub, kAbsSub, kFloats950)
DAVSIM_FUSED_COUNT(FusedAbsSub, kAbsSub, kFloats950)
DAVSIM_FUSED_COUNT(Prelu, kPrelu, kFloats950)

#undef DAVSIM_FUSED
#undef DAVSIM_FUSED_COUNT

// 3510: the whole product, its low half in dst0 and its high half in dst1.
template <typename T>
DAVSIM_API void Mull(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1,
                     const LocalTensor<T>& src0, const LocalTensor<T>& src1, int64_t count) {
    DAVSIM_REQUIRE("Mull", (detail::kIs950 && detail::kOneOf<T, int32_t, uint32_t>), T);
    davsim::Instruction instruction =
        detail::vector_instruction(davsim::Opcode::kMulFull, detail::data_type_of<T>(),
                                   detail::count_mask("Mull", count), 1, DAVSIM_SITE);
    instruction.vec.dst = detail::operand(dst0);
    instruction.vec.aux = detail::operand(dst1);
    instruction.vec.src0 = detail::operand(src0);
    instruction.vec.src1 = detail::operand(src1);
    detail::issue_vector<2, sizeof(T)>("Mull", instruction);
}

// 3510: scalar * src, rounded to half.
template <typename T, typename U>
DAVSIM_API void MulsCast(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                         const typename detail::Same<U>::type& scalar, const int32_t& count) {
    DAVSIM_REQUIRE_PAIR(
        "MulsCast", (detail::kIs950 && std::is_same_v<T, half> && std::is_same_v<U, float>), T, U);
    davsim::Instruction instruction =
        detail::vector_instruction(davsim::Opcode::kMulsCast, detail::data_type_of<U>(),
                                   detail::count_mask("MulsCast", count), 1, DAVSIM_SITE);
    instruction.vec.dst = detail::operand(dst, 1, detail::dense_repeat(sizeof(T), sizeof(U)));
    instruction.vec.src0 = detail::operand(src);
    instruction.vec.scalar_bits = detail::bits_of(scalar);
    detail::issue_vector<1, sizeof(U)>("MulsCast", instruction);
}

}  // namespace AscendC
