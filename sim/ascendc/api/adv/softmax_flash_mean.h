// SPDX-License-Identifier: Apache-2.0
#pragma once
// SoftmaxFlashV3 (PASA): as SoftmaxFlashV2, but each eighth of a row is first shifted by
// (mean of the row - mean of the eighth) alpha / (1 - alpha), and the row's mean is carried from
// call to call. An fp16 matrix with fp32 means, sums and maxima, which fill a block each.
//
// What counts as mean of an eighth is what the hardware's instructions give: blocks of the first
// 512 columns are summed to 64 numbers, further columns are added 64 at a time, and eight
// neighbours each make a mean. Source: Ascend C documentation, SoftmaxFlashV3.

#include "sim/ascendc/api/adv/row_numbers.h"
#include "sim/ascendc/api/adv/softmax_types.h"
#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

// T: of the matrix. U: of the numbers.
template <typename T, typename U>
struct MeanFlashTensors {
    LocalTensor<T> dst;
    LocalTensor<U> mean;
    LocalTensor<U> sum;
    LocalTensor<U> max;
    LocalTensor<T> src;
    LocalTensor<T> exp_max;
    LocalTensor<U> in_mean;
    LocalTensor<U> in_sum;
    LocalTensor<U> in_max;
};

template <typename T, typename U>
class MeanFlashRows {
public:
    MeanFlashRows(const char* api, const LocalTensor<uint8_t>& buffer, const SoftMaxParams& params,
                  const void* site)
        : steps_(api, site),
          params_(params),
          width_(params.srcK),
          scale_(params.alpha / (1 - params.alpha)),
          buffer_(buffer.template ReinterpretCast<float>()) {
        if (width_ < kSummed || width_ % kLanes != 0)
            refuse_number(api, "srcK", width_, "multiples of 64 from 512 on");
        if (params.splitMeanCnt != kParts)
            refuse_number(api, "splitMeanCnt", params.splitMeanCnt, "8");
        group_ = rows_of_group(api, buffer_, params.srcM, 1,
                               [&](std::uint32_t rows) { return space(rows); });
    }

    void run(const MeanFlashTensors<T, U>& tensors, bool update) {
        in_groups(params_.srcM, group_, [&](std::uint32_t first, std::uint32_t count) {
            group(tensors, first, count, update);
        });
    }

private:
    static constexpr std::uint32_t kParts = 8;     // means of a row
    static constexpr std::uint32_t kSummed = 512;  // columns whose blocks are summed first
    static constexpr std::uint32_t kLanes = Rows::kLanes;
    static constexpr std::uint32_t kBlock = Rows::kBlock;
    static constexpr std::uint32_t kVectors = 8;  // numbers of a row
    static constexpr bool kWiden = !std::is_same_v<T, float>;
    using Numbers = RowNumbers<U, true>;
    using MatrixNumbers = RowNumbers<T, true>;

    std::uint32_t room_space(std::uint32_t rows) const {
        const std::uint32_t a = Numbers::space(rows);
        const std::uint32_t b = MatrixNumbers::space(rows);
        return a > b ? a : b;
    }
    std::uint32_t space(std::uint32_t rows) const {
        const std::uint32_t eights = rounded_up(rows, kBlock);
        const std::uint32_t matrices = kWiden ? 1 : 0;
        // Numbers, blocks, means of the parts as numbers and as blocks, columns folded to 64.
        return eights * (kVectors + kBlock + kParts + kLanes) + room_space(rows) +
               matrices * rows * width_ + fold_space(rows);
    }
    std::uint32_t fold_space(std::uint32_t rows) const {
        const std::uint32_t fold = Rows::fold_space(rows, width_, width_);
        return fold > rows * kLanes ? fold : rows * kLanes;
    }

