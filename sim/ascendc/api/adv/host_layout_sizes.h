// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host side of CumSum, TopK, Sort of 3510, DropOut, Pad, UnPad, Transpose and TransData: sizes of
// temporary buffers, and tilings, of which davsim takes the shapes only. See host_sizes.h.

#include "sim/ascendc/api/adv/host_matrix_sizes.h"
#include "sim/ascendc/api/adv/host_softmax_sizes.h"
#include "sim/ascendc/api/adv/sort_config.h"

namespace AscendC {

// Of [outter, inner]. Rows come 16 at a time, transposed and, of fp16, widened.
template <class Shape>
void GetCumSumMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize, const bool isLastAxis,
                            const bool /*isReuseSource*/, uint32_t& maxValue, uint32_t& minValue) {
    constexpr uint32_t kRows = 16;
    constexpr uint32_t kFloat = sizeof(float);
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    const uint32_t matrices = typeSize == kFloat ? 1 : 2;
    if (isLastAxis) {
        const uint32_t row = columns * matrices * kFloat;
        minValue = kRows * row + kRows * kFloat;
        maxValue = detail::host_round_up(rows == 0 ? 1 : rows, kRows) * row + kRows * kFloat;
        return;
    }
    // Halving keeps all rows in fp32.
    const uint32_t kept = rows < 2 ? 2 : rows;
    minValue = maxValue = matrices == 1 ? detail::kHostBlock : kept * columns * kFloat;
}

namespace detail {

inline constexpr uint32_t kHostRecord = 8;  // bytes of a value and its index
inline constexpr uint32_t kHostList = 32;   // records that are sorted together

// Small rows: three lists each, of as many rows as start a block of results at least.
inline void top_k_sizes(uint32_t inner, uint32_t outter, bool small, uint32_t type_size,
                        uint32_t& max, uint32_t& min) {
    if (!small) {
        min = max = inner * (2 * kHostRecord + uint32_t{sizeof(uint32_t)});
        return;
    }
    const uint32_t row = 3 * kHostList * kHostRecord;
    const uint32_t least = kHostBlock / type_size;
    max = row * (outter == 0 ? 1 : outter);
    min = row * (outter != 0 && outter < least ? outter : least);
}

template <class Tiling>
auto set_top_k(Tiling& tiling, int32_t size, int32_t all, int32_t inner)
    -> decltype(tiling.set_tmpLocalSize(size)) {
    tiling.set_tmpLocalSize(size);
    tiling.set_allDataSize(all);
    tiling.set_innerDataSize(inner);
}
template <class Tiling>
auto set_top_k(Tiling& tiling, int32_t size, int32_t all, int32_t inner)
    -> decltype(static_cast<void>(tiling.tmpLocalSize = size)) {
    tiling.tmpLocalSize = size;
    tiling.allDataSize = all;
    tiling.innerDataSize = inner;
}

}  // namespace detail

template <class Platform>
bool GetTopKMaxMinTmpSize(const Platform& /*ascendcPlatform*/, const int32_t inner,
                          const int32_t outter, const bool /*isReuseSource*/,
                          const bool /*isInitIndex*/, enum TopKMode mode, const bool /*isLargest*/,
                          const uint32_t dataTypeSize, uint32_t& maxValue, uint32_t& minValue) {
    detail::top_k_sizes(static_cast<uint32_t>(inner), static_cast<uint32_t>(outter),
                        mode == TopKMode::TOPK_NSMALL, dataTypeSize, maxValue, minValue);
    return true;
}
// By the config of 3510.
inline bool GetTopKMaxMinTmpSize(const int32_t inner, const int32_t outter, const int32_t /*k*/,
                                 const bool /*isReuseSource*/, const bool /*isInitIndex*/,
                                 enum TopKMode mode, const bool /*isLargest*/,
                                 TensorDataType /*dataType*/, const TopKConfig& /*config*/,
                                 uint32_t& maxValue, uint32_t& minValue) {
    detail::top_k_sizes(static_cast<uint32_t>(inner), static_cast<uint32_t>(outter),
                        mode == TopKMode::TOPK_NSMALL, 2, maxValue, minValue);
    return true;
}
template <class Platform, class Tiling>
bool TopKTilingFunc(const Platform& /*ascendcPlatform*/, const int32_t inner, const int32_t outter,
                    const int32_t /*k*/, const uint32_t dataTypeSize, const bool /*isInitIndex*/,
                    enum TopKMode mode, const bool /*isLargest*/, Tiling& topKTiling) {
    uint32_t max = 0;
    uint32_t min = 0;
    detail::top_k_sizes(static_cast<uint32_t>(inner), static_cast<uint32_t>(outter),
                        mode == TopKMode::TOPK_NSMALL, dataTypeSize, max, min);
    detail::set_top_k(topKTiling, static_cast<int32_t>(max / dataTypeSize), inner * outter, inner);
    return true;
}

