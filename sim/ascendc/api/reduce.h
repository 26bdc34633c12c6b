// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sums per repeat, per block and of neighbours. Pipe V. Inside a repeat the hardware adds adjacent
// pairs in a balanced tree.

#include "sim/ascendc/api/enums.h"
#include "sim/ascendc/api/reduce_issue.h"

namespace AscendC {
namespace detail {

template <typename T, bool isSetMask>
davsim::VectorMask reduce_mask(std::int64_t lanes) {
    return apply_mask<sizeof(T), isSetMask>(static_cast<std::uint64_t>(lanes));
}
template <typename T, bool isSetMask>
davsim::VectorMask reduce_mask(const std::uint64_t bits[]) {
    return apply_mask<sizeof(T), isSetMask>(bits);
}

// One instruction: the whole-repeat sums do not split.
template <typename T>
void whole_reduce(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                  const davsim::VectorMask& mask, std::int64_t repeat, const ReduceStrides& strides,
                  const void* site) {
    issue_reduce(api, davsim::Opcode::kReduceAll, dst, src, mask, checked_repeat(api, repeat),
                 strides, site);
}

}  // namespace detail

// Mask: `int64_t`, the first lanes, or `const uint64_t[]`, bits. The order of the arguments differs
// between the older names and the newer ones, as it does in Ascend C.
#define DAVSIM_REDUCE_FORMS(Mask)                                                                  \
    template <typename T, bool isSetMask = true>                                                   \
    DAVSIM_API void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,           \
                                   Mask mask, int64_t repeatTime, int64_t dstRepStride,            \
                                   int64_t srcBlkStride, int64_t srcRepStride) {                   \
        detail::whole_reduce("WholeReduceSum", dst, src, detail::reduce_mask<T, isSetMask>(mask),  \
                             repeatTime, {dstRepStride, srcBlkStride, srcRepStride}, DAVSIM_SITE); \
    }                                                                                              \
    template <ReduceType type, typename T, bool isSetMask = true>                                  \
    DAVSIM_API void ReduceRepeat(const LocalTensor<T>& dst, const LocalTensor<T>& src, Mask mask,  \
                                 int64_t repeatTime, int64_t dstRepStride, int64_t srcBlkStride,   \
                                 int64_t srcRepStride) {                                           \
        detail::whole_reduce("ReduceRepeat", dst, src, detail::reduce_mask<T, isSetMask>(mask),    \
                             repeatTime, {dstRepStride, srcBlkStride, srcRepStride}, DAVSIM_SITE); \
    }                                                                                              \
    template <typename T, bool isSetMask = true>                                                   \
    DAVSIM_API void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,          \
                                    int64_t repeatTime, Mask mask, int64_t /*dstBlkStride*/,       \
                                    int64_t srcBlkStride, int64_t dstRepStride,                    \
                                    int64_t srcRepStride) {                                        \
        detail::whole_reduce("RepeatReduceSum", dst, src, detail::reduce_mask<T, isSetMask>(mask), \
                             repeatTime, {dstRepStride, srcBlkStride, srcRepStride}, DAVSIM_SITE); \
    }                                                                                              \
    template <typename T, bool isSetMask = true>                                                   \
    DAVSIM_API void BlockReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,           \
                                   int64_t repeatTime, Mask mask, int64_t dstRepStride,            \
                                   int64_t srcBlkStride, int64_t srcRepStride) {                   \
        detail::issue_reduce_chunks("BlockReduceSum", davsim::Opcode::kReduceBlock, dst, src,      \
                                    detail::reduce_mask<T, isSetMask>(mask), repeatTime,           \
                                    {dstRepStride, srcBlkStride, srcRepStride}, DAVSIM_SITE);      \
    }                                                                                              \
    template <ReduceType type, typename T, bool isSetMask = true>                                  \
    DAVSIM_API void ReduceDataBlock(const LocalTensor<T>& dst, const LocalTensor<T>& src,          \
                                    Mask mask, int64_t repeatTime, int64_t dstRepStride,           \
                                    int64_t srcBlkStride, int64_t srcRepStride) {                  \
        detail::issue_reduce_chunks("ReduceDataBlock", davsim::Opcode::kReduceBlock, dst, src,     \
                                    detail::reduce_mask<T, isSetMask>(mask), repeatTime,           \
                                    {dstRepStride, srcBlkStride, srcRepStride}, DAVSIM_SITE);      \
    }                                                                                              \
    template <typename T, bool isSetMask = true>                                                   \
    DAVSIM_API void PairReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,            \
                                  int64_t repeatTime, Mask mask, int64_t dstRepStride,             \
                                  int64_t srcBlkStride, int64_t srcRepStride) {                    \
        detail::issue_reduce_chunks("PairReduceSum", davsim::Opcode::kReducePair, dst, src,        \
                                    detail::reduce_mask<T, isSetMask>(mask), repeatTime,           \
                                    {dstRepStride, srcBlkStride, srcRepStride}, DAVSIM_SITE);      \
    }                                                                                              \
    template <ReduceType type, typename T, bool isSetMask = true>                                  \
    DAVSIM_API void ReducePairElem(const LocalTensor<T>& dst, const LocalTensor<T>& src,           \
                                   Mask mask, int64_t repeatTime, int64_t dstRepStride,            \
                                   int64_t srcBlkStride, int64_t srcRepStride) {                   \
        detail::issue_reduce_chunks("ReducePairElem", davsim::Opcode::kReducePair, dst, src,       \
                                    detail::reduce_mask<T, isSetMask>(mask), repeatTime,           \
                                    {dstRepStride, srcBlkStride, srcRepStride}, DAVSIM_SITE);      \
    }

DAVSIM_REDUCE_FORMS(int64_t)
DAVSIM_REDUCE_FORMS(const uint64_t*)

#undef DAVSIM_REDUCE_FORMS

}  // namespace AscendC
