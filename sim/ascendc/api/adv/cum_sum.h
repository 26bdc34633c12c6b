// SPDX-License-Identifier: Apache-2.0
#pragma once
// CumSum of a matrix, down its columns (first axis) or along its rows (last axis). Row after row is
// added; along rows the matrix is transposed before and after, 16 rows at a time. fp32; fp16 is
// widened. On 3510 additions may be halved in depth, as Sklansky has it.
// Source: Ascend C documentation, CumSum.

#include "sim/ascendc/api/adv/row_numbers.h"
#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/tile_transpose.h"
#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {

enum class CumSumAlgorithm { CUMSUM_ALGORITHM_LINEBYLINE = 0, CUMSUM_ALGORITHM_SKLANSKY = 1 };

struct CumSumConfig {
    bool isLastAxis{true};
    bool isReuseSource{false};
    bool outputLastRow{false};
    CumSumAlgorithm algorithm{CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE};
};
inline constexpr CumSumConfig defaultCumSumConfig = {true, false, true,
                                                     CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE};

// `outter` rows of `inner` elements (whole blocks).
struct CumSumInfo {
    uint32_t outter{0};
    uint32_t inner{0};
};

namespace detail {

// Rows of fp32, one behind the other: each becomes the sum of itself and those before.
inline void add_rows_down(Steps& steps, const LocalTensor<float>& x, std::uint32_t rows,
                          std::uint32_t pitch, bool halving) {
    steps.set_count(pitch);
    const auto add = [&](std::uint32_t to, std::uint32_t from) {
        steps.add(x[to * pitch], x[to * pitch], x[from * pitch]);
    };
    if (!halving) {
        for (std::uint32_t row = 1; row < rows; ++row) add(row, row - 1);
        return;
    }
    for (std::uint32_t length = 1; length < rows; length *= 2) {
        for (std::uint32_t begin = length; begin < rows; begin += 2 * length) {
            for (std::uint32_t row = begin; row < begin + length && row < rows; ++row)
                add(row, begin - 1);
        }
    }
}

template <typename T>
class CumulativeSum {
public:
    CumulativeSum(const LocalTensor<uint8_t>& buffer, const CumSumInfo& info, const void* site)
        : steps_("CumSum", site),
          rows_(info.outter),
          columns_(info.inner),
          buffer_(buffer.template ReinterpretCast<float>()) {
        if (columns_ == 0 || columns_ * sizeof(T) % davsim::kBlockBytes != 0)
            refuse_number("CumSum", "inner", columns_, "whole 32-byte blocks");
    }

    void down(const LocalTensor<T>& dst, const LocalTensor<T>& src, bool halving) {
        if constexpr (!kWiden) {
            steps_.set_count(rows_ * columns_);
            steps_.muls(dst, src, 1.0F);
            add_rows_down(steps_, dst, rows_, columns_, halving);
        } else if (halving) {
            need(rows_ * columns_);
            steps_.set_count(rows_ * columns_);
            steps_.cast(buffer_, src, RoundMode::CAST_NONE);
            add_rows_down(steps_, buffer_, rows_, columns_, halving);
            steps_.set_count(rows_ * columns_);
            steps_.cast(dst, buffer_, kNarrowing<T>);
        } else {
            need(2 * columns_);
            const LocalTensor<float> sum = buffer_;
            const LocalTensor<float> next = buffer_[columns_];
            steps_.set_count(columns_);
            steps_.fill(sum, 0.0F);
            for (std::uint32_t row = 0; row < rows_; ++row) {
                steps_.cast(next, src[row * columns_], RoundMode::CAST_NONE);
                steps_.add(sum, sum, next);
                steps_.cast(dst[row * columns_], sum, kNarrowing<T>);
            }
        }
    }

    // Groups of 16 rows: transposed to rows of as many floats, and back.
    void along(const LocalTensor<T>& dst, const LocalTensor<T>& src, bool halving) {
        const std::uint32_t group =
            rows_of_group("CumSum", buffer_, rounded_up(rows_, kTileRows), kTileRows,
                          [&](std::uint32_t rows) { return along_space(rows); });
        in_groups(rows_, group, [&](std::uint32_t first, std::uint32_t count) {
            const std::uint32_t padded = rounded_up(count, kTileRows);
            const LocalTensor<float> columns = buffer_;
            const LocalTensor<float> spare = buffer_[group * columns_];
            const std::uint32_t pitch = columns_ * std::uint32_t{sizeof(float)};
            const std::uint32_t turned = padded * std::uint32_t{sizeof(float)};
            const auto column_at = [&](std::uint32_t column) {
                return columns.address() + column * turned;
            };
            std::uint32_t row_begin = spare.address();
            if constexpr (kWiden) {
                steps_.set_count(count * columns_);
                steps_.cast(spare, src[first * columns_], RoundMode::CAST_NONE);
                transpose_matrix<float>({columns.address(), turned}, {row_begin, pitch}, padded,
                                        columns_, steps_.site());
            } else {
                // Rows that do not exist: the group's first again.
                row_begin = src[first * columns_].address();
                transpose_tiles<float>(
                    [&](std::uint32_t row) { return row_begin + (row < count ? row : 0) * pitch; },
                    column_at, padded, columns_, steps_.site());
            }
            add_rows_down(steps_, columns, columns_, padded, halving);
            turn_back(column_at, kWiden ? spare.address() : dst[first * columns_].address(),
                      spare.address(), kWiden ? padded : count);
            if constexpr (kWiden) {
                steps_.set_count(count * columns_);
                steps_.cast(dst[first * columns_], spare, kNarrowing<T>);
            }
        });
    }

