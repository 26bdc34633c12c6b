// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cast: element type conversion with the rounding asked for. Pipe V, one instruction. A repeat is
// 256 bytes of the wider type, so the narrower side advances half as far.

#include <string>

#include "sim/ascendc/api/cast_table.h"
#include "sim/ascendc/api/params.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

template <typename T, typename U>
inline constexpr std::size_t kWiderBytes = sizeof(T) > sizeof(U) ? sizeof(T) : sizeof(U);

template <typename T, typename U>
void cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, RoundMode round,
          const davsim::VectorMask& mask, std::int64_t repeat, const UnaryRepeatParams& strides,
          const void* site) {
    static_assert(kCastModes<T, U> != 0,
                  "UNSUPPORTED: Cast of this (dst, src) pair on arch " DAVSIM_ARCH_TEXT);
    check_round_mode(round, kCastModes<T, U>);
    const davsim::DataType wider = sizeof(T) >= sizeof(U) ? data_type_of<T>() : data_type_of<U>();
    davsim::Instruction instruction = vector_instruction(davsim::Opcode::kCast, wider, mask,
                                                         checked_repeat("Cast", repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src, strides.srcBlkStride, strides.srcRepStride);
    instruction.vec.round = static_cast<davsim::RoundMode>(round);
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
    const UnaryRepeatParams dense(1, 1, detail::dense_repeat(sizeof(T), kWider),
                                  detail::dense_repeat(sizeof(U), kWider));
    detail::cast(dst, src, roundMode, detail::count_mask("Cast", count), 1, dense, DAVSIM_SITE);
}

}  // namespace AscendC
