// SPDX-License-Identifier: Apache-2.0
#pragma once
// Comparisons: one result bit an element, the first in bit 0 of byte 0. Pipe V. On 1001 and 2201
// they take no notice of the mask and compare whole repeats of 256 bytes; a count is cut down to
// them. On 3510 they honour mask and count.
//
// Source: Ascend C API reference, Compare, Compares; boundary values of the vector interfaces
// (NaN).

#include <algorithm>

#include "sim/ascendc/api/params.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

inline constexpr std::uint32_t kBitsPerByte = 8;
// Repeats of one instruction of a count form: what they leave is a multiple of a block.
inline constexpr std::int64_t kCompareRepeats = 252;

// Integers on 2201 know equality only.
template <typename T>
void check_compare_mode(const char* api, CMPMODE mode) {
    if (static_cast<unsigned>(mode) > static_cast<unsigned>(CMPMODE::NE)) {
        refuse_number(api, "cmpMode", static_cast<std::int64_t>(mode), "LT, GT, EQ, LE, GE, NE");
    }
    if (kArch == 2201 && std::is_integral_v<T> && mode != CMPMODE::EQ) {
        refuse_number(api, "cmpMode", static_cast<std::int64_t>(mode),
                      "CMPMODE::EQ for integers on this architecture");
    }
}

// The mask under which an instruction of `T` runs.
template <typename T, bool isSetMask, typename Mask>
davsim::VectorMask compare_mask(Mask mask) {
    if constexpr (kIs950) return apply_mask<sizeof(T), isSetMask>(mask);
    return davsim::VectorMask{};
}

inline void check_bits(const char* api, const davsim::Instruction& instruction,
                       std::uint32_t lanes) {
    const davsim::VectorPayload& vec = instruction.vec;
    const Extent extent = extent_of(vec.mask, vec.repeat, lanes);
    const std::uint64_t bytes = extent.repeats * lanes / kBitsPerByte;
    check_ub(api, "dst", vec.dst.addr, vec.dst.addr + bytes, davsim::kBlockBytes);
    check_operand(api, "src0", vec.src0, extent);
    if (instruction.opcode == davsim::Opcode::kCompare)
        check_operand(api, "src1", vec.src1, extent);
}

template <typename T>
davsim::Instruction compare_instruction(davsim::Opcode opcode, CMPMODE mode,
                                        const davsim::VectorMask& mask, std::uint16_t repeat,
                                        const void* site) {
    davsim::Instruction instruction =
        vector_instruction(opcode, data_type_of<T>(), mask, repeat, site);
    instruction.vec.variant = static_cast<std::uint8_t>(mode);
    return instruction;
}

template <typename T, typename U>
void compare(const char* api, const LocalTensor<U>& dst, const LocalTensor<T>& src0,
             const LocalTensor<T>& src1, CMPMODE mode, const davsim::VectorMask& mask,
             std::int64_t repeat, const BinaryRepeatParams& strides, const void* site) {
    davsim::Instruction instruction = compare_instruction<T>(davsim::Opcode::kCompare, mode, mask,
                                                             checked_repeat(api, repeat), site);
    instruction.vec.dst = {dst.address(), 1, 1, davsim::DataType::kUint8};
    instruction.vec.src0 = operand(src0, strides.src0BlkStride, strides.src0RepStride);
    instruction.vec.src1 = operand(src1, strides.src1BlkStride, strides.src1RepStride);
    check_bits(api, instruction, davsim::kRepeatBytes / sizeof(T));
    core().issue(instruction);
}

template <typename T, typename U>
void compare_scalar(const char* api, const LocalTensor<U>& dst, const LocalTensor<T>& src, T scalar,
                    CMPMODE mode, const davsim::VectorMask& mask, std::int64_t repeat,
                    const UnaryRepeatParams& strides, const void* site) {
    davsim::Instruction instruction = compare_instruction<T>(
        davsim::Opcode::kCompareScalar, mode, mask, checked_repeat(api, repeat), site);
    instruction.vec.dst = {dst.address(), 1, 1, davsim::DataType::kUint8};
    instruction.vec.src0 = operand(src, strides.srcBlkStride, strides.srcRepStride);
    instruction.vec.scalar_bits = bits_of(scalar);
    check_bits(api, instruction, davsim::kRepeatBytes / sizeof(T));
    core().issue(instruction);
}