// The scalar unit sorts and needs no buffer.
template <class Shape>
void GetSortMaxMinTmpSize(const Shape& /*srcShape*/, TensorDataType /*valueType*/,
                          TensorDataType /*indexType*/, bool /*isReuseSource*/,
                          const SortConfig& /*config*/, uint32_t& maxValue, uint32_t& minValue) {
    minValue = maxValue = detail::kHostBlock;
}

// fp16 of 128 bytes of the mask, and their bits.
template <class Shape>
void GetDropOutMaxMinTmpSize(const Shape& srcShape, const uint32_t /*typeSize*/,
                             const bool /*isReuseSource*/, uint32_t& maxValue, uint32_t& minValue) {
    constexpr uint32_t kLanes = 2 * detail::kHostLanes;
    const auto elements = static_cast<uint32_t>(srcShape.GetShapeSize());
    minValue = detail::kHostRepeat + detail::kHostBlock;
    maxValue = minValue * (elements == 0 ? 1 : (elements + kLanes - 1) / kLanes);
}
template <class Shape>
uint32_t GetDropOutMaxTmpSize(const Shape& srcShape, const uint32_t typeSize,
                              const bool isReuseSource) {
    uint32_t max = 0;
    uint32_t min = 0;
    GetDropOutMaxMinTmpSize(srcShape, typeSize, isReuseSource, max, min);
    return max;
}
template <class Shape>
uint32_t GetDropOutMinTmpSize(const Shape& srcShape, const uint32_t typeSize,
                              const bool isReuseSource) {
    uint32_t max = 0;
    uint32_t min = 0;
    GetDropOutMaxMinTmpSize(srcShape, typeSize, isReuseSource, max, min);
    return min;
}

namespace detail {

template <class Tiling>
auto set_pad_shape(Tiling& tiling, uint32_t rows, uint32_t width, uint32_t used)
    -> decltype(tiling.set_srcOriWidth(used)) {
    tiling.set_srcHeight(rows);
    tiling.set_srcWidth(width);
    tiling.set_srcOriWidth(used);
}
template <class Tiling>
auto set_pad_shape(Tiling& tiling, uint32_t rows, uint32_t width, uint32_t used)
    -> decltype(static_cast<void>(tiling.srcOriWidth = used)) {
    tiling.srcHeight = rows;
    tiling.srcWidth = width;
    tiling.srcOriWidth = used;
}
template <class Tiling>
auto set_unpad_shape(Tiling& tiling, uint32_t rows, uint32_t width)
    -> decltype(tiling.set_srcHeight(rows)) {
    tiling.set_srcHeight(rows);
    tiling.set_srcWidth(width);
}
template <class Tiling>
auto set_unpad_shape(Tiling& tiling, uint32_t rows, uint32_t width)
    -> decltype(static_cast<void>(tiling.srcHeight = rows)) {
    tiling.srcHeight = rows;
    tiling.srcWidth = width;
}
template <class Tiling>
auto set_axes(Tiling& tiling, uint32_t b, uint32_t n, uint32_t s, uint32_t c)
    -> decltype(tiling.set_param0(b)) {
    tiling.set_param0(b);
    tiling.set_param1(n);
    tiling.set_param2(s);
    tiling.set_param3(c);
}
template <class Tiling>
auto set_axes(Tiling& tiling, uint32_t b, uint32_t n, uint32_t s, uint32_t c)
    -> decltype(static_cast<void>(tiling.param0 = b)) {
    tiling.param0 = b;
    tiling.param1 = n;
    tiling.param2 = s;
    tiling.param3 = c;
}

}  // namespace detail