    void last_row(const LocalTensor<T>& row, const LocalTensor<T>& dst) {
        steps_.set_count(columns_);
        steps_.muls(row, dst[(rows_ - 1) * columns_], T(1.0F));
    }

private:
    static constexpr bool kWiden = !std::is_same_v<T, float>;

    // Columns as rows; then the widened rows, or the one that takes what has no row to go to.
    std::uint32_t along_space(std::uint32_t rows) const {
        return rounded_up(rows, kTileRows) * columns_ * (kWiden ? 2 : 1) + (kWiden ? 0 : kTileRows);
    }
    void need(std::uint32_t floats) const {
        if (buffer_.GetSize() >= floats) return;
        refuse("CumSum", "sharedTmpBuffer", std::to_string(buffer_.GetLength()) + " bytes",
               std::to_string(floats * sizeof(float)) + " or more");
    }

    // Of the transposed rows 16 columns each; `count` of the results have a place.
    template <class ColumnAt>
    void turn_back(const ColumnAt& column_at, std::uint32_t to, std::uint32_t spare,
                   std::uint32_t count) {
        const std::uint32_t pitch = columns_ * std::uint32_t{sizeof(float)};
        constexpr std::uint32_t kBlock = Rows::kBlock;
        const std::uint32_t last = columns_ - 1;
        // Columns come in 16s; what is beyond the last one goes to the spare block.
        for (std::uint32_t column = 0; column < columns_; column += kTileRows) {
            for (std::uint32_t row = 0; row < count; row += kBlock) {
                const auto target = [&](std::size_t i) {
                    const auto index = static_cast<std::uint32_t>(i);
                    const std::uint32_t at = row + index / 2;
                    const std::uint32_t first = column + index % 2 * kBlock;
                    if (at >= count || first >= columns_) return spare;
                    return to + at * pitch + first * std::uint32_t{sizeof(float)};
                };
                const auto source = [&](std::size_t i) {
                    const std::uint32_t at = column + static_cast<std::uint32_t>(i);
                    return column_at(at < columns_ ? at : last) +
                           row * std::uint32_t{sizeof(float)};
                };
                trans_data<float>(target, source, TransDataTo5HDParams(false, false, 1, 0, 0),
                                  steps_.site());
            }
        }
        steps_.barrier();
    }

    Steps steps_;
    std::uint32_t rows_;
    std::uint32_t columns_;
    LocalTensor<float> buffer_;
};

}  // namespace detail

template <typename T, const CumSumConfig& config = defaultCumSumConfig>
DAVSIM_API void CumSum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& lastRowTensor,
                       const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>& sharedTmpBuffer,
                       const CumSumInfo& cumSumInfo) {
    const void* site = DAVSIM_SITE;
    DAVSIM_REQUIRE("CumSum", (detail::kLibraryFloats<T>), T);
    constexpr bool kHalving = config.algorithm == CumSumAlgorithm::CUMSUM_ALGORITHM_SKLANSKY;
    static_assert(!kHalving || detail::kIs950,
                  "UNSUPPORTED: CumSum by Sklansky on arch " DAVSIM_ARCH_TEXT);
    if (cumSumInfo.outter == 0) return;
    detail::CumulativeSum<T> sums(sharedTmpBuffer, cumSumInfo, site);
    if constexpr (config.isLastAxis)
        sums.along(dstTensor, srcTensor, kHalving);
    else
        sums.down(dstTensor, srcTensor, kHalving);
    if constexpr (config.outputLastRow) sums.last_row(lastRowTensor, dstTensor);
}
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
DAVSIM_API void CumSum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& lastRowTensor,
                       const LocalTensor<T>& srcTensor, const CumSumInfo& cumSumInfo) {
    const detail::LibraryCall call(__builtin_return_address(0));
    CumSum<T, config>(dstTensor, lastRowTensor, srcTensor, detail::stack_buffer("CumSum"),
                      cumSumInfo);
}

}  // namespace AscendC
