// SPDX-License-Identifier: Apache-2.0
#pragma once
// SoftmaxFlash and SoftmaxFlashV2: softmax of rows that come in parts. With isUpdate, max and sum
// of the parts before go in, and exp(old max - new max) comes out to correct their results with. V2
// leaves the division by the sum to the caller. fp32; fp16 is widened.
// Source of the formulas: Ascend C documentation of both.

#include "sim/ascendc/api/adv/row_numbers.h"
#include "sim/ascendc/api/adv/softmax.h"

namespace AscendC {
namespace detail {

// T: of the matrix and of exp(old max - new max). U: of max and sum.
template <typename T, typename U>
struct FlashTensors {
    LocalTensor<T> dst;
    LocalTensor<U> sum;
    LocalTensor<U> max;
    LocalTensor<T> src;
    LocalTensor<T> exp_max;
    LocalTensor<U> in_sum;
    LocalTensor<U> in_max;
    const LocalTensor<U>* reduced_max = nullptr;  // of these rows alone
};

template <typename T, typename U, bool kBlocks>
class FlashRows {
public:
    FlashRows(const char* api, const LocalTensor<uint8_t>& buffer, const SoftMaxShapeInfo& shape,
              const void* site)
        : steps_(api, site), shape_(shape), buffer_(buffer.template ReinterpretCast<float>()) {
        if (shape.srcK * std::uint32_t{sizeof(T)} % davsim::kBlockBytes != 0)
            refuse_number(api, "srcK", shape.srcK, "a row of whole 32-byte blocks");
        constexpr std::uint32_t kGrain =
            MatrixNumbers::kGrain > Numbers::kGrain ? MatrixNumbers::kGrain : Numbers::kGrain;
        group_ = rows_of_group(api, buffer_, shape.oriSrcM, kGrain,
                               [&](std::uint32_t rows) { return space(rows); });
    }

    // `divide`: the first version, which divides by the sum.
    void run(const FlashTensors<T, U>& tensors, bool update, bool divide) {
        in_groups(shape_.oriSrcM, group_, [&](std::uint32_t first, std::uint32_t count) {
            group(tensors, first, count, update, divide);
        });
    }

private:
    using Numbers = RowNumbers<U, kBlocks>;
    using MatrixNumbers = RowNumbers<T, kBlocks>;
    static constexpr bool kWiden = !std::is_same_v<T, float>;

    std::uint32_t space(std::uint32_t rows) const {
        const std::uint32_t eights = rounded_up(rows, Rows::kBlock);
        const std::uint32_t room = MatrixNumbers::space(rows) > Numbers::space(rows)
                                       ? MatrixNumbers::space(rows)
                                       : Numbers::space(rows);
        return eights * (4 + Rows::kBlock) + room + (kWiden ? rows * shape_.srcK : 0) +
               Rows::fold_space(rows, shape_.oriSrcK, shape_.srcK);
    }

