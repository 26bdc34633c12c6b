// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gather, Gatherb, Scatter: elements and blocks at byte offsets. Pipe V. Offsets are consumed one
// after another by all repeats; one that leaves the tensor ends the launch.

#include "sim/ascendc/api/gather_params.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

inline constexpr std::uint64_t kOffsetBytes = sizeof(std::uint32_t);

// 1001 has none. 2201: elements of 2 and 4 bytes; 3510 all widths, 1 byte with a count only.
template <typename T>
inline constexpr bool kGatheredMask = !kIs910 && (kMovable<T> || (kIs950 && sizeof(T) == 8));
template <typename T>
inline constexpr bool kGathered = !kIs910 && kMovableCount<T>;
template <typename T>
inline constexpr bool kGatheredBlocks = kIs950 || (kArch == 2201 && kOneOf<T, uint16_t, uint32_t>);

// Bytes of the tensor from `base` on: where offsets may point.
template <typename T>
std::uint32_t span_from(const char* api, const LocalTensor<T>& tensor, std::uint32_t base) {
    if (base % sizeof(T) != 0 || base >= tensor.GetLength()) {
        refuse(api, "the base offset", std::to_string(base),
               "a multiple of the element size below " + std::to_string(tensor.GetLength()));
    }
    return tensor.GetLength() - base;
}

inline void check_offsets(const char* api, std::uint32_t addr, std::uint64_t offsets) {
    check_ub(api, "offset", addr, addr + offsets * kOffsetBytes, davsim::kBlockBytes);
}

// Lanes that all repeats but the last have, and the last one's.
inline std::uint64_t consumed(const Extent& extent, std::uint64_t lanes) {
    return extent.repeats == 0 ? 0 : (extent.repeats - 1) * lanes + extent.lanes;
}

template <typename T>
void gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
            const LocalTensor<uint32_t>& offset, std::uint32_t base, const davsim::VectorMask& mask,
            std::int64_t repeat, std::uint16_t dst_rep, const void* site) {
    constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(T);
    davsim::Instruction instruction = vector_instruction(
        davsim::Opcode::kGather, data_type_of<T>(), mask, checked_repeat("Gather", repeat), site);
    instruction.vec.span = span_from("Gather", src, base);
    instruction.vec.dst = operand(dst, 1, dst_rep);
    instruction.vec.src0 = operand(src);
    instruction.vec.src0.addr += base;
    instruction.vec.src1 = operand(offset);
    const Extent extent = extent_of(mask, instruction.vec.repeat, kLanes);
    check_operand("Gather", "dst", instruction.vec.dst, extent);
    check_offsets("Gather", offset.address(), consumed(extent, kLanes));
    core().issue(instruction);
}

template <typename T>
void scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
             const LocalTensor<uint32_t>& offset, std::uint32_t base,
             const davsim::VectorMask& mask, std::int64_t repeat, std::uint16_t src_rep,
             const void* site) {
    constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(T);
    davsim::Instruction instruction = vector_instruction(
        davsim::Opcode::kScatter, data_type_of<T>(), mask, checked_repeat("Scatter", repeat), site);
    instruction.vec.span = span_from("Scatter", dst, base);
    instruction.vec.dst = operand(dst);
    instruction.vec.dst.addr += base;
    instruction.vec.src0 = operand(src, 1, src_rep);
    instruction.vec.src1 = operand(offset);
    const Extent extent = extent_of(mask, instruction.vec.repeat, kLanes);
    check_operand("Scatter", "src", instruction.vec.src0, extent);
    check_offsets("Scatter", offset.address(), consumed(extent, kLanes));
    core().issue(instruction);
}

}  // namespace detail

