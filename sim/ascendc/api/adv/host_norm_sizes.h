// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host side of the normalizations beyond LayerNorm of [B, S, H] and RmsNorm: sizes of temporary
// buffers and tilings, of which davsim takes the lengths only. See host_sizes.h.

#include "sim/ascendc/api/adv/host_matrix_sizes.h"
#include "sim/ascendc/api/adv/host_softmax_sizes.h"

namespace AscendC {
namespace detail {

// [A, R] of which the last dimension is R.
template <class Tiling>
auto set_separate_lengths(Tiling& tiling, uint32_t a, uint32_t r)
    -> decltype(tiling.set_aLength(a)) {
    tiling.set_aLength(a);
    tiling.set_rLength(r);
}
template <class Tiling>
auto set_separate_lengths(Tiling& tiling, uint32_t a, uint32_t r)
    -> decltype(static_cast<void>(tiling.aLength = a)) {
    tiling.aLength = a;
    tiling.rLength = r;
}

template <class Tiling>
auto set_batch_lengths(Tiling& tiling, uint32_t b, uint32_t columns)
    -> decltype(tiling.set_originalBLength(b)) {
    tiling.set_originalBLength(b);
    tiling.set_meanVarSize(columns);
}
template <class Tiling>
auto set_batch_lengths(Tiling& tiling, uint32_t b, uint32_t columns)
    -> decltype(static_cast<void>(tiling.originalBLength = b)) {
    tiling.originalBLength = b;
    tiling.meanVarSize = columns;
}

struct GroupLengths {
    uint32_t n = 0;
    uint32_t c = 0;
    uint32_t hw = 0;
    uint32_t g = 0;
    uint32_t d = 0;
    uint32_t aligned = 0;
};

template <class Shape>
GroupLengths group_lengths(const Shape& shape, uint32_t type_size, uint32_t groups) {
    const uint32_t c = dim_of(shape, 1);
    const uint32_t hw = dim_of(shape, 2) * dim_of(shape, 3);
    const uint32_t used = groups == 0 ? 1 : groups;
    return {dim_of(shape, 0), c, hw, used, c / used, host_round_up(hw, kHostBlock / type_size)};
}

template <class Tiling>
auto set_group_lengths(Tiling& tiling, const GroupLengths& lengths)
    -> decltype(tiling.set_n(lengths.n)) {
    tiling.set_n(lengths.n);
    tiling.set_c(lengths.c);
    tiling.set_hw(lengths.hw);
    tiling.set_g(lengths.g);
    tiling.set_d(lengths.d);
    tiling.set_hwAlignSize(lengths.aligned);
    tiling.set_dhwAlignSize(lengths.d * lengths.aligned);
}
template <class Tiling>
auto set_group_lengths(Tiling& tiling, const GroupLengths& lengths)
    -> decltype(static_cast<void>(tiling.n = lengths.n)) {
    tiling.n = lengths.n;
    tiling.c = lengths.c;
    tiling.hw = lengths.hw;
    tiling.g = lengths.g;
    tiling.d = lengths.d;
    tiling.hwAlignSize = lengths.aligned;
    tiling.dhwAlignSize = lengths.d * lengths.aligned;
}

// LayerNormGrad: five numbers and a block a row, three rows of fp32, gamma widened.
inline uint32_t norm_grad_space(uint32_t rows, uint32_t columns, uint32_t type_size) {
    constexpr uint32_t kNumbers = 5 + kHostBlock / sizeof(float);
    const uint32_t gamma = type_size == sizeof(float) ? 0 : columns;
    return (rows * (kNumbers + 3 * columns) + gamma + host_fold_space(rows, columns)) *
           uint32_t{sizeof(float)};
}

}  // namespace detail

// LayerNorm of [A, R].
template <class Shape>
void GetLayerNormMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize,
                               const bool /*isReuseSource*/, const bool /*isComputeRstd*/,
                               const bool /*isOnlyOutput*/, uint32_t& maxValue,
                               uint32_t& minValue) {
    minValue = maxValue =
        detail::norm_space(detail::rows_and_columns(srcShape).second, typeSize, 2);
}
template <class Shape, class Tiling>
void GetLayerNormNDTilingInfo(const Shape& srcShape, const uint32_t /*stackBufferSize*/,
                              const uint32_t /*typeSize*/, const bool /*isReuseSource*/,
                              const bool /*isComputeRstd*/, Tiling& tiling) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_separate_lengths(tiling, rows, columns);
}

// Sizes of gamma's type and of the matrix'.
template <class Shape>
void GetNormalizeMaxMinTmpSize(const Shape& srcShape, const uint32_t /*typeSizeU*/,
                               const uint32_t typeSizeT, const bool /*isReuseSource*/,
                               const bool /*isComputeRstd*/, const bool /*isOnlyOutput*/,
                               uint32_t& maxValue, uint32_t& minValue) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    constexpr uint32_t kBlock = detail::kHostBlock / sizeof(float);
    minValue = maxValue = 2 * detail::host_round_up(rows, kBlock) * uint32_t{sizeof(float)} +
                          detail::norm_space(columns, typeSizeT, 1);
}

