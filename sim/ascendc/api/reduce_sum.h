// SPDX-License-Identifier: Apache-2.0
#pragma once
// ReduceSum: one sum over a tensor, in dst[0]. What it lowers to differs:
//   count form, 2201   one instruction that adds repeat after repeat into the accumulator; the
//   scalar unit
//                      fetches it and stores it. Three flag pairs: a full drain of the vector pipe.
//   everything else    a tree: sums of repeats into the work tensor, then sums of those.
// Source: Ascend C documentation, ReduceSum, and the operator notes on its cost.

#include "sim/ascendc/api/reduce_issue.h"
#include "sim/ascendc/api/scalar_results.h"

namespace AscendC {
namespace detail {

template <typename T>
void check_work(const LocalTensor<T>& work, std::int64_t repeats) {
    constexpr std::int64_t kPerBlock = davsim::kBlockBytes / sizeof(T);
    const std::int64_t need = (repeats + kPerBlock - 1) / kPerBlock * kPerBlock;
    if (std::int64_t{work.GetSize()} < need) {
        refuse("ReduceSum", "sharedTmpBuffer", std::to_string(work.GetSize()) + " elements",
               std::to_string(need) + " or more");
    }
}

// `repeats` sums lie in work: add them up into dst[0].
template <typename T>
void reduce_partial_sums(const LocalTensor<T>& dst, const LocalTensor<T>& work,
                         std::int64_t repeats, const void* site) {
    constexpr std::int64_t kLanes = davsim::kRepeatBytes / sizeof(T);
    if (repeats <= 1) return copy_result(dst, work, site);
    pipe_barrier(davsim::Pipe::kV, site);
    issue_reduce("ReduceSum", Reduction{}, work, work, count_mask("ReduceSum", repeats), 1, {},
                 site);
    pipe_barrier(davsim::Pipe::kV, site);
    if (repeats <= kLanes) return copy_result(dst, work, site);
    const std::int64_t rest = (repeats + kLanes - 1) / kLanes;
    issue_reduce("ReduceSum", Reduction{}, dst, work,
                 apply_mask<sizeof(T), true>(static_cast<std::uint64_t>(rest)), 1, {}, site);
}

template <typename T>
void reduce_sum_accumulated(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            const davsim::VectorMask& mask, const void* site) {
    issue_reduce("ReduceSum", Reduction{davsim::Opcode::kReduceAcc}, dst, src, mask, 1, {}, site);
    set_and_wait(HardEvent::V_S, site);
    store_result(dst, from_bits<T>(core().vector_register(davsim::VectorRegister::kAccumulator)),
                 site);
}

template <typename T>
void reduce_sum_tree(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                     const LocalTensor<T>& work, const davsim::VectorMask& mask, const void* site) {
    constexpr std::uint64_t kLanes = davsim::kRepeatBytes / sizeof(T);
    const auto repeats = static_cast<std::int64_t>(extent_of(mask, 1, kLanes).repeats);
    check_work(work, repeats);
    issue_reduce("ReduceSum", Reduction{}, work, src, mask, 1, {}, site);
    reduce_partial_sums(dst, work, repeats, site);
}

template <typename T>
void reduce_sum_repeats(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                        const LocalTensor<T>& work, const davsim::VectorMask& mask,
                        std::int64_t repeat, std::int64_t src_rep, const void* site) {
    check_work(work, repeat);
    issue_reduce_chunks("ReduceSum", Reduction{}, work, src, mask, repeat, {1, 1, src_rep}, site);
    reduce_partial_sums(dst, work, repeat, site);
}

}  // namespace detail

template <typename T, bool isSetMask = true>
DAVSIM_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                          const LocalTensor<T>& sharedTmpBuffer, int64_t count) {
    DAVSIM_REQUIRE("ReduceSum", (detail::kSummed<T>), T);
    davsim::VectorMask mask = detail::sticky_mask();
    if constexpr (isSetMask) mask = detail::count_mask("ReduceSum", count);
    if constexpr (__NPU_ARCH__ == 2201) {
        detail::reduce_sum_accumulated(dst, src, mask, DAVSIM_SITE);
    } else {
        detail::reduce_sum_tree(dst, src, sharedTmpBuffer, mask, DAVSIM_SITE);
    }
}

template <typename T>
DAVSIM_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                          const LocalTensor<T>& sharedTmpBuffer, int64_t mask, int64_t repeatTime,
                          int64_t srcRepStride) {
    DAVSIM_REQUIRE("ReduceSum", (detail::kSummedMask<T>), T);
    detail::reduce_sum_repeats(dst, src, sharedTmpBuffer,
                               detail::apply_mask<sizeof(T), true>(static_cast<uint64_t>(mask)),
                               repeatTime, srcRepStride, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                          const LocalTensor<T>& sharedTmpBuffer, const uint64_t mask[],
                          int64_t repeatTime, int64_t srcRepStride) {
    DAVSIM_REQUIRE("ReduceSum", (detail::kSummedMask<T>), T);
    detail::reduce_sum_repeats(dst, src, sharedTmpBuffer, detail::apply_mask<sizeof(T), true>(mask),
                               repeatTime, srcRepStride, DAVSIM_SITE);
}

// The accumulator that the last count form of ReduceSum left. The caller orders V before S.
template <typename T>
T GetAccVal() {
    DAVSIM_REQUIRE("GetAccVal", (detail::kFloats<T>), T);
    return detail::from_bits<T>(
        detail::core().vector_register(davsim::VectorRegister::kAccumulator));
}
template <typename T>
T GetReduceRepeatSumSpr() {
    return GetAccVal<T>();
}
// Its bits.
inline int64_t GetAccVal() {
    return static_cast<int64_t>(
        detail::core().vector_register(davsim::VectorRegister::kAccumulator));
}
inline int64_t GetReduceRepeatSumSpr() {
    return GetAccVal();
}

}  // namespace AscendC
