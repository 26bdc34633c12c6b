// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host side of library functions that work on matrices or sort: sizes of temporary buffers. See
// host_sizes.h.

#include "sim/ascendc/api/adv/host_sizes.h"
#include "sim/ascendc/api/adv/reduce_pattern.h"

namespace AscendC {

enum class TensorDataType : int32_t {
    DT_FLOAT = 0,
    DT_FLOAT16 = 1,
    DT_INT8 = 2,
    DT_INT32 = 3,
    DT_UINT8 = 4,
    DT_INT16 = 6,
    DT_UINT16 = 7,
    DT_UINT32 = 8,
    DT_INT64 = 9,
    DT_UINT64 = 10,
    DT_BF16 = 27,
    DT_UNDEFINED = 28,
    DT_INT4 = 29,
};

namespace detail {

// Rows of the least group, which fill a block of results, and of all: numbers, widened rows,
// columns folded to 64.
inline uint32_t row_reduction_space(uint32_t rows, uint32_t columns, uint32_t type_size) {
    const uint32_t padded = (columns + kHostBlock - 1) / kHostBlock * kHostBlock;
    const uint32_t widened = type_size == sizeof(float) ? 0 : rows * padded + rows;
    const uint32_t fold = columns > kHostLanes ? rows * kHostLanes + 2 * padded : 0;
    const uint32_t bytes = (widened + fold) * uint32_t{sizeof(float)};
    return bytes == 0 ? kHostBlock : bytes;
}

template <class Shape>
void reduction_sizes(const Shape& shape, uint32_t type_size, ReducePattern pattern, uint32_t& max,
                     uint32_t& min) {
    constexpr uint32_t kGroup = 16;
    const auto [rows, columns] = rows_and_columns(shape);
    const uint32_t all = (rows + kGroup - 1) / kGroup * kGroup;
    if (pattern == ReducePattern::RA) {
        max = min = kHostBlock;
        return;
    }
    min = row_reduction_space(kGroup, columns, type_size);
    max = row_reduction_space(all == 0 ? kGroup : all, columns, type_size);
}

}  // namespace detail

#define DAVSIM_REDUCTION_SIZES(Name)                                                         \
    template <class Shape>                                                                   \
    void Get##Name##MaxMinTmpSize(const Shape& srcShape, const TensorDataType dataType,      \
                                  const ReducePattern pattern, const bool /*isSrcInnerPad*/, \
                                  const bool /*isReuseSource*/, uint32_t& maxValue,          \
                                  uint32_t& minValue) {                                      \
        const uint32_t size = dataType == TensorDataType::DT_FLOAT ? sizeof(float) : 2;      \
        detail::reduction_sizes(srcShape, size, pattern, maxValue, minValue);                \
    }
DAVSIM_REDUCTION_SIZES(ReduceSum)
DAVSIM_REDUCTION_SIZES(ReduceMean)
DAVSIM_REDUCTION_SIZES(ReduceMax)
DAVSIM_REDUCTION_SIZES(ReduceMin)
#undef DAVSIM_REDUCTION_SIZES

// Of rows of n elements.
inline void GetSumMaxMinTmpSize(const uint32_t n, const uint32_t typeSize,
                                const bool /*isReuseSource*/, uint32_t& maxSize,
                                uint32_t& minSize) {
    constexpr uint32_t kGroup = 16;
    minSize = maxSize = detail::row_reduction_space(kGroup, n, typeSize);
}
inline void GetMeanMaxMinTmpSize(const uint32_t n, const uint32_t srcTypeSize,
                                 const uint32_t /*accTypeSize*/, const bool isReuseSource,
                                 uint32_t& maxSize, uint32_t& minSize) {
    GetSumMaxMinTmpSize(n, srcTypeSize, isReuseSource, maxSize, minSize);
}

// Along rows the source is enough; along columns eight elements a repeat.
template <class Platform, class Shape>
void GetBroadCastMaxMinTmpSize(const Platform& /*ascendcPlatform*/, const Shape& srcShape,
                               const Shape& /*dstShape*/, const uint32_t typeSize,
                               const bool /*isReuseSource*/, uint32_t& maxValue,
                               uint32_t& minValue) {
    constexpr uint32_t kGroup = 8;
    constexpr uint32_t kPairs = 4;  // bytes in which a byte becomes a pair
    const auto elements = static_cast<uint32_t>(srcShape.GetShapeSize());
    const uint32_t rows = (elements + detail::kHostBlock - 1) / detail::kHostBlock;
    const uint32_t least = typeSize == 1 ? kPairs * detail::kHostBlock : 0;
    minValue = detail::kHostRepeat + least;
    maxValue = detail::kHostRepeat * ((elements + kGroup - 1) / kGroup) + rows * least;
}

