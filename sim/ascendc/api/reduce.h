// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sums, largest and smallest per repeat and per block, sums of neighbours. Pipe V. Inside a repeat
// the hardware adds adjacent pairs in a balanced tree; of equal extremes the first counts, and NaN
// is more extreme than any number.

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

constexpr davsim::Opcode whole_opcode(ReduceType type) {
    if (type == ReduceType::SUM) return davsim::Opcode::kReduceAll;
    return type == ReduceType::MAX ? davsim::Opcode::kReduceMax : davsim::Opcode::kReduceMin;
}
constexpr davsim::Opcode block_opcode(ReduceType type) {
    if (type == ReduceType::SUM) return davsim::Opcode::kReduceBlock;
    return type == ReduceType::MAX ? davsim::Opcode::kReduceBlockMax
                                   : davsim::Opcode::kReduceBlockMin;
}

// One instruction: results of whole repeats do not split.
template <ReduceType type, typename T>
void whole_reduce(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                  const davsim::VectorMask& mask, std::int64_t repeat, const ReduceStrides& strides,
                  ReduceOrder order, const void* site) {
    if constexpr (type != ReduceType::SUM) check_order(api, order);
    issue_reduce(api, Reduction{whole_opcode(type), order}, dst, src, mask,
                 checked_repeat(api, repeat), strides, site);
}

template <ReduceType type, typename T>
void block_reduce(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                  const davsim::VectorMask& mask, std::int64_t repeat, const ReduceStrides& strides,
                  const void* site) {
    issue_reduce_chunks(api, Reduction{block_opcode(type)}, dst, src, mask, repeat, strides, site);
}

// Neighbours are only summed.
template <ReduceType type, typename T>
inline constexpr bool kPairReducible = type == ReduceType::SUM&& kFloats<T>;

template <ReduceType type, typename T>
void pair_reduce(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                 const davsim::VectorMask& mask, std::int64_t repeat, const ReduceStrides& strides,
                 const void* site) {
    issue_reduce_chunks(api, Reduction{davsim::Opcode::kReducePair}, dst, src, mask, repeat,
                        strides, site);
}

}  // namespace detail

