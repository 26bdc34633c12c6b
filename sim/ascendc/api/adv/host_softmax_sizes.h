// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host side of SoftmaxFlash, SoftmaxFlashV2, SoftmaxFlashV3 and LogSoftMax: sizes of temporary
// buffers, of eight rows at least, and tilings, of which davsim takes the shape only. See
// host_sizes.h.

#include "sim/ascendc/api/adv/host_sizes.h"

namespace AscendC {
namespace detail {

inline uint32_t host_round_up(uint32_t value, uint32_t grain) {
    return (value + grain - 1) / grain * grain;
}

// Floats into which the columns of so many rows are folded; rows of more than 255 blocks come one
// by one.
inline uint32_t host_fold_space(uint32_t rows, uint32_t columns) {
    constexpr uint32_t kLongRow = 255 * kHostBlock / sizeof(float);
    if (columns <= kHostLanes) return 0;
    if (columns <= kLongRow) return rows * kHostLanes;
    return 2 * host_round_up((columns + kHostLanes - 1) / kHostLanes, kHostLanes);
}

// Numbers and blocks of numbers a row, the widened matrix, the folded one; in bytes.
inline uint32_t host_rows_space(uint32_t rows, uint32_t columns, uint32_t type_size,
                                uint32_t floats_a_row) {
    const uint32_t matrix = type_size == sizeof(float) ? 0 : rows * columns;
    return (rows * floats_a_row + matrix + host_fold_space(rows, columns)) *
           uint32_t{sizeof(float)};
}

// Four numbers a row, a number and its block in the outputs' type, a block of fp32.
inline constexpr uint32_t kFlashNumbers = 4 + 1 + 2 * kHostBlock / sizeof(float);
inline constexpr uint32_t kLogSoftMaxNumbers = 1 + 1 + 2 * kHostBlock / sizeof(float);
// Eight numbers a row, eight means and a block for each of them besides.
inline constexpr uint32_t kMeanFlashNumbers = 8 + 8 + 64 + 1 + 2 * kHostBlock / sizeof(float);
inline constexpr uint32_t kHostRowGroup = 8;

template <class Shape>
uint32_t host_rows_size(const Shape& shape, uint32_t type_size, uint32_t floats_a_row, bool all) {
    const auto [rows, columns] = rows_and_columns(shape);
    const uint32_t group = all && rows > 0 ? host_round_up(rows, kHostRowGroup) : kHostRowGroup;
    const uint32_t extra = floats_a_row == kMeanFlashNumbers ? group * kHostLanes : 0;
    return host_rows_space(group, columns, type_size, floats_a_row) +
           extra * uint32_t{sizeof(float)};
}

}  // namespace detail

template <class Shape>
uint32_t GetSoftMaxFlashMaxTmpSize(const Shape& srcShape, const uint32_t dataTypeSize,
                                   const bool /*isUpdate*/, const bool /*isReuseSource*/) {
    return detail::host_rows_size(srcShape, dataTypeSize, detail::kFlashNumbers, true);
}
template <class Shape>
uint32_t GetSoftMaxFlashMinTmpSize(const Shape& srcShape, const uint32_t dataTypeSize,
                                   const bool /*isUpdate*/, const bool /*isReuseSource*/) {
    return detail::host_rows_size(srcShape, dataTypeSize, detail::kFlashNumbers, false);
}

// The first size is that of the matrix' type, the second that of max and sum. Without blocks an
// fp16 output starts anew every 16 rows.
template <class Shape>
uint32_t GetSoftMaxFlashV2MaxTmpSize(const Shape& srcShape, const uint32_t dataTypeSize1,
                                     const uint32_t /*dataTypeSize2*/, const bool /*isUpdate*/,
                                     const bool /*isBasicBlock*/ = false,
                                     const bool /*isFlashOutputBrc*/ = false) {
    return detail::host_rows_size(srcShape, dataTypeSize1, detail::kFlashNumbers, true);
}
template <class Shape>
uint32_t GetSoftMaxFlashV2MinTmpSize(const Shape& srcShape, const uint32_t dataTypeSize1,
                                     const uint32_t dataTypeSize2, const bool /*isUpdate*/,
                                     const bool /*isBasicBlock*/ = false,
                                     const bool isFlashOutputBrc = false) {
    const uint32_t least =
        detail::host_rows_size(srcShape, dataTypeSize1, detail::kFlashNumbers, false);
    const bool narrow = dataTypeSize1 < sizeof(float) || dataTypeSize2 < sizeof(float);
    return isFlashOutputBrc && narrow ? 2 * least : least;
}

template <class Shape>
void GetSoftMaxFlashV3MaxMinTmpSize(const Shape& srcShape, const uint32_t dataTypeSize1,
                                    const uint32_t /*dataTypeSize2*/, uint32_t& maxValue,
                                    uint32_t& minValue, const bool /*isUpdate*/,
                                    const bool /*isBasicBlock*/ = false) {
    maxValue = detail::host_rows_size(srcShape, dataTypeSize1, detail::kMeanFlashNumbers, true);
    minValue = detail::host_rows_size(srcShape, dataTypeSize1, detail::kMeanFlashNumbers, false);
}

template <class Shape>
uint32_t GetLogSoftMaxMaxTmpSize(const Shape& srcShape, const uint32_t dataTypeSize,
                                 const bool /*isReuseSource*/) {
    return detail::host_rows_size(srcShape, dataTypeSize, detail::kLogSoftMaxNumbers, true);
}
template <class Shape>
uint32_t GetLogSoftMaxMinTmpSize(const Shape& srcShape, const uint32_t dataTypeSize,
                                 const bool /*isReuseSource*/) {
    return detail::host_rows_size(srcShape, dataTypeSize, detail::kLogSoftMaxNumbers, false);
}

template <class Shape, class Tiling>
void SoftMaxFlashTilingFunc(const Shape& srcShape, const uint32_t /*dataTypeSize*/,
                            const uint32_t /*localWorkSpaceSize*/, Tiling& softmaxFlashTiling,
                            const bool /*isUpdate*/ = false) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_softmax_shape(softmaxFlashTiling, rows, columns);
}
template <class Shape, class Tiling>
auto SoftMaxFlashV2TilingFunc(const Shape& srcShape, const uint32_t /*dataTypeSize1*/,
                              const uint32_t /*dataTypeSize2*/,
                              const uint32_t /*localWorkSpaceSize*/, Tiling& softmaxFlashTiling,
                              const bool /*isUpdate*/, const bool /*isBasicBlock*/ = false,
                              const bool /*isFlashOutputBrc*/ = false)
    -> decltype(detail::set_softmax_shape(softmaxFlashTiling, 0U, 0U)) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_softmax_shape(softmaxFlashTiling, rows, columns);
}
template <class Shape, class Tiling>
void SoftMaxFlashV3TilingFunc(const Shape& srcShape, const uint32_t /*dataTypeSize1*/,
                              const uint32_t /*dataTypeSize2*/,
                              const uint32_t /*localWorkSpaceSize*/, Tiling& softmaxFlashV3Tiling,
                              const bool /*isUpdate*/, const bool /*isBasicBlock*/ = false) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_softmax_shape(softmaxFlashV3Tiling, rows, columns);
}
template <class Shape, class Tiling>
void LogSoftMaxTilingFunc(const Shape& srcShape, const uint32_t /*dataTypeSize*/,
                          const uint32_t /*localWorkSpaceSize*/, Tiling& softmaxTiling) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_softmax_shape(softmaxTiling, rows, columns);
}