template <class Shape>
bool GetDeepNormMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize,
                              const bool /*isReuseSource*/, const bool /*isBasicBlock*/,
                              uint32_t& maxValue, uint32_t& minValue) {
    minValue = maxValue = detail::norm_space(detail::dim_of(srcShape, 2), typeSize,
                                             typeSize == sizeof(float) ? 3 : 2);
    return true;
}
// False if the buffer is too small.
template <class Shape, class Tiling>
bool GetDeepNormTilingInfo(const Shape& srcShape, const Shape& originSrcShape,
                           const uint32_t stackBufferSize, const uint32_t typeSize,
                           const bool isReuseSource, const bool isBasicBlock, Tiling& tiling) {
    detail::set_norm_lengths(tiling, detail::dim_of(srcShape, 0), detail::dim_of(srcShape, 1),
                             detail::dim_of(srcShape, 2), detail::dim_of(originSrcShape, 2));
    uint32_t max = 0;
    uint32_t min = 0;
    GetDeepNormMaxMinTmpSize(srcShape, typeSize, isReuseSource, isBasicBlock, max, min);
    return stackBufferSize >= min;
}

template <class Shape>
bool GetBatchNormMaxMinTmpSize(const Shape& srcShape, const Shape& /*originSrcShape*/,
                               const uint32_t /*typeSize*/, const bool /*isReuseSource*/,
                               uint32_t& maxValue, uint32_t& minValue,
                               const bool /*isBasicBlock*/ = false) {
    constexpr uint32_t kRows = 3;
    const int64_t columns = int64_t{detail::dim_of(srcShape, 1)} * detail::dim_of(srcShape, 2);
    detail::library_sizes(columns, sizeof(float), kRows, 0, maxValue, minValue);
    return true;
}
template <class Shape, class Tiling>
bool GetBatchNormNDTilingInfo(const Shape& srcShape, const Shape& originSrcShape,
                              const uint32_t stackBufferByteSize, const uint32_t typeSize,
                              const bool isReuseSource, Tiling& tilling,
                              const bool isBasicBlock = false) {
    detail::set_batch_lengths(tilling, detail::dim_of(originSrcShape, 0),
                              detail::dim_of(srcShape, 1) * detail::dim_of(srcShape, 2));
    uint32_t max = 0;
    uint32_t min = 0;
    GetBatchNormMaxMinTmpSize(srcShape, originSrcShape, typeSize, isReuseSource, max, min,
                              isBasicBlock);
    return stackBufferByteSize >= min;
}

template <class Shape>
void GetGroupNormMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize,
                               const bool /*isReuseSource*/, const uint32_t groupNum,
                               uint32_t& maxValue, uint32_t& minValue) {
    const detail::GroupLengths lengths = detail::group_lengths(srcShape, typeSize, groupNum);
    minValue = maxValue = detail::norm_space(lengths.d * lengths.aligned, typeSize, 2);
}
template <class Shape, class Tiling>
void GetGroupNormNDTilingInfo(const Shape& srcShape, const uint32_t /*stackBufferSize*/,
                              const uint32_t typeSize, const bool /*isReuseSource*/,
                              const uint32_t groupNum, Tiling& tiling) {
    detail::set_group_lengths(tiling, detail::group_lengths(srcShape, typeSize, groupNum));
}

template <class Shape>
void GetLayerNormGradMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize,
                                   const bool /*isReuseSource*/, uint32_t& maxValue,
                                   uint32_t& minValue) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    // The rows' numbers start at blocks of their type.
    const uint32_t group = detail::kHostBlock / typeSize;
    minValue = detail::norm_grad_space(group, columns, typeSize);
    maxValue = detail::norm_grad_space(detail::host_round_up(rows == 0 ? 1 : rows, group), columns,
                                       typeSize);
}
template <class Shape, class Tiling>
void GetLayerNormGradNDTilingInfo(const Shape& srcShape, const uint32_t /*stackBufferSize*/,
                                  const uint32_t /*typeSize*/, const bool /*isReuseSource*/,
                                  Tiling& tiling) {
    const uint32_t h = detail::dim_of(srcShape, 2);
    detail::set_norm_lengths(tiling, detail::dim_of(srcShape, 0), detail::dim_of(srcShape, 1), h,
                             srcShape.GetDimNum() > 3 ? detail::dim_of(srcShape, 3) : h);
}

template <class Shape>
void GetLayerNormGradBetaMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize,
                                       const bool /*isReuseSource*/, uint32_t& maxValue,
                                       uint32_t& minValue) {
    const uint32_t parts = typeSize == sizeof(float) ? 3 : 4;
    minValue = maxValue = parts * detail::dim_of(srcShape, 2) * uint32_t{sizeof(float)};
}
template <class Shape, class Tiling>
void GetLayerNormGradBetaNDTilingInfo(const Shape& srcShape, const uint32_t stackBufferSize,
                                      const uint32_t typeSize, const bool isReuseSource,
                                      Tiling& tiling) {
    GetLayerNormGradNDTilingInfo(srcShape, stackBufferSize, typeSize, isReuseSource, tiling);
}

// Shapes are [rnLength, abLength]; sizes of the parts' type and of the means'.
template <class Shape>
void GetWelfordUpdateMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSizeT,
                                   const uint32_t /*typeSizeU*/, const bool /*isReuseSource*/,
                                   const bool /*isInplace*/, uint32_t& maxValue,
                                   uint32_t& minValue) {
    detail::library_sizes(srcShape.GetShapeSize(), typeSizeT, 2, 1, maxValue, minValue);
}
template <class Shape>
void GetWelfordFinalizeMaxMinTmpSize(const Shape& srcShape, const uint32_t /*typeSize*/,
                                     const bool /*isReuseSource*/, uint32_t& maxValue,
                                     uint32_t& minValue) {
    const uint32_t columns = detail::rows_and_columns(srcShape).second;
    const uint32_t row = detail::host_round_up(columns, detail::kHostLanes);
    minValue = maxValue =
        (detail::kHostBlock / uint32_t{sizeof(float)} + 2 * row + detail::host_fold_space(1, row)) *
        uint32_t{sizeof(float)};
}

}  // namespace AscendC