// Records of 8 bytes; merging goes to and fro.
template <class Platform>
uint32_t GetSortTmpSize(const Platform& /*ascendcPlatform*/, const uint32_t elemCount,
                        const uint32_t /*dataTypeSize*/) {
    return 8 * elemCount;
}
template <class Platform>
uint32_t GetConcatTmpSize(const Platform& /*ascendcPlatform*/, const uint32_t elemCount,
                          const uint32_t /*dataTypeSize*/) {
    return 8 * elemCount;
}

namespace detail {

// A block for a number and `matrices` rows of fp32; fp16 takes one more for the widened row.
inline uint32_t norm_space(uint32_t columns, uint32_t type_size, uint32_t matrices) {
    const uint32_t rows = matrices + (type_size == sizeof(float) ? 0 : 1);
    const uint32_t padded = (columns * type_size + kHostBlock - 1) / kHostBlock * kHostBlock;
    return kHostBlock + rows * (padded / type_size) * uint32_t{sizeof(float)};
}

template <class Tiling>
auto set_norm_lengths(Tiling& tiling, uint32_t b, uint32_t s, uint32_t h, uint32_t used)
    -> decltype(tiling.set_bLength(b)) {
    tiling.set_bLength(b);
    tiling.set_sLength(s);
    tiling.set_hLength(h);
    tiling.set_originalHLength(used);
}
template <class Tiling>
auto set_norm_lengths(Tiling& tiling, uint32_t b, uint32_t s, uint32_t h, uint32_t used)
    -> decltype(static_cast<void>(tiling.bLength = b)) {
    tiling.bLength = b;
    tiling.sLength = s;
    tiling.hLength = h;
    tiling.originalHLength = used;
}

template <class Shape>
uint32_t dim_of(const Shape& shape, size_t index) {
    return index < shape.GetDimNum() ? static_cast<uint32_t>(shape.GetDim(index)) : 1;
}

}  // namespace detail

// Shapes are b, s, h, and for LayerNorm the elements of h that count where it has a fourth number.
template <class Shape>
void GetLayerNormMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize,
                               const bool /*isReuseSource*/, uint32_t& maxValue,
                               uint32_t& minValue) {
    minValue = maxValue = detail::norm_space(detail::dim_of(srcShape, 2), typeSize, 2);
}
template <class Shape, class Tiling>
void GetLayerNormNDTilingInfo(const Shape& srcShape, const uint32_t /*stackBufferSize*/,
                              const uint32_t /*typeSize*/, const bool /*isReuseSource*/,
                              Tiling& tiling) {
    const uint32_t h = detail::dim_of(srcShape, 2);
    detail::set_norm_lengths(tiling, detail::dim_of(srcShape, 0), detail::dim_of(srcShape, 1), h,
                             srcShape.GetDimNum() > 3 ? detail::dim_of(srcShape, 3) : h);
}

template <class Shape>
bool GetRmsNormMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                             uint32_t& minValue, const bool /*isBasicBlock*/ = false) {
    minValue = maxValue = detail::norm_space(detail::dim_of(srcShape, 2), typeSize, 1);
    return true;
}
// False if the buffer is too small.
template <class Shape, class Tiling>
bool GetRmsNormTilingInfo(const Shape& srcShape, const Shape& originSrcShape,
                          const uint32_t stackBufferByteSize, const uint32_t typeSize,
                          Tiling& tiling, const bool /*isBasicBlock*/ = false) {
    const uint32_t h = detail::dim_of(srcShape, 2);
    detail::set_norm_lengths(tiling, detail::dim_of(srcShape, 0), detail::dim_of(srcShape, 1), h,
                             detail::dim_of(originSrcShape, 2));
    return stackBufferByteSize >= detail::norm_space(h, typeSize, 1);
}

// A row at a time, in pieces if need be.
template <class Shape>
void GetAscendAntiQuantMaxMinTmpSize(const Shape& srcShape, const Shape& /*scaleShape*/,
                                     const bool /*isTranspose*/,
                                     const TensorDataType /*inputDataType*/,
                                     const TensorDataType /*outputDataType*/, uint32_t& maxValue,
                                     uint32_t& minValue) {
    constexpr uint32_t kSlots = 3;
    detail::library_sizes(detail::rows_and_columns(srcShape).second, sizeof(float), kSlots, 0,
                          maxValue, minValue);
}

}  // namespace AscendC