// Calls part(first element, mask, repeats) for each instruction of a count form.
template <typename T, typename Part>
void for_compare_parts(const char* api, std::int64_t count, Part part) {
    if (count < 0) refuse_number(api, "count", count, "0 or more");
    if constexpr (kIs950) return part(0, count_mask(api, count), 1);
    constexpr std::int64_t kLanes = davsim::kRepeatBytes / sizeof(T);
    const std::int64_t repeats = count / kLanes;
    std::uint32_t first = 0;
    for (std::int64_t i = 0; i < repeats / kCompareRepeats; ++i) {
        part(first, davsim::VectorMask{}, kCompareRepeats);
        first += static_cast<std::uint32_t>(kCompareRepeats * kLanes);
    }
    part(first, davsim::VectorMask{}, repeats % kCompareRepeats);  // without repeats too
}

template <typename T, typename U>
LocalTensor<U> bits_from(const LocalTensor<U>& dst, std::uint32_t element) {
    return dst[element / kBitsPerByte];
}

template <typename T, typename U>
void compare_count(const char* api, const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                   const LocalTensor<T>& src1, CMPMODE mode, std::int64_t count, const void* site) {
    check_compare_mode<T>(api, mode);
    for_compare_parts<T>(api, count, [&](std::uint32_t first, auto mask, std::int64_t repeat) {
        compare(api, bits_from<T>(dst, first), src0[first], src1[first], mode, mask, repeat,
                BinaryRepeatParams(), site);
    });
}

template <typename T, typename U>
void compare_scalar_count(const char* api, const LocalTensor<U>& dst, const LocalTensor<T>& src,
                          T scalar, CMPMODE mode, std::int64_t count, const void* site) {
    check_compare_mode<T>(api, mode);
    for_compare_parts<T>(api, count, [&](std::uint32_t first, auto mask, std::int64_t repeat) {
        compare_scalar(api, bits_from<T>(dst, first), src[first], scalar, mode, mask, repeat,
                       UnaryRepeatParams(), site);
    });
}

template <typename T, bool isSetMask, typename Mask>
void compare_to_register(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE mode,
                         Mask mask, const BinaryRepeatParams& strides, const void* site) {
    DAVSIM_REQUIRE("Compare to CMPMASK", (!kIs910 && kFloats<T>), T);
    check_compare_mode<T>("Compare", mode);
    davsim::Instruction instruction = compare_instruction<T>(
        davsim::Opcode::kCompareMask, mode, apply_mask<sizeof(T), isSetMask>(mask), 1, site);
    instruction.vec.dst.dtype = davsim::DataType::kUint8;
    instruction.vec.src0 = operand(src0, strides.src0BlkStride, strides.src0RepStride);
    instruction.vec.src1 = operand(src1, strides.src1BlkStride, strides.src1RepStride);
    davsim::VectorMask first = instruction.vec.mask;
    constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(T);
    if (first.counter && first.lo > kLanes) first.lo = kLanes;
    const Extent extent = extent_of(first, 1, kLanes);
    check_operand("Compare", "src0", instruction.vec.src0, extent);
    check_operand("Compare", "src1", instruction.vec.src1, extent);
    core().issue(instruction);
}

}  // namespace detail

template <typename T, typename U, bool isSetMask = true>
DAVSIM_API void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                        const LocalTensor<T>& src1, CMPMODE cmpMode, const uint64_t mask[],
                        int64_t repeatTime, const BinaryRepeatParams& repeatParams) {
    DAVSIM_REQUIRE("Compare", (detail::kComparedMask<T> && sizeof(U) == 1), T);
    detail::check_compare_mode<T>("Compare", cmpMode);
    detail::compare("Compare", dst, src0, src1, cmpMode, detail::compare_mask<T, isSetMask>(mask),
                    repeatTime, repeatParams, DAVSIM_SITE);
}