template <typename T>
DAVSIM_API void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                       const LocalTensor<uint32_t>& srcOffset, uint32_t srcBaseOffset,
                       const uint64_t mask[], int64_t repeatTime, uint16_t dstRepStride) {
    DAVSIM_REQUIRE("Gather", (detail::kGatheredMask<T>), T);
    detail::gather(dst, src, srcOffset, srcBaseOffset, detail::apply_mask<sizeof(T), true>(mask),
                   repeatTime, dstRepStride, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                       const LocalTensor<uint32_t>& srcOffset, uint32_t srcBaseOffset,
                       uint64_t mask, int64_t repeatTime, uint16_t dstRepStride) {
    DAVSIM_REQUIRE("Gather", (detail::kGatheredMask<T>), T);
    detail::gather(dst, src, srcOffset, srcBaseOffset, detail::apply_mask<sizeof(T), true>(mask),
                   repeatTime, dstRepStride, DAVSIM_SITE);
}

// 2201: whole repeats, at most 255, then one instruction for the rest, under masks that stay.
template <typename T>
DAVSIM_API void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                       const LocalTensor<uint32_t>& srcOffset, uint32_t srcBaseOffset,
                       int64_t count) {
    DAVSIM_REQUIRE("Gather", (detail::kGathered<T>), T);
    if constexpr (detail::kIs950) {
        detail::gather(dst, src, srcOffset, srcBaseOffset, detail::count_mask("Gather", count), 1,
                       davsim::kBlocksPerRepeat, DAVSIM_SITE);
    } else {
        constexpr uint32_t kLanes = davsim::kRepeatBytes / sizeof(T);
        if (count < 0) detail::refuse_number("Gather", "count", count, "0 or more");
        const auto whole = static_cast<uint8_t>(count / kLanes);
        const auto rest = static_cast<uint32_t>(count % kLanes);
        if (whole > 0) {
            detail::gather(dst, src, srcOffset, srcBaseOffset,
                           detail::apply_mask<sizeof(T), true>(uint64_t{kLanes}), whole,
                           davsim::kBlocksPerRepeat, DAVSIM_SITE);
        }
        if (rest > 0) {
            const auto first = static_cast<uint32_t>(count) - rest;
            detail::gather(dst[first], src, srcOffset[first], srcBaseOffset,
                           detail::apply_mask<sizeof(T), true>(uint64_t{rest}), 1,
                           davsim::kBlocksPerRepeat, DAVSIM_SITE);
        }
    }
}

// Eight blocks of 32 bytes a repeat, one offset each.
template <typename T>
DAVSIM_API void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                        const LocalTensor<uint32_t>& offset, int64_t repeatTime,
                        const GatherRepeatParams& repeatParams) {
    DAVSIM_REQUIRE("Gatherb", (detail::kGatheredBlocks<T>), T);
    if constexpr (!detail::kIs950) detail::write_mask(detail::kAllLanes, detail::kAllLanes);
    davsim::Instruction instruction = detail::vector_instruction(
        davsim::Opcode::kGatherBlock, detail::data_type_of<T>(), davsim::VectorMask{},
        detail::checked_repeat("Gatherb", repeatTime), DAVSIM_SITE);
    instruction.vec.span = detail::span_from("Gatherb", src, 0);
    const uint16_t block = repeatParams.dstBlkStride == 0 ? 1 : repeatParams.dstBlkStride;
    instruction.vec.dst = detail::operand(dst, block, repeatParams.dstRepStride);
    instruction.vec.src0 = detail::operand(src);
    instruction.vec.src1 = detail::operand(offset);
    const uint64_t repeats = instruction.vec.repeat;
    detail::check_operand("Gatherb", "dst", instruction.vec.dst,
                          {repeats, davsim::kRepeatBytes / sizeof(T)});
    detail::check_offsets("Gatherb", offset.address(), repeats * davsim::kBlocksPerRepeat);
    detail::core().issue(instruction);
}

template <typename T>
DAVSIM_API void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                        const LocalTensor<uint32_t>& dstOffset, uint32_t dstBaseAddr,
                        const uint64_t mask[], int64_t repeatTime, uint8_t srcRepStride) {
    DAVSIM_REQUIRE("Scatter", (detail::kIs950 && detail::kGatheredMask<T>), T);
    detail::scatter(dst, src, dstOffset, dstBaseAddr, detail::apply_mask<sizeof(T), true>(mask),
                    repeatTime, srcRepStride, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                        const LocalTensor<uint32_t>& dstOffset, uint32_t dstBaseAddr, uint64_t mask,
                        int64_t repeatTime, uint8_t srcRepStride) {
    DAVSIM_REQUIRE("Scatter", (detail::kIs950 && detail::kGatheredMask<T>), T);
    detail::scatter(dst, src, dstOffset, dstBaseAddr, detail::apply_mask<sizeof(T), true>(mask),
                    repeatTime, srcRepStride, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                        const LocalTensor<uint32_t>& dstOffset, uint32_t dstBaseAddr,
                        int64_t count) {
    DAVSIM_REQUIRE("Scatter", (detail::kOnly950<T>), T);
    detail::scatter(dst, src, dstOffset, dstBaseAddr, detail::count_mask("Scatter", count), 1,
                    davsim::kBlocksPerRepeat, DAVSIM_SITE);
}

}  // namespace AscendC
