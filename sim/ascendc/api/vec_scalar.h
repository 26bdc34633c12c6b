// SPDX-License-Identifier: Apache-2.0
#pragma once
// Element-wise operations on a tensor and a scalar. Pipe V, one instruction a call.

#include <type_traits>

#include "sim/ascendc/api/params.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

template <typename T, typename U>
void with_scalar(const char* api, davsim::Opcode opcode, const LocalTensor<T>& dst,
                 const LocalTensor<U>& src, T scalar, const davsim::VectorMask& mask,
                 std::int64_t repeat, const UnaryRepeatParams& strides, const void* site,
                 std::uint8_t variant = 0) {
    davsim::Instruction instruction =
        vector_instruction(opcode, data_type_of<T>(), mask, checked_repeat(api, repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src, strides.srcBlkStride, strides.srcRepStride);
    instruction.vec.scalar_bits = bits_of(scalar);
    instruction.vec.variant = variant;
    issue_vector<1, sizeof(T)>(api, instruction);
}

}  // namespace detail

// The three forms of one operation: mask as bits, mask as a number of lanes, count; each once more
// with the scalar's type as a template argument of its own. On some architectures the count form
// takes more element types.
#define DAVSIM_SCALAR(Name, opcode, of_count, of_mask)                                             \
    template <typename T, bool isSetMask = true>                                                   \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                     \
                         const typename detail::Same<T>::type& scalarValue, const uint64_t mask[], \
                         int64_t repeatTime, const UnaryRepeatParams& repeatParams) {              \
        DAVSIM_REQUIRE(#Name, (detail::of_mask<T>), T);                                            \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src, scalarValue,                  \
                            detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime,            \
                            repeatParams, DAVSIM_SITE);                                            \
    }                                                                                              \
    template <typename T, bool isSetMask = true, typename Repeat = int64_t>                        \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                     \
                         const typename detail::Same<T>::type& scalarValue, uint64_t mask,         \
                         Repeat repeatTime, const UnaryRepeatParams& repeatParams) {               \
        DAVSIM_REQUIRE(#Name, (detail::of_mask<T>), T);                                            \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src, scalarValue,                  \
                            detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime,            \
                            repeatParams, DAVSIM_SITE);                                            \
    }                                                                                              \
    template <typename T, bool isSetMask = true>                                                   \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                     \
                         const typename detail::Same<T>::type& scalarValue,                        \
                         const int32_t& count) {                                                   \
        DAVSIM_REQUIRE(#Name, (detail::of_count<T>), T);                                           \
        detail::with_scalar(#Name, davsim::Opcode::opcode, dst, src, scalarValue,                  \
                            detail::scalar_count_mask<isSetMask>(#Name, count), 1,                 \
                            UnaryRepeatParams(), DAVSIM_SITE);                                     \
    }                                                                                              \
    template <typename T, typename U, bool isSetMask = true, detail::IfSame<T, U> = true>          \
    void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                \
              const typename detail::Same<U>::type& scalarValue, const uint64_t mask[],            \
              int64_t repeatTime, const UnaryRepeatParams& repeatParams) {                         \
        Name<T, isSetMask>(dst, src, scalarValue, mask, repeatTime, repeatParams);                 \
    }                                                                                              \
    template <typename T, typename U, bool isSetMask = true, detail::IfSame<T, U> = true>          \
    void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                \
              const typename detail::Same<U>::type& scalarValue, uint64_t mask,                    \
              int64_t repeatTime, const UnaryRepeatParams& repeatParams) {                         \
        Name<T, isSetMask>(dst, src, scalarValue, mask, repeatTime, repeatParams);                 \
    }                                                                                              \
    template <typename T, typename U, bool isSetMask = true, detail::IfSame<T, U> = true>          \
    void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                \
              const typename detail::Same<U>::type& scalarValue, const int32_t& count) {           \
        Name<T, isSetMask>(dst, src, scalarValue, count);                                          \
    }

namespace detail {

template <typename T, typename U>
using IfSame = std::enable_if_t<std::is_same_v<T, U>, bool>;

// isSetMask false in a count form: the caller has set mask and mode, the count is not used.
template <bool isSetMask>
davsim::VectorMask scalar_count_mask(const char* api, std::int64_t count) {
    if constexpr (isSetMask) return count_mask(api, count);
    return sticky_mask();
}

}  // namespace detail

DAVSIM_SCALAR(Adds, kAdds, kScalarSums, kScalarArithmetic)
DAVSIM_SCALAR(Muls, kMuls, kScalarProducts, kScalarArithmetic)
DAVSIM_SCALAR(Maxs, kMaxs, kScalarExtremes, kScalarExtremesMask)
DAVSIM_SCALAR(Mins, kMins, kScalarExtremes, kScalarExtremesMask)
DAVSIM_SCALAR(LeakyRelu, kLeakyRelu, kLeaky, kLeaky)
DAVSIM_SCALAR(ShiftLeft, kShiftLeft, kShifted, kShiftedMask)

#undef DAVSIM_SCALAR

namespace detail {

template <typename T, typename U>
constexpr void check_axpy_types() {
    DAVSIM_REQUIRE_PAIR("Axpy",
                        (kFloats<T> && (std::is_same_v<T, U> ||
                                        (std::is_same_v<T, float> && std::is_same_v<U, half>))),
                        T, U);
}

}  // namespace detail

// dst += scalar * src; half sources may add into a float destination.
template <typename T, typename U, bool isSetMask = true>
DAVSIM_API void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                     const typename detail::Same<U>::type& scalarValue, const uint64_t mask[],
                     int64_t repeatTime, const UnaryRepeatParams& repeatParams) {
    detail::check_axpy_types<T, U>();
    detail::with_scalar("Axpy", davsim::Opcode::kAxpy, dst, src, T(scalarValue),
                        detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,
                        DAVSIM_SITE);
}

template <typename T, typename U, bool isSetMask = true>
DAVSIM_API void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                     const typename detail::Same<U>::type& scalarValue, uint64_t mask,
                     int64_t repeatTime, const UnaryRepeatParams& repeatParams) {
    detail::check_axpy_types<T, U>();
    detail::with_scalar("Axpy", davsim::Opcode::kAxpy, dst, src, T(scalarValue),
                        detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,
                        DAVSIM_SITE);
}

template <typename T, typename U>
DAVSIM_API void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                     const typename detail::Same<U>::type& scalarValue, const int32_t& count) {
    detail::check_axpy_types<T, U>();
    const UnaryRepeatParams dense(1, 1, davsim::kBlocksPerRepeat,
                                  detail::dense_repeat(sizeof(U), sizeof(T)));
    detail::with_scalar("Axpy", davsim::Opcode::kAxpy, dst, src, T(scalarValue),
                        detail::count_mask("Axpy", count), 1, dense, DAVSIM_SITE);
}

}  // namespace AscendC