// Mask: `int64_t`, the first lanes, or `const uint64_t*`, bits. The order of the arguments differs
// between the older names and the newer ones, as it does in Ascend C.
#define DAVSIM_WHOLE_EXTREME(Name, type, Mask)                                                    \
    template <typename T, bool isSetMask = true>                                                  \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, Mask mask,         \
                         int64_t repeatTime, int64_t dstRepStride, int64_t srcBlkStride,          \
                         int64_t srcRepStride,                                                    \
                         ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {                    \
        DAVSIM_REQUIRE(#Name, (detail::kReducible<type, T>), T);                                  \
        detail::whole_reduce<type>(#Name, dst, src, detail::reduce_mask<T, isSetMask>(mask),      \
                                   repeatTime, {dstRepStride, srcBlkStride, srcRepStride}, order, \
                                   DAVSIM_SITE);                                                  \
    }

#define DAVSIM_OLD_REDUCE(Name, function, type, Mask)                                              \
    template <typename T, bool isSetMask = true>                                                   \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, int64_t repeatTime, \
                         Mask mask, int64_t dstRepStride, int64_t srcBlkStride,                    \
                         int64_t srcRepStride) {                                                   \
        DAVSIM_REQUIRE(#Name, (detail::kBlockReducible<type, T>), T);                              \
        detail::function<type>(#Name, dst, src, detail::reduce_mask<T, isSetMask>(mask),           \
                               repeatTime, {dstRepStride, srcBlkStride, srcRepStride},             \
                               DAVSIM_SITE);                                                       \
    }

#define DAVSIM_NEW_REDUCE(Name, function, allowed, Mask)                                       \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>            \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src, Mask mask,      \
                         int64_t repeatTime, int64_t dstRepStride, int64_t srcBlkStride,       \
                         int64_t srcRepStride) {                                               \
        DAVSIM_REQUIRE_PAIR(#Name, (std::is_same_v<T, U>), T, U);                              \
        DAVSIM_REQUIRE(#Name, (detail::allowed<reduceType, T>), T);                            \
        detail::function<reduceType>(#Name, dst, src, detail::reduce_mask<T, isSetMask>(mask), \
                                     repeatTime, {dstRepStride, srcBlkStride, srcRepStride},   \
                                     DAVSIM_SITE);                                             \
    }

#define DAVSIM_REDUCE_FORMS(Mask)                                                                 \
    DAVSIM_WHOLE_EXTREME(WholeReduceMax, ReduceType::MAX, Mask)                                   \
    DAVSIM_WHOLE_EXTREME(WholeReduceMin, ReduceType::MIN, Mask)                                   \
    DAVSIM_OLD_REDUCE(BlockReduceSum, block_reduce, ReduceType::SUM, Mask)                        \
    DAVSIM_OLD_REDUCE(BlockReduceMax, block_reduce, ReduceType::MAX, Mask)                        \
    DAVSIM_OLD_REDUCE(BlockReduceMin, block_reduce, ReduceType::MIN, Mask)                        \
    DAVSIM_OLD_REDUCE(PairReduceSum, pair_reduce, ReduceType::SUM, Mask)                          \
    DAVSIM_NEW_REDUCE(ReduceDataBlock, block_reduce, kBlockReducible, Mask)                       \
    DAVSIM_NEW_REDUCE(ReducePairElem, pair_reduce, kPairReducible, Mask)                          \
    template <typename T, bool isSetMask = true>                                                  \
    DAVSIM_API void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,          \
                                   Mask mask, int64_t repeatTime, int64_t dstRepStride,           \
                                   int64_t srcBlkStride, int64_t srcRepStride) {                  \
        DAVSIM_REQUIRE("WholeReduceSum", (detail::kSummedMask<T>), T);                            \
        detail::whole_reduce<ReduceType::SUM>(                                                    \
            "WholeReduceSum", dst, src, detail::reduce_mask<T, isSetMask>(mask), repeatTime,      \
            {dstRepStride, srcBlkStride, srcRepStride}, {}, DAVSIM_SITE);                         \
    }                                                                                             \
    template <typename T, bool isSetMask = true>                                                  \
    DAVSIM_API void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,         \
                                    int64_t repeatTime, Mask mask, int64_t /*dstBlkStride*/,      \
                                    int64_t srcBlkStride, int64_t dstRepStride,                   \
                                    int64_t srcRepStride) {                                       \
        DAVSIM_REQUIRE("RepeatReduceSum", (detail::kSummedMask<T>), T);                           \
        detail::whole_reduce<ReduceType::SUM>(                                                    \
            "RepeatReduceSum", dst, src, detail::reduce_mask<T, isSetMask>(mask), repeatTime,     \
            {dstRepStride, srcBlkStride, srcRepStride}, {}, DAVSIM_SITE);                         \
    }                                                                                             \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>               \
    DAVSIM_API void ReduceRepeat(const LocalTensor<T>& dst, const LocalTensor<U>& src, Mask mask, \
                                 int64_t repeatTime, int64_t dstRepStride, int64_t srcBlkStride,  \
                                 int64_t srcRepStride,                                            \
                                 ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {            \
        DAVSIM_REQUIRE_PAIR("ReduceRepeat", (std::is_same_v<T, U>), T, U);                        \
        DAVSIM_REQUIRE("ReduceRepeat", (detail::kReducible<reduceType, T>), T);                   \
        detail::whole_reduce<reduceType>(                                                         \
            "ReduceRepeat", dst, src, detail::reduce_mask<T, isSetMask>(mask), repeatTime,        \
            {dstRepStride, srcBlkStride, srcRepStride}, order, DAVSIM_SITE);                      \
    }

DAVSIM_REDUCE_FORMS(int64_t)
DAVSIM_REDUCE_FORMS(const uint64_t*)

#undef DAVSIM_REDUCE_FORMS
#undef DAVSIM_NEW_REDUCE
#undef DAVSIM_OLD_REDUCE
#undef DAVSIM_WHOLE_EXTREME

}  // namespace AscendC
