// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cast: element type conversion with the rounding asked for. Pipe V, one instruction. A repeat is
// 256 bytes of the wider type, so the narrower side advances half as far.

#include <string>

#include "sim/ascendc/api/cast_table.h"
#include "sim/ascendc/api/params.h"
#include "sim/ascendc/api/vec_dequant.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

template <typename T, typename U>
inline constexpr std::size_t kWiderBytes = sizeof(T) > sizeof(U) ? sizeof(T) : sizeof(U);

// Blocks that one side of a dense cast advances a repeat.
template <typename T>
constexpr std::uint8_t dense_cast_repeat(std::size_t widest) {
    const std::uint16_t blocks = dense_repeat(sizeof(T), widest);
    return static_cast<std::uint8_t>(kHalfByte<T> ? blocks / 2 : blocks);
}

template <typename T, typename U>
void cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, RoundMode round,
          const davsim::VectorMask& mask, std::int64_t repeat, const UnaryRepeatParams& strides,
          const void* site) {
    DAVSIM_REQUIRE_PAIR("Cast", (kCastModes<T, U> != 0), T, U);
    check_round_mode(round, kCastModes<T, U>);
    if constexpr (std::is_same_v<T, half> && std::is_same_v<U, int32_t>) {
        return dequantise_to_half("Cast", dst, src, mask, repeat, strides, site);
    }
    const davsim::DataType wider = sizeof(T) >= sizeof(U) ? data_type_of<T>() : data_type_of<U>();
    davsim::Instruction instruction = vector_instruction(davsim::Opcode::kCast, wider, mask,
                                                         checked_repeat("Cast", repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src, strides.srcBlkStride, strides.srcRepStride);
    instruction.vec.round = rounding_of(round);
    constexpr davsim::NarrowFloat kFormat =
        kNarrowFormat<T> == davsim::NarrowFloat::kNone ? kNarrowFormat<U> : kNarrowFormat<T>;
    instruction.vec.variant = static_cast<std::uint8_t>(kFormat);
    issue_vector<1, kWiderBytes<T, U>>("Cast", instruction);
}

}  // namespace detail

template <typename T, typename U, bool isSetMask = true>
DAVSIM_API void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                     const RoundMode& roundMode, const uint64_t mask[], int64_t repeatTime,
                     const UnaryRepeatParams& repeatParams) {
    detail::cast(dst, src, roundMode,
                 detail::apply_mask<detail::kWiderBytes<T, U>, isSetMask>(mask), repeatTime,
                 repeatParams, DAVSIM_SITE);
}

template <typename T, typename U, bool isSetMask = true>
DAVSIM_API void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                     const RoundMode& roundMode, uint64_t mask, int64_t repeatTime,
                     const UnaryRepeatParams& repeatParams) {
    detail::cast(dst, src, roundMode,
                 detail::apply_mask<detail::kWiderBytes<T, U>, isSetMask>(mask), repeatTime,
                 repeatParams, DAVSIM_SITE);
}

template <typename T, typename U>
DAVSIM_API void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                     const RoundMode& roundMode, int64_t count) {
    constexpr std::size_t kWider = detail::kWiderBytes<T, U>;
    const UnaryRepeatParams dense(1, 1, detail::dense_cast_repeat<T>(kWider),
                                  detail::dense_cast_repeat<U>(kWider));
    detail::cast(dst, src, roundMode, detail::count_mask("Cast", count), 1, dense, DAVSIM_SITE);
}

// 3510: to integral values of the same type.
template <typename T, RoundMode roundMode>
DAVSIM_API void Truncate(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count) {
    DAVSIM_REQUIRE("Truncate", (detail::kIs950 && detail::kOneOf<T, half, float, bfloat16_t>), T);
    static_assert((detail::kRounding & detail::mode_bit(roundMode)) != 0,
                  "Truncate rounds with CAST_RINT, FLOOR, CEIL, ROUND or TRUNC");
    davsim::Instruction instruction =
        detail::vector_instruction(davsim::Opcode::kCast, detail::data_type_of<T>(),
                                   detail::count_mask("Truncate", count), 1, DAVSIM_SITE);
    instruction.vec.dst = detail::operand(dst);
    instruction.vec.src0 = detail::operand(src);
    instruction.vec.round = static_cast<davsim::RoundMode>(roundMode);
    detail::issue_vector<1, sizeof(T)>("Truncate", instruction);
}

}  // namespace AscendC
