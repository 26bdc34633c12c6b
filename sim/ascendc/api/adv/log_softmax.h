// SPDX-License-Identifier: Apache-2.0
#pragma once
// LogSoftMax: log10 of the softmax of rows; max and sum of a row fill a block each. fp32; fp16 is
// widened. Source: Ascend C documentation, LogSoftMax.

#include "sim/ascendc/api/adv/row_numbers.h"
#include "sim/ascendc/api/adv/softmax.h"

namespace AscendC {
namespace detail {

template <typename T>
class LogSoftMaxRows {
public:
    LogSoftMaxRows(const char* api, const LocalTensor<uint8_t>& buffer,
                   const SoftMaxShapeInfo& shape, const void* site)
        : steps_(api, site), shape_(shape), buffer_(buffer.template ReinterpretCast<float>()) {
        if (shape.srcK * std::uint32_t{sizeof(T)} % davsim::kBlockBytes != 0)
            refuse_number(api, "srcK", shape.srcK, "a row of whole 32-byte blocks");
        group_ = rows_of_group(api, buffer_, shape.oriSrcM, 1,
                               [&](std::uint32_t rows) { return space(rows); });
    }

    void run(const LocalTensor<T>& dst, const LocalTensor<T>& sum, const LocalTensor<T>& max,
             const LocalTensor<T>& src) {
        in_groups(shape_.oriSrcM, group_, [&](std::uint32_t first, std::uint32_t count) {
            const std::uint32_t eights = rounded_up(group_, Rows::kBlock);
            const std::uint32_t elements = count * shape_.srcK;
            const std::uint32_t at = first * shape_.srcK;
            Parts parts(buffer_);
            const LocalTensor<float> values = parts.take(eights);
            const LocalTensor<float> blocks = parts.take(eights * Rows::kBlock);
            const LocalTensor<float> room = parts.take(Numbers::space(group_));
            const LocalTensor<float> matrix = parts.take(kWiden ? group_ * shape_.srcK : 0);
            const LocalTensor<float> fold = parts.take(0);
            const Rows rows(steps_, count, shape_.oriSrcK, shape_.srcK);
            Numbers numbers(steps_, rows, room);
            const LocalTensor<float> x = widened(steps_, src[at], matrix, elements);
            const LocalTensor<float> y =
                kWiden ? matrix : dst[at].template ReinterpretCast<float>();
            rows.reduce<ReduceType::MAX>(values, x, fold);
            numbers.store(max, values, first);
            rows.spread(blocks, values);
            rows.with_blocks(davsim::Opcode::kSub, y, x, blocks);
            rows.exp(y, y);
            rows.reduce<ReduceType::SUM>(values, y, fold);
            numbers.store(sum, values, first);
            rows.spread(blocks, values);
            rows.with_blocks(davsim::Opcode::kDiv, y, y, blocks);
            steps_.set_count(elements);
            steps_.ln(y, y);
            steps_.muls(y, y, kLog10OfE);
            if constexpr (kWiden) steps_.cast(dst[at], y, kNarrowing<T>);
        });
    }

private:
    using Numbers = RowNumbers<T, true>;
    static constexpr bool kWiden = !std::is_same_v<T, float>;
    static constexpr float kLog10OfE = 0.4342944819032518F;

    std::uint32_t space(std::uint32_t rows) const {
        return rounded_up(rows, Rows::kBlock) * (1 + Rows::kBlock) + Numbers::space(rows) +
               (kWiden ? rows * shape_.srcK : 0) +
               Rows::fold_space(rows, shape_.oriSrcK, shape_.srcK);
    }

    Steps steps_;
    SoftMaxShapeInfo shape_;
    LocalTensor<float> buffer_;
    std::uint32_t group_ = 0;
};

}  // namespace detail

template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
DAVSIM_API void LogSoftMax(const LocalTensor<T>& dst, const LocalTensor<T>& sum,
                           const LocalTensor<T>& max, const LocalTensor<T>& src,
                           const LocalTensor<uint8_t>& sharedTmpBuffer,
                           const LogSoftMaxTiling& tiling,
                           const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    DAVSIM_REQUIRE("LogSoftMax", (detail::kLibraryFloats<T>), T);
    static_assert(!isDataFormatNZ,
                  "UNSUPPORTED: LogSoftMax of format NZ on arch " DAVSIM_ARCH_TEXT);
    detail::LogSoftMaxRows<T>("LogSoftMax", sharedTmpBuffer,
                              detail::softmax_shape(tiling, softmaxShapeInfo), DAVSIM_SITE)
        .run(dst, sum, max, src);
}

}  // namespace AscendC