    void group(const FlashTensors<T, U>& tensors, std::uint32_t first, std::uint32_t count,
               bool update, bool divide) {
        const std::uint32_t eights = rounded_up(group_, Rows::kBlock);
        const std::uint32_t elements = count * shape_.srcK;
        const std::uint32_t at = first * shape_.srcK;
        Parts parts(buffer_);
        const LocalTensor<float> peak = parts.take(eights);
        const LocalTensor<float> total = parts.take(eights);
        const LocalTensor<float> factor = parts.take(eights);
        const LocalTensor<float> before = parts.take(eights);
        const LocalTensor<float> blocks = parts.take(eights * Rows::kBlock);
        const LocalTensor<float> room = parts.take(
            space(group_) - eights * (4 + Rows::kBlock) - (kWiden ? group_ * shape_.srcK : 0) -
            Rows::fold_space(group_, shape_.oriSrcK, shape_.srcK));
        const LocalTensor<float> matrix = parts.take(kWiden ? group_ * shape_.srcK : 0);
        const LocalTensor<float> fold = parts.take(0);
        const Rows rows(steps_, count, shape_.oriSrcK, shape_.srcK);
        Numbers numbers(steps_, rows, room);
        MatrixNumbers matrix_numbers(steps_, rows, room);

        const LocalTensor<float> x = widened(steps_, tensors.src[at], matrix, elements);
        const LocalTensor<float> y = target(tensors.dst[at], matrix);
        rows.reduce<ReduceType::MAX>(peak, x, fold);
        if (update) {
            if (tensors.reduced_max != nullptr) numbers.store(*tensors.reduced_max, peak, first);
            numbers.load(before, tensors.in_max, first);
            steps_.set_count(count);
            steps_.max(peak, peak, before);
            steps_.sub(factor, before, peak);
            steps_.exp(factor, factor);
        }
        rows.spread(blocks, peak);
        rows.with_blocks(davsim::Opcode::kSub, y, x, blocks);
        rows.exp(y, y);
        rows.reduce<ReduceType::SUM>(total, y, fold);
        if (update) {
            numbers.load(before, tensors.in_sum, first);
            steps_.set_count(count);
            steps_.mul(before, before, factor);
            steps_.add(total, total, before);
            if (divide) steps_.div(factor, before, total);
            matrix_numbers.store(tensors.exp_max, factor, first);
        }
        numbers.store(tensors.max, peak, first);
        numbers.store(tensors.sum, total, first);
        if (divide) {
            rows.spread(blocks, total);
            rows.with_blocks(davsim::Opcode::kDiv, y, y, blocks);
        }
        if constexpr (kWiden) {
            steps_.set_count(elements);
            steps_.cast(tensors.dst[at], y, kNarrowing<T>);
        }
    }

    static LocalTensor<float> target(const LocalTensor<T>& dst, const LocalTensor<float>& matrix) {
        if constexpr (kWiden)
            return matrix;
        else
            return dst;
    }

