// SPDX-License-Identifier: Apache-2.0
#pragma once
// ShiftRight, shifts by a tensor of distances, and what only 3510 has with a scalar: either operand
// may be the scalar. Pipe V, one instruction a call.

#include "sim/ascendc/api/vec_scalar.h"

namespace AscendC {
namespace detail {

inline constexpr std::uint8_t kRoundingShift = 1;
inline constexpr std::uint8_t kScalarFirst = 1;

// Shifts of unsigned types never round.
template <typename T>
constexpr std::uint8_t shift_variant(bool round) {
    return round && std::is_signed_v<T> ? kRoundingShift : std::uint8_t{0};
}

}  // namespace detail

// Arithmetic for signed types, which `roundEn` lets round to nearest (ties up).
template <typename T, bool isSetMask = true>
DAVSIM_API void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                           const typename detail::Same<T>::type& scalarValue, const uint64_t mask[],
                           int64_t repeatTime, const UnaryRepeatParams& repeatParams,
                           bool roundEn = false) {
    DAVSIM_REQUIRE("ShiftRight", (detail::kShiftedMask<T>), T);
    detail::with_scalar("ShiftRight", davsim::Opcode::kShiftRight, dst, src, scalarValue,
                        detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,
                        DAVSIM_SITE, detail::shift_variant<T>(roundEn));
}

template <typename T, bool isSetMask = true>
DAVSIM_API void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                           const typename detail::Same<T>::type& scalarValue, uint64_t mask,
                           int64_t repeatTime, const UnaryRepeatParams& repeatParams,
                           bool roundEn = false) {
    DAVSIM_REQUIRE("ShiftRight", (detail::kShiftedMask<T>), T);
    detail::with_scalar("ShiftRight", davsim::Opcode::kShiftRight, dst, src, scalarValue,
                        detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,
                        DAVSIM_SITE, detail::shift_variant<T>(roundEn));
}

template <typename T, bool isSetMask = true>
DAVSIM_API void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                           const typename detail::Same<T>::type& scalarValue, int64_t count) {
    DAVSIM_REQUIRE("ShiftRight", (detail::kShifted<T>), T);
    detail::with_scalar("ShiftRight", davsim::Opcode::kShiftRight, dst, src, scalarValue,
                        detail::scalar_count_mask<isSetMask>("ShiftRight", count), 1,
                        UnaryRepeatParams(), DAVSIM_SITE);
}

template <typename T, typename U, bool isSetMask = true, detail::IfSame<T, U> = true>
void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                const typename detail::Same<U>::type& scalarValue, const uint64_t mask[],
                int64_t repeatTime, const UnaryRepeatParams& repeatParams, bool roundEn) {
    ShiftRight<T, isSetMask>(dst, src, scalarValue, mask, repeatTime, repeatParams, roundEn);
}

template <typename T, typename U, bool isSetMask = true, detail::IfSame<T, U> = true>
void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                const typename detail::Same<U>::type& scalarValue, uint64_t mask,
                int64_t repeatTime, const UnaryRepeatParams& repeatParams, bool roundEn) {
    ShiftRight<T, isSetMask>(dst, src, scalarValue, mask, repeatTime, repeatParams, roundEn);
}

template <typename T, typename U, bool isSetMask = true, detail::IfSame<T, U> = true>
void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                const typename detail::Same<U>::type& scalarValue, int64_t count) {
    ShiftRight<T, isSetMask>(dst, src, scalarValue, count);
}

namespace detail {

template <typename T, typename U>
void shift_by(const char* api, davsim::Opcode opcode, const LocalTensor<T>& dst,
              const LocalTensor<T>& src0, const LocalTensor<U>& src1, std::int64_t count,
              const void* site) {
    DAVSIM_REQUIRE("ShiftLeft, ShiftRight by a tensor",
                   (kIs950 && kShifted<T> && std::is_same_v<U, std::make_signed_t<T>>), T);
    davsim::Instruction instruction =
        vector_instruction(opcode, data_type_of<T>(), count_mask(api, count), 1, site);
    instruction.vec.dst = operand(dst);
    instruction.vec.src0 = operand(src0);
    instruction.vec.src1 = operand(src1);
    issue_vector<2, sizeof(T)>(api, instruction);
}

}  // namespace detail

// src0 shifted by src1, element by element; src1 has the signed type of the same width.
template <typename T, typename U>
DAVSIM_API void ShiftLeft(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                          const LocalTensor<U>& src1, int64_t count) {
    detail::shift_by("ShiftLeft", davsim::Opcode::kShiftLeftBy, dst, src0, src1, count,
                     DAVSIM_SITE);
}

