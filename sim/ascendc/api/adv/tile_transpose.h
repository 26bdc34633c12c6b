// SPDX-License-Identifier: Apache-2.0
#pragma once
// Transposition of matrices in UB by VNCHWCONV: 16 rows of a block to 16 columns (of 2-byte
// elements) or 8 (of 4-byte ones), an instruction a group of 16 rows, a repeat a block of columns.

#include "sim/ascendc/api/sync.h"
#include "sim/ascendc/api/transpose.h"

namespace AscendC {
namespace detail {

inline constexpr std::uint32_t kTileRows = NCHW_CONV_ADDR_LIST_SIZE;

// A matrix in UB: byte offset of its first row, bytes from row to row (whole blocks).
struct MatrixPlace {
    std::uint32_t addr = 0;
    std::uint32_t pitch = 0;
};

// dst[c][r] = src[r][c] for `rows` rows, a multiple of 16, of `columns` columns, whole blocks.
// row_at(r): where row r of the source starts, column_at(c): where row c of the result does; both
// for the columns before and the rows after.
template <typename T, class RowAt, class ColumnAt>
void transpose_tiles(const RowAt& row_at, const ColumnAt& column_at, std::uint32_t rows,
                     std::uint32_t columns, const void* site) {
    constexpr std::uint32_t kWidth = davsim::kBlockBytes / sizeof(T);
    constexpr std::uint32_t kHalves = kTileRows / kWidth;  // blocks of 16 elements
    static_assert(sizeof(T) == 2 || sizeof(T) == 4);
    for (std::uint32_t row = 0; row < rows; row += kTileRows) {
        for (std::uint32_t column = 0; column < columns; column += kWidth) {
            const auto target = [&](std::size_t i) {
                const auto index = static_cast<std::uint32_t>(i);
                return column_at(column + index / kHalves) +
                       (row * std::uint32_t{sizeof(T)} +
                        index % kHalves * std::uint32_t{davsim::kBlockBytes});
            };
            const auto source = [&](std::size_t i) {
                return row_at(row + static_cast<std::uint32_t>(i)) +
                       column * std::uint32_t{sizeof(T)};
            };
            trans_data<T>(target, source, TransDataTo5HDParams(false, false, 1, 0, 0), site);
        }
    }
    pipe_barrier(davsim::Pipe::kV, site);
}

// The same with even pitches: up to 255 blocks of columns an instruction.
template <typename T>
void transpose_matrix(const MatrixPlace& dst, const MatrixPlace& src, std::uint32_t rows,
                      std::uint32_t columns, const void* site) {
    constexpr std::uint32_t kWidth = davsim::kBlockBytes / sizeof(T);
    constexpr std::uint32_t kHalves = kTileRows / kWidth;
    static_assert(sizeof(T) == 2 || sizeof(T) == 4);
    const std::uint32_t tiles = columns / kWidth;
    for (std::uint32_t row = 0; row < rows; row += kTileRows) {
        for (std::uint32_t done = 0; done < tiles; done += davsim::kMaxRepeat) {
            const std::uint32_t left = tiles - done;
            const std::uint32_t repeat = left < davsim::kMaxRepeat ? left : davsim::kMaxRepeat;
            const auto target = [&](std::size_t i) {
                const auto index = static_cast<std::uint32_t>(i);
                return dst.addr + (done * kWidth + index / kHalves) * dst.pitch +
                       row * std::uint32_t{sizeof(T)} +
                       index % kHalves * std::uint32_t{davsim::kBlockBytes};
            };
            const auto source = [&](std::size_t i) {
                return src.addr + (row + static_cast<std::uint32_t>(i)) * src.pitch +
                       done * std::uint32_t{davsim::kBlockBytes};
            };
            TransDataTo5HDParams params(false, false, static_cast<std::uint8_t>(repeat), 0, 0);
            if (repeat > 1) {
                params.dstRepStride =
                    static_cast<std::uint16_t>(kWidth * dst.pitch / davsim::kBlockBytes);
                params.srcRepStride = 1;
            }
            trans_data<T>(target, source, params, site);
        }
    }
    pipe_barrier(davsim::Pipe::kV, site);
}

}  // namespace detail
}  // namespace AscendC