    Steps steps_;
    SoftMaxShapeInfo shape_;
    LocalTensor<float> buffer_;
    std::uint32_t group_ = 0;
};

template <typename T, typename U, bool isDataFormatNZ, bool kBlocks>
void softmax_flash(const char* api, const FlashTensors<T, U>& tensors, bool update, bool divide,
                   const LocalTensor<uint8_t>& buffer, const SoftMaxTiling& tiling,
                   const SoftMaxShapeInfo& shape, const void* site) {
    DAVSIM_REQUIRE_PAIR("SoftmaxFlash, SoftmaxFlashV2", (kLibraryFloats<T> && kLibraryFloats<U>), T,
                        U);
    static_assert(!isDataFormatNZ,
                  "UNSUPPORTED: SoftmaxFlash of format NZ on arch " DAVSIM_ARCH_TEXT);
    FlashRows<T, U, kBlocks>(api, buffer, softmax_shape(tiling, shape), site)
        .run(tensors, update, divide);
}

constexpr bool numbers_fill_blocks(const SoftmaxConfig& config) {
    return config.mode == SoftmaxMode::SOFTMAX_NORMAL;
}

}  // namespace detail

// Max and sum in the matrix' type, or in fp32 beside an fp16 matrix; with and without a buffer.
#define DAVSIM_SOFTMAX_FLASH(Matrix, Number, buffer_parameter, buffer)                            \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false>                  \
    DAVSIM_API void SoftmaxFlash(                                                                 \
        const LocalTensor<Matrix>& dstTensor, const LocalTensor<Number>& sumTensor,               \
        const LocalTensor<Number>& maxTensor, const LocalTensor<Matrix>& srcTensor,               \
        const LocalTensor<Matrix>& expMaxTensor, const LocalTensor<Number>& inSumTensor,          \
        const LocalTensor<Number>& inMaxTensor, buffer_parameter const SoftMaxTiling& tiling,     \
        bool isUpdate = false, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                   \
        detail::softmax_flash<Matrix, Number, false, true>(                                       \
            "SoftmaxFlash",                                                                       \
            {dstTensor, sumTensor, maxTensor, srcTensor, expMaxTensor, inSumTensor, inMaxTensor}, \
            isUpdate, true, buffer, tiling, softmaxShapeInfo, DAVSIM_SITE);                       \
    }                                                                                             \
    template <typename T, bool isUpdate = false, bool isReuseSource = false,                      \
              bool isBasicBlock = false, bool isDataFormatNZ = false,                             \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                                  \
    DAVSIM_API void SoftmaxFlashV2(                                                               \
        const LocalTensor<Matrix>& dstTensor, const LocalTensor<Number>& expSumTensor,            \
        const LocalTensor<Number>& maxTensor, const LocalTensor<Matrix>& srcTensor,               \
        const LocalTensor<Matrix>& expMaxTensor, const LocalTensor<Number>& inExpSumTensor,       \
        const LocalTensor<Number>& inMaxTensor, buffer_parameter const SoftMaxTiling& tiling,     \
        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                                          \
        detail::softmax_flash<Matrix, Number, isDataFormatNZ,                                     \
                              detail::numbers_fill_blocks(config)>(                               \
            "SoftmaxFlashV2",                                                                     \
            {dstTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor, inExpSumTensor,         \
             inMaxTensor},                                                                        \
            isUpdate, false, buffer, tiling, softmaxShapeInfo, DAVSIM_SITE);                      \
    }
// With the maximum of these rows alone, where isUpdate is set.
#define DAVSIM_SOFTMAX_FLASH_MAX(buffer_parameter, buffer)                                        \
    template <typename T, bool isUpdate = false, bool isReuseSource = false,                      \
              bool isBasicBlock = false, bool isDataFormatNZ = false,                             \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                                  \
    DAVSIM_API void SoftmaxFlashV2(                                                               \
        const LocalTensor<T>& dstTensor, const LocalTensor<T>& outReduceMax,                      \
        const LocalTensor<T>& outExpSum, const LocalTensor<T>& outMax,                            \
        const LocalTensor<T>& srcTensor, const LocalTensor<T>& outExpMax,                         \
        const LocalTensor<T>& inExpSum, const LocalTensor<T>& inMax,                              \
        buffer_parameter const SoftMaxTiling& tiling,                                             \
        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                                          \
        detail::softmax_flash<T, T, isDataFormatNZ, detail::numbers_fill_blocks(config)>(         \
            "SoftmaxFlashV2",                                                                     \
            {dstTensor, outExpSum, outMax, srcTensor, outExpMax, inExpSum, inMax, &outReduceMax}, \
            isUpdate, false, buffer, tiling, softmaxShapeInfo, DAVSIM_SITE);                      \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>&sharedTmpBuffer,

DAVSIM_SOFTMAX_FLASH(T, T, , detail::stack_buffer("SoftmaxFlash"))
DAVSIM_SOFTMAX_FLASH(half, float, , detail::stack_buffer("SoftmaxFlash"))
DAVSIM_SOFTMAX_FLASH(T, T, DAVSIM_BUFFER, sharedTmpBuffer)
DAVSIM_SOFTMAX_FLASH(half, float, DAVSIM_BUFFER, sharedTmpBuffer)
DAVSIM_SOFTMAX_FLASH_MAX(, detail::stack_buffer("SoftmaxFlash"))
DAVSIM_SOFTMAX_FLASH_MAX(DAVSIM_BUFFER, sharedTmpBuffer)

#undef DAVSIM_BUFFER
#undef DAVSIM_SOFTMAX_FLASH_MAX
#undef DAVSIM_SOFTMAX_FLASH

// A tiling made by the kernel: davsim's SoftmaxFlashV2 takes the shape only.
inline constexpr SoftMaxTiling SoftMaxFlashV2TilingFunc(
    const SoftMaxShapeInfo& shapeInfo, const uint32_t /*dataTypeSize1*/,
    const uint32_t /*dataTypeSize2*/, const uint32_t /*localWorkSpaceSize*/,
    const bool /*isUpdate*/ = false, const bool /*isBasicBlock*/ = false,
    const bool /*isDataFormatNZ*/ = false, const bool /*isFlashOutputBrc*/ = false) {
    SoftMaxTiling tiling;
    tiling.srcM = shapeInfo.srcM;
    tiling.srcK = shapeInfo.srcK;
    tiling.srcSize = shapeInfo.srcM * shapeInfo.srcK;
    return tiling;
}

}  // namespace AscendC