    void group(const MeanFlashTensors<T, U>& tensors, std::uint32_t first, std::uint32_t count,
               bool update) {
        const std::uint32_t eights = rounded_up(group_, kBlock);
        Parts parts(buffer_);
        const LocalTensor<float> mean = parts.take(eights);
        const LocalTensor<float> carried = parts.take(eights);
        const LocalTensor<float> shift = parts.take(eights);
        const LocalTensor<float> shift_before = parts.take(eights);
        const LocalTensor<float> peak = parts.take(eights);
        const LocalTensor<float> factor = parts.take(eights);
        const LocalTensor<float> total = parts.take(eights);
        const LocalTensor<float> before = parts.take(eights);
        const LocalTensor<float> blocks = parts.take(eights * kBlock);
        const LocalTensor<float> part_means = parts.take(eights * kParts);
        const LocalTensor<float> part_blocks = parts.take(eights * kLanes);
        const LocalTensor<float> room = parts.take(room_space(group_));
        const LocalTensor<float> matrix = parts.take(kWiden ? group_ * width_ : 0);
        const LocalTensor<float> fold = parts.take(0);
        const Rows rows(steps_, count, width_, width_);
        Numbers numbers(steps_, rows, room);
        const std::uint32_t at = first * width_;

        const LocalTensor<float> x = widened(steps_, tensors.src[at], matrix, count * width_);
        const LocalTensor<float> y = target(tensors.dst[at], matrix);
        means(part_means, mean, x, fold, count);
        shift_parts(y, x, part_means, part_blocks, blocks, mean, rows);

        steps_.set_count(count);
        if (update) {
            const auto calls = static_cast<float>(params_.loopCnt);
            numbers.load(before, tensors.in_mean, first);
            steps_.set_count(count);
            steps_.muls(carried, before, calls - 1);
            steps_.add(carried, carried, mean);
            steps_.muls(carried, carried, 1 / calls);
            steps_.sub(shift_before, before, carried);
            steps_.muls(shift_before, shift_before, scale_);
        } else {
            steps_.muls(carried, mean, 1.0F);
        }
        steps_.sub(shift, mean, carried);
        steps_.muls(shift, shift, scale_);
        rows.reduce<ReduceType::MAX>(peak, y, fold);
        steps_.set_count(count);
        steps_.add(peak, peak, shift);
        if (update) {
            numbers.load(before, tensors.in_max, first);
            steps_.set_count(count);
            steps_.add(before, before, shift_before);
            steps_.max(peak, peak, before);
            steps_.sub(factor, before, peak);
            steps_.exp(factor, factor);
        }
        steps_.sub(before, peak, shift);
        rows.spread(blocks, before);
        rows.with_blocks(davsim::Opcode::kSub, y, y, blocks);
        rows.exp(y, y);
        rows.reduce<ReduceType::SUM>(total, y, fold);
        if (update) {
            numbers.load(before, tensors.in_sum, first);
            steps_.set_count(count);
            steps_.mul(before, before, factor);
            steps_.add(total, total, before);
            MatrixNumbers(steps_, rows, room).store(tensors.exp_max, factor, first);
        }
        numbers.store(tensors.mean, carried, first);
        numbers.store(tensors.max, peak, first);
        numbers.store(tensors.sum, total, first);
        if constexpr (kWiden) {
            steps_.set_count(count * width_);
            steps_.cast(tensors.dst[at], y, kNarrowing<T>);
        }
    }

