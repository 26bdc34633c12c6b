// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which element types an API takes on which architecture. Sources: Ascend C documentation, the
// "dtype" tables of the API pages (2201, 3510), and the intrinsic lists of the platform files
// (1001).

#include "sim/ascendc/api/types.h"

namespace AscendC {
namespace detail {

template <typename T>
inline constexpr bool kFloats = kOneOf<T, half, float>;

// On 3510 the forms that take a count have more element types than those that take a mask: each API
// has two tables there. On the others both are the same.
template <typename T>
inline constexpr bool k64Bit = kOneOf<T, int64_t, uint64_t>;
template <typename T>
inline constexpr bool k8Bit = kOneOf<T, int8_t, uint8_t>;
template <typename T>
inline constexpr bool k16And32Bit = kOneOf<T, int16_t, uint16_t, int32_t, uint32_t>;
// Floats and the 16- and 32-bit integers: what 3510 computes lane by lane under a mask.
template <typename T>
inline constexpr bool kLaneTypes950 = kIs950 && (kFloats<T> || std::is_same_v<T, bfloat16_t> ||
                                                 k16And32Bit<T>);

// Add, Sub, Max, Min; Mul has no 8-bit form. 1001 has no 16-bit integer vector arithmetic.
template <typename T>
inline constexpr bool kArithmetic = kFloats<T> || std::is_same_v<T, int32_t> ||
                                    (!kIs910 && std::is_same_v<T, int16_t>) || kLaneTypes950<T>;
template <typename T>
inline constexpr bool kProducts = kArithmetic<T> || (kIs950 && k64Bit<T>);
template <typename T>
inline constexpr bool kSums = kProducts<T> || (kIs950 && k8Bit<T>);

template <typename T>
inline constexpr bool kQuotientsMask = kFloats<T> || (kIs950 && k16And32Bit<T>);
template <typename T>
inline constexpr bool kQuotients = kQuotientsMask<T> || (kIs950 && k64Bit<T>);

// And, Or. On 2201 the count form takes 32-bit types too and treats them as 16-bit ones.
template <typename T>
inline constexpr bool kLogicMask = kOneOf<T, int16_t, uint16_t> || (kIs950 && k16And32Bit<T>);
template <typename T>
inline constexpr bool kLogic = kLogicMask<T> || (!kIs910 && k16And32Bit<T>) ||
                               (kIs950 && (k8Bit<T> || k64Bit<T>));

// AddRelu, SubRelu.
template <typename T>
inline constexpr bool kReluSumsMask = !kIs910 && (kFloats<T> || std::is_same_v<T, int16_t>);
template <typename T>
inline constexpr bool kReluSums = kReluSumsMask<T> || (kIs950 && k64Bit<T>);

// FusedMulAdd; MulAddRelu without bfloat16_t.
template <typename T>
inline constexpr bool kMulAddReluMask = !kIs910 && kFloats<T>;
template <typename T>
inline constexpr bool kMulAddRelu = kMulAddReluMask<T> || (kIs950 && k64Bit<T>);
template <typename T>
inline constexpr bool kMulAddMask = kMulAddReluMask<T> || (kIs950 && std::is_same_v<T, bfloat16_t>);
template <typename T>
inline constexpr bool kMulAdd = kMulAddMask<T> || (kIs950 && k64Bit<T>);

// Adds, Muls. 1001: floating point only.
template <typename T>
inline constexpr bool kScalarArithmetic = kFloats<T> || (!kIs910 && kOneOf<T, int16_t, int32_t>) ||
                                          (kIs950 && std::is_same_v<T, bfloat16_t>);
template <typename T>
inline constexpr bool kScalarProducts = kScalarArithmetic<T> || (kIs950 && k64Bit<T>);
template <typename T>
inline constexpr bool kScalarSums = kScalarProducts<T> || (kIs950 && k8Bit<T>);

// Maxs, Mins. Absent on 1001.
template <typename T>
inline constexpr bool kScalarExtremesMask = !kIs910 && kScalarArithmetic<T>;
template <typename T>
inline constexpr bool kScalarExtremes = !kIs910 && kScalarSums<T>;

template <typename T>
inline constexpr bool kLeaky = !kIs910 && kFloats<T>;

template <typename T>
inline constexpr bool kShiftedMask = !kIs910 && k16And32Bit<T>;
template <typename T>
inline constexpr bool kShifted = kShiftedMask<T> || (kIs950 && (k8Bit<T> || k64Bit<T>));

// Divs, Ands, Ors with a scalar: 3510 only.
template <typename T>
inline constexpr bool kScalarSubs950 = kIs950&& kScalarArithmetic<T>;
template <typename T>
inline constexpr bool kScalarSubsCount950 = kIs950&& kScalarProducts<T>;
template <typename T>
inline constexpr bool kScalarDivs950 = kIs950&& kFloats<T>;
template <typename T>
inline constexpr bool kScalarDivsCount950 = kIs950 && (kFloats<T> || k64Bit<T>);
template <typename T>
inline constexpr bool kScalarLogic950 = kIs950&& kOneOf<T, int16_t, uint16_t>;
template <typename T>
inline constexpr bool kScalarLogicCount950 = kScalarLogic950<T> || (kIs950 && k64Bit<T>);

// Relu. 1001: fp16 only.
template <typename T>
inline constexpr bool kRectifiedMask = std::is_same_v<T, half> ||
                                       (!kIs910 && kOneOf<T, float, int32_t>);
template <typename T>
inline constexpr bool kRectified = kRectifiedMask<T> || (kIs950 && std::is_same_v<T, int64_t>);

template <typename T>
inline constexpr bool kMagnitudeMask = kFloats<T> || (kIs950 && kOneOf<T, int16_t, int32_t>);
template <typename T>
inline constexpr bool kMagnitude = kMagnitudeMask<T> || (kIs950 && kOneOf<T, int8_t, int64_t>);
template <typename T>
inline constexpr bool kNegatedMask = kIs950&& kMagnitudeMask<T>;
template <typename T>
inline constexpr bool kNegated = kIs950&& kMagnitude<T>;

template <typename T>
inline constexpr bool kInvertedMask = kOneOf<T, int16_t, uint16_t> ||
                                      (kIs950 && (kFloats<T> || k16And32Bit<T>));
template <typename T>
inline constexpr bool kInverted = kInvertedMask<T> || (kIs950 && (k8Bit<T> || k64Bit<T>));

// Duplicate, Copy, Brcb, Gather move bits of 2 or 4 bytes; 3510 any width in count forms.
template <typename T>
inline constexpr bool kMovable = (sizeof(T) == 2 || sizeof(T) == 4) &&
                                 !(kIs910 && std::is_same_v<T, bfloat16_t>);
template <typename T>
inline constexpr bool kMovableCount = kMovable<T> || kIs950;

// Compare, Select.
template <typename T>
inline constexpr bool kComparedMask = kFloats<T> ||
                                      (!kIs910 && std::is_same_v<T, int32_t>) || kLaneTypes950<T>;
template <typename T>
inline constexpr bool kCompared = kComparedMask<T> || (kIs950 && (k8Bit<T> || k64Bit<T>));
template <typename T>
inline constexpr bool kSelectedMask = kFloats<T> || kLaneTypes950<T>;
template <typename T>
inline constexpr bool kSelected = kSelectedMask<T> || (kIs950 && (k8Bit<T> || k64Bit<T>));
// Tensors of bits.
template <typename T>
inline constexpr bool kBitTensor = kOneOf<T, uint8_t, uint16_t, uint32_t, uint64_t>;

template <typename T>
inline constexpr bool kIndexedMask = !kIs910 && (kFloats<T> || kOneOf<T, int16_t, int32_t>);
template <typename T>
inline constexpr bool kIndexed = kIndexedMask<T> || (kIs950 && kOneOf<T, int8_t, int64_t>);

// Reductions to the largest or smallest element. 1001: fp16 only.
template <typename T>
inline constexpr bool kExtremes = std::is_same_v<T, half> || (!kIs910 && std::is_same_v<T, float>);

// 3510 reduces integers, too; those of 64 bits in the forms with a count only.
template <typename T>
inline constexpr bool kSummedMask = kFloats<T> || (kIs950 && kOneOf<T, int32_t, uint32_t>);
template <typename T>
inline constexpr bool kSummed = kSummedMask<T> || (kIs950 && k64Bit<T>);
template <typename T>
inline constexpr bool kRankedMask = kExtremes<T> || (kIs950 && k16And32Bit<T>);
template <typename T>
inline constexpr bool kRanked = kRankedMask<T> || (kIs950 && k64Bit<T>);

// UB to GM stores that add. 1001: fp32 only.
template <typename T>
inline constexpr bool kAtomicAdd = std::is_same_v<T, float> ||
                                   (!kIs910 &&
                                    kOneOf<T, half, bfloat16_t, int8_t, int16_t, int32_t>);

// UB to GM stores that keep the larger or smaller. Absent on 1001.
template <typename T>
inline constexpr bool kAtomicExtremes =
    !kIs910 && kOneOf<T, float, half, bfloat16_t, int8_t, int16_t, int32_t>;

}  // namespace detail
}  // namespace AscendC
