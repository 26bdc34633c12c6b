// SPDX-License-Identifier: Apache-2.0
#pragma once
// GatherMask: the elements whose bit is 1, one after another; Interleave and DeInterleave. Pipe V.

#include "sim/ascendc/api/gather_params.h"
#include "sim/ascendc/api/scalar_results.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

template <typename T>
inline constexpr bool kGatherMasked = (!kIs910 && kMovable<T>) || (kIs950 && sizeof(T) == 1);

// The scalar unit waits until the vector unit is done; without a TPipe (static tensors) with the
// last event id.
inline void wait_for_vector(const void* site) {
    if (core().pipe_object != nullptr) return set_and_wait(HardEvent::V_S, site);
    const std::uint32_t last = core().context().event_ids - 1;
    set_flag(HardEvent::V_S, last, site);
    wait_flag(HardEvent::V_S, last, site);
}

// `reduceMode`: `mask` elements of each repeat; else whole repeats of 256 bytes, whatever `mask`
// is. The mask register keeps `mask`, the mode ends as normal.
template <typename T>
std::uint64_t gather_mask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                          davsim::VectorOperand pattern, std::uint8_t fixed, bool reduce_mode,
                          std::uint32_t mask, const GatherMaskParams& params, const void* site) {
    DAVSIM_REQUIRE("GatherMask", (kGatherMasked<T>), T);
    if (reduce_mode && mask == 0) refuse_number("GatherMask", "mask", 0, "1 or more");
    write_mask_mode(reduce_mode);
    write_mask(0, mask);
    const davsim::VectorMask lanes =
        reduce_mode ? davsim::VectorMask{mask, 0, true} : davsim::VectorMask{};
    davsim::Instruction instruction = vector_instruction(
        davsim::Opcode::kGatherMask, data_type_of<T>(), lanes, params.repeatTimes, site);
    instruction.vec.dst = operand(dst);
    instruction.vec.src0 = operand(src0, params.src0BlockStride, params.src0RepeatStride);
    instruction.vec.src1 = pattern;
    instruction.vec.src1.rep_stride = params.src1RepeatStride;
    instruction.vec.variant = fixed;
    const std::uint64_t per_repeat = reduce_mode ? mask : davsim::kRepeatBytes / sizeof(T);
    check_operand("GatherMask", "src0", instruction.vec.src0,
                  params.repeatTimes == 0 ? Extent{} : Extent{params.repeatTimes, per_repeat});
    check_ub("GatherMask", "dst", dst.address(), dst.address(), davsim::kBlockBytes);
    core().issue(instruction);
    wait_for_vector(site);
    const std::uint64_t kept = core().vector_register(davsim::VectorRegister::kKept);
    write_mask_mode(false);
    return params.repeatTimes == 0 ? 0 : kept;
}

template <typename T>
void interleave(const char* api, davsim::Opcode opcode, const LocalTensor<T>& dst0,
                const LocalTensor<T>& dst1, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                std::int64_t count, const void* site) {
    static_assert(kOnly950<T>, "UNSUPPORTED: Interleave, DeInterleave on arch " DAVSIM_ARCH_TEXT);
    davsim::Instruction instruction =
        vector_instruction(opcode, data_type_of<T>(), count_mask(api, count), 1, site);
    instruction.vec.dst = operand(dst0);
    instruction.vec.aux = operand(dst1);
    instruction.vec.src0 = operand(src0);
    instruction.vec.src1 = operand(src1);
    const Extent extent = extent_of(instruction.vec.mask, 1, davsim::kRepeatBytes / sizeof(T));
    check_operand(api, "dst1", instruction.vec.aux, extent);
    issue_vector<2, sizeof(T)>(api, instruction);
}

}  // namespace detail

// Pattern: bits of a tensor, src1RepeatStride blocks from repeat to repeat. `rsvdCnt` becomes the
// number of elements written; the scalar unit waits for it.
template <typename T, typename U, GatherMaskMode mode = defaultGatherMaskMode>
DAVSIM_API void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                           const LocalTensor<U>& src1Pattern, bool reduceMode, uint32_t mask,
                           const GatherMaskParams& gatherMaskParams, uint64_t& rsvdCnt) {
    DAVSIM_REQUIRE("GatherMask with a pattern", (sizeof(U) == sizeof(T) && std::is_unsigned_v<U>),
                   U);
    rsvdCnt = detail::gather_mask(dst, src0, detail::operand(src1Pattern), 0, reduceMode, mask,
                                  gatherMaskParams, DAVSIM_SITE);
}

// Pattern 1..7: even elements, odd elements, one of four (3..6), all.
template <typename T, GatherMaskMode mode = defaultGatherMaskMode>
DAVSIM_API void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                           uint8_t src1Pattern, bool reduceMode, uint32_t mask,
                           const GatherMaskParams& gatherMaskParams, uint64_t& rsvdCnt) {
    if (src1Pattern < 1 || src1Pattern > 7)
        detail::refuse_number("GatherMask", "src1Pattern", src1Pattern, "1..7");
    rsvdCnt = detail::gather_mask(dst, src0, davsim::VectorOperand{}, src1Pattern, reduceMode, mask,
                                  gatherMaskParams, DAVSIM_SITE);
}

// Elements that the last GatherMask wrote. The caller orders V before S.
inline int64_t GetGatherMaskRemainCount() {
    return static_cast<int64_t>(detail::core().vector_register(davsim::VectorRegister::kKept));
}

// src0[0], src1[0], src0[1], ...: the first `count` to dst0, the others to dst1.
template <typename T>
DAVSIM_API void Interleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1,
                           const LocalTensor<T>& src0, const LocalTensor<T>& src1, int64_t count) {
    detail::interleave("Interleave", davsim::Opcode::kInterleave, dst0, dst1, src0, src1, count,
                       DAVSIM_SITE);
}

// Even elements of src0 and src1 one after another to dst0, odd ones to dst1.
template <typename T>
DAVSIM_API void DeInterleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1,
                             const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                             int64_t count) {
    detail::interleave("DeInterleave", davsim::Opcode::kDeInterleave, dst0, dst1, src0, src1, count,
                       DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void DeInterleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1,
                             const LocalTensor<T>& src, int64_t srcCount) {
    const auto half_count = static_cast<uint32_t>(srcCount / 2);
    detail::interleave("DeInterleave", davsim::Opcode::kDeInterleave, dst0, dst1, src,
                       src[half_count], half_count, DAVSIM_SITE);
}

}  // namespace AscendC