    // Eight means a row, and the row's own.
    void means(const LocalTensor<float>& part_means, const LocalTensor<float>& mean,
               const LocalTensor<float>& x, const LocalTensor<float>& fold, std::uint32_t count) {
        constexpr Reduction kBlockSum{davsim::Opcode::kReduceBlock};
        const davsim::VectorMask all{kAllLanes, 0, false};
        for (std::uint32_t row = 0; row < count; ++row) {
            issue_reduce_chunks(steps_.api(), kBlockSum, fold[row * kLanes], x[row * width_], all,
                                kSummed / kLanes, {}, steps_.site());
        }
        steps_.barrier();
        for (std::uint32_t column = kSummed; column < width_; column += kLanes) {
            for (std::uint32_t row = 0; row < count; ++row) {
                binary(steps_.api(), davsim::Opcode::kAdd, fold[row * kLanes], fold[row * kLanes],
                       x[row * width_ + column], all, 1, BinaryRepeatParams(), steps_.site());
            }
            steps_.barrier();
        }
        issue_reduce_chunks(steps_.api(), kBlockSum, part_means, fold, all, count, {},
                            steps_.site());
        steps_.barrier();
        steps_.set_count(count * kParts);
        steps_.muls(part_means, part_means, 1 / static_cast<float>(width_ / kParts));
        const Rows eighths(steps_, count, kParts, kParts);
        eighths.reduce<ReduceType::SUM>(mean, part_means, fold);
        steps_.set_count(count);
        steps_.muls(mean, mean, 1 / static_cast<float>(kParts));
    }

    // y = x - (mean - mean of the part) scale
    void shift_parts(const LocalTensor<float>& y, const LocalTensor<float>& x,
                     const LocalTensor<float>& part_means, const LocalTensor<float>& part_blocks,
                     const LocalTensor<float>& blocks, const LocalTensor<float>& mean,
                     const Rows& rows) {
        const std::uint32_t count = rows.rows();
        rows.spread(blocks, mean);
        steps_.set_count(count * kParts);
        steps_.sub(part_means, blocks, part_means);
        steps_.muls(part_means, part_means, scale_);
        Rows(steps_, count * kParts, kBlock, kBlock).spread(part_blocks, part_means);
        const std::uint32_t length = width_ / kParts;
        const Rows part(steps_, count, length, width_);
        for (std::uint32_t i = 0; i < kParts; ++i) {
            part.with_blocks(davsim::Opcode::kSub, y[i * length], x[i * length],
                             part_blocks[i * kBlock], kParts);
        }
    }

    static LocalTensor<float> target(const LocalTensor<T>& dst, const LocalTensor<float>& matrix) {
        if constexpr (kWiden)
            return matrix;
        else
            return dst;
    }

    Steps steps_;
    SoftMaxParams params_;
    std::uint32_t width_;
    float scale_;
    LocalTensor<float> buffer_;
    std::uint32_t group_ = 0;
};

}  // namespace detail

#define DAVSIM_SOFTMAX_FLASH_V3(buffer_parameter, buffer)                                    \
    template <typename T, typename U, bool isUpdate = false, bool isReuseSource = false,     \
              bool isBasicBlock = false, bool isDataFormatNZ = false,                        \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                             \
    DAVSIM_API void SoftmaxFlashV3(                                                          \
        const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,                   \
        const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,                 \
        const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,                 \
        const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,            \
        const LocalTensor<U>& inMaxTensor, buffer_parameter const SoftMaxTiling& /*tiling*/, \
        const SoftMaxParams& params) {                                                       \
        DAVSIM_REQUIRE_PAIR(                                                                 \
            "SoftmaxFlashV3",                                                                \
            (!detail::kIs910 && std::is_same_v<T, half> && std::is_same_v<U, float>), T, U); \
        static_assert(!isDataFormatNZ,                                                       \
                      "UNSUPPORTED: SoftmaxFlashV3 of format NZ on arch " DAVSIM_ARCH_TEXT); \
        detail::MeanFlashRows<T, U>("SoftmaxFlashV3", buffer, params, DAVSIM_SITE)           \
            .run({dstTensor, meanTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor,   \
                  inMeanTensor, inExpSumTensor, inMaxTensor},                                \
                 isUpdate);                                                                  \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>&sharedTmpBuffer,
DAVSIM_SOFTMAX_FLASH_V3(, detail::stack_buffer("SoftmaxFlashV3"))
DAVSIM_SOFTMAX_FLASH_V3(DAVSIM_BUFFER, sharedTmpBuffer)
#undef DAVSIM_BUFFER
#undef DAVSIM_SOFTMAX_FLASH_V3

}  // namespace AscendC