template <typename T, typename U>
DAVSIM_API void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                           const LocalTensor<U>& src1, int64_t count) {
    detail::shift_by("ShiftRight", davsim::Opcode::kShiftRightBy, dst, src0, src1, count,
                     DAVSIM_SITE);
}

// Three forms with the scalar on the right and three with it on the left.
#define DAVSIM_EITHER_SCALAR(Name, opcode, of_count, of_mask)                               \
    template <typename T, bool isSetMask = true>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,             \
                         const typename detail::Same<T>::type& src1, const uint64_t mask[], \
                         int64_t repeatTime, const UnaryRepeatParams& repeatParams) {       \
        DAVSIM_REQUIRE(#Name, (detail::of_mask<T>), T);                                     \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src0, src1,                 \
                            detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime,     \
                            repeatParams, DAVSIM_SITE);                                     \
    }                                                                                       \
    template <typename T, bool isSetMask = true>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,             \
                         const typename detail::Same<T>::type& src1, uint64_t mask,         \
                         int64_t repeatTime, const UnaryRepeatParams& repeatParams) {       \
        DAVSIM_REQUIRE(#Name, (detail::of_mask<T>), T);                                     \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src0, src1,                 \
                            detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime,     \
                            repeatParams, DAVSIM_SITE);                                     \
    }                                                                                       \
    template <typename T, bool isSetMask = true>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,             \
                         const typename detail::Same<T>::type& src1, int64_t count) {       \
        DAVSIM_REQUIRE(#Name, (detail::of_count<T>), T);                                    \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src0, src1,                 \
                            detail::scalar_count_mask<isSetMask>(#Name, count), 1,          \
                            UnaryRepeatParams(), DAVSIM_SITE);                              \
    }                                                                                       \
    DAVSIM_LEFT_SCALAR(Name, opcode, of_count, of_mask)

#define DAVSIM_LEFT_SCALAR(Name, opcode, of_count, of_mask)                                     \
    template <typename T, bool isSetMask = true>                                                \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const typename detail::Same<T>::type& src0, \
                         const LocalTensor<T>& src1, const uint64_t mask[], int64_t repeatTime, \
                         const UnaryRepeatParams& repeatParams) {                               \
        static_assert(detail::kIs950 && detail::of_mask<T>,                                     \
                      "UNSUPPORTED: " #Name " with a left scalar on arch " DAVSIM_ARCH_TEXT);   \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src1, src0,                     \
                            detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime,         \
                            repeatParams, DAVSIM_SITE, detail::kScalarFirst);                   \
    }                                                                                           \
    template <typename T, bool isSetMask = true>                                                \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const typename detail::Same<T>::type& src0, \
                         const LocalTensor<T>& src1, uint64_t mask, int64_t repeatTime,         \
                         const UnaryRepeatParams& repeatParams) {                               \
        static_assert(detail::kIs950 && detail::of_mask<T>,                                     \
                      "UNSUPPORTED: " #Name " with a left scalar on arch " DAVSIM_ARCH_TEXT);   \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src1, src0,                     \
                            detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime,         \
                            repeatParams, DAVSIM_SITE, detail::kScalarFirst);                   \
    }                                                                                           \
    template <typename T, bool isSetMask = true>                                                \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const typename detail::Same<T>::type& src0, \
                         const LocalTensor<T>& src1, int64_t count) {                           \
        static_assert(detail::kIs950 && detail::of_count<T>,                                    \
                      "UNSUPPORTED: " #Name " with a left scalar on arch " DAVSIM_ARCH_TEXT);   \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src1, src0,                     \
                            detail::scalar_count_mask<isSetMask>(#Name, count), 1,              \
                            UnaryRepeatParams(), DAVSIM_SITE, detail::kScalarFirst);            \
    }

DAVSIM_EITHER_SCALAR(Subs, kSubs, kScalarSubsCount950, kScalarSubs950)
DAVSIM_EITHER_SCALAR(Divs, kDivs, kScalarDivsCount950, kScalarDivs950)
DAVSIM_EITHER_SCALAR(Ands, kAnds, kScalarLogicCount950, kScalarLogic950)
DAVSIM_EITHER_SCALAR(Ors, kOrs, kScalarLogicCount950, kScalarLogic950)
DAVSIM_LEFT_SCALAR(Adds, kAdds, kScalarSums, kScalarArithmetic)
DAVSIM_LEFT_SCALAR(Muls, kMuls, kScalarProducts, kScalarArithmetic)
DAVSIM_LEFT_SCALAR(Maxs, kMaxs, kScalarExtremes, kScalarExtremesMask)
DAVSIM_LEFT_SCALAR(Mins, kMins, kScalarExtremes, kScalarExtremesMask)

#undef DAVSIM_EITHER_SCALAR
#undef DAVSIM_LEFT_SCALAR

}  // namespace AscendC