template <typename T, typename U, bool isSetMask = true>
DAVSIM_API void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                        const LocalTensor<T>& src1, CMPMODE cmpMode, uint64_t mask,
                        int64_t repeatTime, const BinaryRepeatParams& repeatParams) {
    DAVSIM_REQUIRE("Compare", (detail::kComparedMask<T> && sizeof(U) == 1), T);
    detail::check_compare_mode<T>("Compare", cmpMode);
    detail::compare("Compare", dst, src0, src1, cmpMode, detail::compare_mask<T, isSetMask>(mask),
                    repeatTime, repeatParams, DAVSIM_SITE);
}

template <typename T, typename U>
DAVSIM_API void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                        const LocalTensor<T>& src1, CMPMODE cmpMode, int64_t count) {
    DAVSIM_REQUIRE("Compare", (detail::kCompared<T> && sizeof(U) == 1), T);
    detail::compare_count("Compare", dst, src0, src1, cmpMode, count, DAVSIM_SITE);
}

// To the compare mask register: one repeat, lanes outside of the mask give 0.
template <typename T, bool isSetMask = true>
DAVSIM_API void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode,
                        const uint64_t mask[], const BinaryRepeatParams& repeatParams) {
    detail::compare_to_register<T, isSetMask>(src0, src1, cmpMode, mask, repeatParams, DAVSIM_SITE);
}

template <typename T, bool isSetMask = true>
DAVSIM_API void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode,
                        uint64_t mask, const BinaryRepeatParams& repeatParams) {
    detail::compare_to_register<T, isSetMask>(src0, src1, cmpMode, mask, repeatParams, DAVSIM_SITE);
}

// With a scalar, under both names.
#define DAVSIM_COMPARE_SCALAR(Name)                                                                \
    template <typename T, typename U, bool isSetMask = true>                                       \
    DAVSIM_API void Name(const LocalTensor<U>& dst, const LocalTensor<T>& src0,                    \
                         const typename detail::Same<T>::type src1Scalar, CMPMODE cmpMode,         \
                         const uint64_t mask[], int64_t repeatTime,                                \
                         const UnaryRepeatParams& repeatParams) {                                  \
        DAVSIM_REQUIRE(#Name, (!detail::kIs910 && detail::kComparedMask<T> && sizeof(U) == 1), T); \
        detail::check_compare_mode<T>(#Name, cmpMode);                                             \
        detail::compare_scalar(#Name, dst, src0, src1Scalar, cmpMode,                              \
                               detail::compare_mask<T, isSetMask>(mask), repeatTime, repeatParams, \
                               DAVSIM_SITE);                                                       \
    }                                                                                              \
    template <typename T, typename U, bool isSetMask = true>                                       \
    DAVSIM_API void Name(const LocalTensor<U>& dst, const LocalTensor<T>& src0,                    \
                         const typename detail::Same<T>::type src1Scalar, CMPMODE cmpMode,         \
                         uint64_t mask, int64_t repeatTime,                                        \
                         const UnaryRepeatParams& repeatParams) {                                  \
        DAVSIM_REQUIRE(#Name, (!detail::kIs910 && detail::kComparedMask<T> && sizeof(U) == 1), T); \
        detail::check_compare_mode<T>(#Name, cmpMode);                                             \
        detail::compare_scalar(#Name, dst, src0, src1Scalar, cmpMode,                              \
                               detail::compare_mask<T, isSetMask>(mask), repeatTime, repeatParams, \
                               DAVSIM_SITE);                                                       \
    }                                                                                              \
    template <typename T, typename U>                                                              \
    DAVSIM_API void Name(const LocalTensor<U>& dst, const LocalTensor<T>& src0,                    \
                         const typename detail::Same<T>::type src1Scalar, CMPMODE cmpMode,         \
                         int64_t count) {                                                          \
        DAVSIM_REQUIRE(#Name, (!detail::kIs910 && detail::kCompared<T> && sizeof(U) == 1), T);     \
        detail::compare_scalar_count<T>(#Name, dst, src0, src1Scalar, cmpMode, count,              \
                                        DAVSIM_SITE);                                              \
    }

DAVSIM_COMPARE_SCALAR(Compares)
DAVSIM_COMPARE_SCALAR(CompareScalar)

#undef DAVSIM_COMPARE_SCALAR

}  // namespace AscendC