// Byte offsets of a row.
template <class Shape>
void GetPadMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                         uint32_t& minValue) {
    const uint32_t columns = detail::rows_and_columns(srcShape).second;
    minValue = maxValue =
        detail::host_round_up(columns, detail::kHostBlock / typeSize) * uint32_t{sizeof(uint32_t)};
}
template <class Shape, class Tiling>
void PadTilingFunc(const Shape& srcShape, const Shape& oriSrcShape,
                   const uint32_t /*stackBufferSize*/, const uint32_t /*typeSize*/,
                   Tiling& tiling) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_pad_shape(tiling, rows, columns, detail::rows_and_columns(oriSrcShape).second);
}
template <class Platform, class Shape>
void GetUnPadMaxMinTmpSize(const Platform& /*ascendcPlatform*/, const Shape& /*srcShape*/,
                           const uint32_t /*typeSize*/, uint32_t& maxValue, uint32_t& minValue) {
    minValue = maxValue = detail::kHostBlock;
}
template <class Shape, class Tiling>
void UnPadTilingFunc(const Shape& srcShape, const uint32_t /*stackBufferSize*/,
                     const uint32_t /*typeSize*/, Tiling& tiling) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_unpad_shape(tiling, rows, columns);
}

// [B, N, S, H / N], or [H, W] to transpose. Nothing is kept in the buffer.
#define DAVSIM_TRANSPOSE_SIZES(Name)                                                            \
    template <class Shape>                                                                      \
    void Get##Name##MaxMinTmpSize(const Shape& /*srcShape*/, const uint32_t /*typeSize*/,       \
                                  const uint32_t /*transposeTypeIn*/, uint32_t& maxValue,       \
                                  uint32_t& minValue) {                                         \
        minValue = maxValue = detail::kHostBlock;                                               \
    }                                                                                           \
    template <class Shape, class Tiling>                                                        \
    void Get##Name##TilingInfo(const Shape& srcShape, const uint32_t /*stackBufferSize*/,       \
                               const uint32_t /*typeSize*/, const uint32_t /*transposeTypeIn*/, \
                               Tiling& tiling) {                                                \
        detail::set_axes(tiling, detail::dim_of(srcShape, 0), detail::dim_of(srcShape, 1),      \
                         detail::dim_of(srcShape, 2), detail::dim_of(srcShape, 3));             \
    }
DAVSIM_TRANSPOSE_SIZES(Transpose)
DAVSIM_TRANSPOSE_SIZES(ConfusionTranspose)
#undef DAVSIM_TRANSPOSE_SIZES
template <class Shape, class Tiling>
void GetConfusionTransposeOnlyTilingInfo(const Shape& srcShape, const uint32_t stackBufferSize,
                                         const uint32_t typeSize, Tiling& tiling) {
    constexpr uint32_t kPlain = 7;
    GetTransposeTilingInfo(srcShape, stackBufferSize, typeSize, kPlain, tiling);
}

// A row of pixels of [N, C, D, H, W], and a block.
template <class Platform, class Shape, class Config>
bool GetTransDataMaxMinTmpSize(const Platform& /*platform*/, const Shape& srcShape,
                               const Shape& dstShape, const TensorDataType /*dataType*/,
                               const Config& /*config*/, uint32_t& maxValue, uint32_t& minValue) {
    constexpr size_t kImageDims = 5;
    constexpr uint32_t kGrain = 16;
    const Shape& image = srcShape.GetDimNum() == kImageDims ? srcShape : dstShape;
    if (image.GetDimNum() != kImageDims) return false;
    const uint32_t pixels =
        detail::dim_of(image, kImageDims - 2) * detail::dim_of(image, kImageDims - 1);
    minValue = maxValue = 2 * detail::host_round_up(pixels, kGrain) + detail::kHostBlock;
    return true;
}

}  // namespace AscendC