namespace detail {

template <class Tiling>
auto softmax_rows_of(const Tiling& tiling) -> decltype(tiling.get_srcM() + 0U) {
    return tiling.get_srcM();
}
template <class Tiling>
auto softmax_rows_of(const Tiling& tiling) -> decltype(tiling.srcM + 0U) {
    return tiling.srcM;
}
template <class Tiling>
auto softmax_columns_of(const Tiling& tiling) -> decltype(tiling.get_srcK() + 0U) {
    return tiling.get_srcK();
}
template <class Tiling>
auto softmax_columns_of(const Tiling& tiling) -> decltype(tiling.srcK + 0U) {
    return tiling.srcK;
}

}  // namespace detail

// Whether a shape allows isBasicBlock, which makes no difference here: rows in eights; columns of a
// repeat at least, in 64s, below 2048.
template <class Tiling>
bool IsBasicBlockInSoftMax(const Tiling& tiling, const uint32_t dataTypeSize = 2) {
    constexpr uint32_t kTooLong = 2048;
    const uint32_t columns = detail::softmax_columns_of(tiling);
    return detail::softmax_rows_of(tiling) % detail::kHostRowGroup == 0 && columns < kTooLong &&
           columns >= detail::kHostRepeat / dataTypeSize && columns % detail::kHostLanes == 0;
}

}  // namespace AscendC
