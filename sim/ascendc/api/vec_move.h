// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fill and copy inside UB: Duplicate, Copy, Brcb. Pipe V, one instruction a call.

#include "sim/ascendc/api/params.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

template <typename T>
void duplicate(const char* api, const LocalTensor<T>& dst, T value, const davsim::VectorMask& mask,
               std::int64_t repeat, std::uint16_t blk_stride, std::uint16_t rep_stride,
               const void* site) {
    davsim::Instruction instruction = vector_instruction(
        davsim::Opcode::kDuplicate, data_type_of<T>(), mask, checked_repeat(api, repeat), site);
    instruction.vec.dst = operand(dst, blk_stride, rep_stride);
    instruction.vec.scalar_bits = bits_of(value);
    issue_vector<0, sizeof(T)>(api, instruction);
}

// Copy in counter mode keeps repeatTime: the mask is the number of elements of each repeat.
inline Extent copy_extent(const davsim::VectorMask& mask, std::uint16_t repeat,
                          std::uint32_t lanes_of_repeat) {
    if (!mask.counter) return extent_of(mask, repeat, lanes_of_repeat);
    return mask.lo == 0 ? Extent{} : Extent{repeat, mask.lo};
}

template <typename T>
void copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const davsim::VectorMask& mask,
          std::int64_t repeat, const CopyRepeatParams& strides, const void* site) {
    DAVSIM_REQUIRE("Copy", (kMovableCount<T>), T);
    davsim::Instruction instruction = vector_instruction(
        davsim::Opcode::kCopy, data_type_of<T>(), mask, checked_repeat("Copy", repeat), site);
    instruction.vec.dst = operand(dst, strides.dstStride, strides.dstRepeatSize);
    instruction.vec.src0 = operand(src, strides.srcStride, strides.srcRepeatSize);
    const Extent extent =
        copy_extent(mask, instruction.vec.repeat, davsim::kRepeatBytes / sizeof(T));
    check_operand("Copy", "dst", instruction.vec.dst, extent);
    check_operand("Copy", "src", instruction.vec.src0, extent);
    core().issue(instruction);
}

}  // namespace detail

template <typename T, bool isSetMask = true>
DAVSIM_API void Duplicate(const LocalTensor<T>& dst,
                          const typename detail::Same<T>::type& scalarValue, const uint64_t mask[],
                          int64_t repeatTime, uint16_t dstBlockStride, uint8_t dstRepeatStride) {
    DAVSIM_REQUIRE("Duplicate", (detail::kMovable<T>), T);
    detail::duplicate("Duplicate", dst, scalarValue, detail::apply_mask<sizeof(T), isSetMask>(mask),
                      repeatTime, dstBlockStride, dstRepeatStride, DAVSIM_SITE);
}

template <typename T, bool isSetMask = true>
DAVSIM_API void Duplicate(const LocalTensor<T>& dst,
                          const typename detail::Same<T>::type& scalarValue, uint64_t mask,
                          int64_t repeatTime, uint16_t dstBlockStride, uint8_t dstRepeatStride) {
    DAVSIM_REQUIRE("Duplicate", (detail::kMovable<T>), T);
    detail::duplicate("Duplicate", dst, scalarValue, detail::apply_mask<sizeof(T), isSetMask>(mask),
                      repeatTime, dstBlockStride, dstRepeatStride, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void Duplicate(const LocalTensor<T>& dst,
                          const typename detail::Same<T>::type& scalarValue, const int32_t& count) {
    DAVSIM_REQUIRE("Duplicate", (detail::kMovableCount<T>), T);
    detail::duplicate("Duplicate", dst, scalarValue, detail::count_mask("Duplicate", count), 1, 1,
                      davsim::kBlocksPerRepeat, DAVSIM_SITE);
}

// 3510: the first element of `src` to `count` elements.
template <typename T>
DAVSIM_API void Duplicate(const LocalTensor<T>& dst, const LocalTensor<T>& src, int64_t count) {
    static_assert(detail::kOnly950<T>,
                  "UNSUPPORTED: Duplicate from a tensor on arch " DAVSIM_ARCH_TEXT);
    davsim::Instruction instruction =
        detail::vector_instruction(davsim::Opcode::kDuplicateFirst, detail::data_type_of<T>(),
                                   detail::count_mask("Duplicate", count), 1, DAVSIM_SITE);
    instruction.vec.dst = detail::operand(dst);
    instruction.vec.src0 = detail::operand(src);
    detail::core().issue(instruction);
}

// 3510: `count` elements.
template <typename T>
DAVSIM_API void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, int64_t count) {
    static_assert(detail::kOnly950<T>, "UNSUPPORTED: Copy with a count on arch " DAVSIM_ARCH_TEXT);
    davsim::VectorMask mask = detail::count_mask("Copy", count);
    const uint16_t repeat = count > 0 ? 1 : 0;
    detail::copy(dst, src, mask, repeat, CopyRepeatParams(1, 1, 8, 8), DAVSIM_SITE);
}

template <typename T, bool isSetMask = true>
DAVSIM_API void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint64_t mask[],
                     int64_t repeatTime, const CopyRepeatParams& repeatParams) {
    detail::copy(dst, src, detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,
                 DAVSIM_SITE);
}

template <typename T, bool isSetMask = true>
DAVSIM_API void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint64_t mask,
                     int64_t repeatTime, const CopyRepeatParams& repeatParams) {
    detail::copy(dst, src, detail::apply_mask<sizeof(T), isSetMask>(mask), repeatTime, repeatParams,
                 DAVSIM_SITE);
}

// Each of 8 consecutive elements a repeat fills one block. Ignores the mask.
template <typename T>
DAVSIM_API void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src0, int64_t repeatTime,
                     const BrcbRepeatParams& repeatParams) {
    DAVSIM_REQUIRE("Brcb", (!detail::kIs910 && detail::kMovableCount<T>), T);
    davsim::Instruction instruction = detail::vector_instruction(
        davsim::Opcode::kBrcb, detail::data_type_of<T>(), davsim::VectorMask{},
        detail::checked_repeat("Brcb", repeatTime), DAVSIM_SITE);
    const uint16_t block_stride = repeatParams.dstBlkStride == 0 ? 1 : repeatParams.dstBlkStride;
    instruction.vec.dst = detail::operand(dst, block_stride, repeatParams.dstRepStride);
    instruction.vec.src0 = detail::operand(src0, 1, 1);
    const uint64_t repeats = instruction.vec.repeat;
    detail::check_operand("Brcb", "dst", instruction.vec.dst,
                          {repeats, davsim::kRepeatBytes / sizeof(T)});
    const uint64_t source_bytes = repeats * davsim::kBlocksPerRepeat * sizeof(T);
    detail::check_ub("Brcb", "src0", src0.address(), src0.address() + source_bytes,
                     davsim::kBlockBytes);
    detail::core().issue(instruction);
}

}  // namespace AscendC
