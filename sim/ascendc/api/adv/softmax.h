// SPDX-License-Identifier: Apache-2.0
#pragma once
// SoftMax of the rows of a matrix: exp(x - max) / sum. Max and sum of a row fill a block each in
// their tensors. SimpleSoftMax takes both as they are. fp16 is computed in fp32.

#include "sim/ascendc/api/adv/rows.h"
#include "sim/ascendc/api/adv/softmax_types.h"
#include "sim/ascendc/api/adv/unary_forms.h"
#include "sim/ascendc/api/data_copy.h"

namespace AscendC {
namespace detail {

// `shape` where given, else the tiling's.
inline SoftMaxShapeInfo softmax_shape(const SoftMaxTiling& tiling, const SoftMaxShapeInfo& given) {
    SoftMaxShapeInfo shape = given;
    if (shape.srcM == 0 || shape.srcK == 0)
        shape = {tiling.srcM, tiling.srcK, tiling.srcM, tiling.srcK};
    if (shape.oriSrcM == 0) shape.oriSrcM = shape.srcM;
    if (shape.oriSrcK == 0) shape.oriSrcK = shape.srcK;
    return shape;
}

// T: of the matrix. U: of max and sum.
template <typename T, typename U>
class SoftMaxRows {
public:
    SoftMaxRows(const char* api, const LocalTensor<uint8_t>& buffer, const SoftMaxShapeInfo& shape,
                const void* site)
        : steps_(api, site), shape_(shape), buffer_(buffer.template ReinterpretCast<float>()) {
        const std::uint32_t column_bytes = shape.srcK * std::uint32_t{sizeof(T)};
        if (column_bytes % davsim::kBlockBytes != 0)
            refuse_number(api, "srcK", shape.srcK, "a row of whole 32-byte blocks");
        find_group();
    }

    // With `sum` and `max` null: computed, but not stored.
    void softmax(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<U>* sum,
                 const LocalTensor<U>* max) {
        for (std::uint32_t row = 0; row < shape_.oriSrcM; row += group_) {
            begin_group(row);
            const Rows rows(steps_, count_, shape_.oriSrcK, pitch());
            const LocalTensor<float> x = load(src);
            const LocalTensor<float> y = kWiden ? x : target(dst);
            rows.reduce<ReduceType::MAX>(numbers_, x, fold_);
            publish(rows, max);
            rows.with_blocks(davsim::Opcode::kSub, y, x, blocks_);
            rows.exp(y, y);
            rows.reduce<ReduceType::SUM>(numbers_, y, fold_);
            publish(rows, sum);
            rows.with_blocks(davsim::Opcode::kDiv, y, y, blocks_);
            store(dst, y);
        }
    }

    void simple(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<U>& sum,
                const LocalTensor<U>& max) {
        for (std::uint32_t row = 0; row < shape_.oriSrcM; row += group_) {
            begin_group(row);
            const Rows rows(steps_, count_, shape_.oriSrcK, pitch());
            const LocalTensor<float> x = load(src);
            const LocalTensor<float> y = kWiden ? x : target(dst);
            rows.with_blocks(davsim::Opcode::kSub, y, x, given_blocks(max));
            rows.exp(y, y);
            rows.with_blocks(davsim::Opcode::kDiv, y, y, given_blocks(sum));
            store(dst, y);
        }
    }

private:
    static constexpr bool kWiden = std::is_same_v<T, half>;
    static constexpr bool kOwnOutputs = !std::is_same_v<U, float>;
    static constexpr std::uint32_t kBlock = Rows::kBlock;
    static constexpr std::uint32_t kOutBlock = davsim::kBlockBytes / sizeof(U);

    // fp32 rows have whole blocks as well.
    std::uint32_t pitch() const { return shape_.srcK; }

    // Numbers are spread to blocks eight at a time.
    static std::uint32_t in_eights(std::uint32_t rows) {
        return (rows + kBlock - 1) / kBlock * kBlock;
    }

    std::uint32_t space(std::uint32_t rows) const {
        const std::uint32_t matrix = kWiden ? rows * pitch() : 0;
        const std::uint32_t outputs = in_eights(rows) * (kOwnOutputs ? 2 + 2 * kBlock : 1 + kBlock);
        return matrix + outputs + Rows::fold_space(rows, shape_.oriSrcK, pitch());
    }

    // Rows that the buffer has room for.
    void find_group() {
        const std::uint32_t floats = buffer_.GetSize();
        group_ = shape_.oriSrcM;
        while (group_ > 1 && space(group_) > floats)
            group_ = group_ > kBlock ? in_eights(group_) - kBlock : group_ / 2;
        if (space(group_) > floats) {
            refuse(steps_.api(), "sharedTmpBuffer",
                   std::to_string(floats * sizeof(float)) + " bytes",
                   std::to_string(space(1) * sizeof(float)) + " or more");
        }
    }

    void begin_group(std::uint32_t row) {
        row_ = row;
        const std::uint32_t left = shape_.oriSrcM - row;
        count_ = left < group_ ? left : group_;
        const std::uint32_t eights = in_eights(group_);
        std::uint32_t at = 0;
        const auto take = [&](std::uint32_t floats) {
            const LocalTensor<float> part = buffer_[at];
            at += floats;
            return part;
        };
        numbers_ = take(eights);
        blocks_ = take(eights * kBlock);
        out_numbers_ = take(kOwnOutputs ? eights : 0).template ReinterpretCast<U>();
        out_blocks_ = take(kOwnOutputs ? eights * kBlock : 0).template ReinterpretCast<U>();
        matrix_ = take(kWiden ? group_ * pitch() : 0);
        fold_ = take(0);
    }

    LocalTensor<float> target(const LocalTensor<T>& dst) const {
        return dst[row_ * shape_.srcK].template ReinterpretCast<float>();
    }

    LocalTensor<float> load(const LocalTensor<T>& src) {
        const LocalTensor<T> from = src[row_ * shape_.srcK];
        if constexpr (!kWiden) {
            return from;
        } else {
            steps_.set_count(count_ * shape_.srcK);
            steps_.cast(matrix_, from, RoundMode::CAST_NONE);
            return matrix_;
        }
    }

    void store(const LocalTensor<T>& dst, const LocalTensor<float>& y) {
        if constexpr (kWiden) {
            steps_.set_count(count_ * shape_.srcK);
            steps_.cast(dst[row_ * shape_.srcK], y, RoundMode::CAST_NONE);
        }
    }

    // The numbers as blocks, and in the caller's tensor where there is one.
    void publish(const Rows& rows, const LocalTensor<U>* out) {
        rows.spread(blocks_, numbers_);
        if (out == nullptr) return;
        LocalTensor<U> blocks;
        if constexpr (std::is_same_v<U, float>) {
            blocks = blocks_;
        } else {
            steps_.set_count(count_);
            steps_.cast(out_numbers_, numbers_, RoundMode::CAST_NONE);
            rows.spread(out_blocks_, out_numbers_);
            blocks = out_blocks_;
        }
        DataCopy((*out)[row_ * kOutBlock], blocks, count_ * kOutBlock);
        steps_.barrier();
    }

    // The caller's blocks of a number each, as fp32 blocks.
    LocalTensor<float> given_blocks(const LocalTensor<U>& given) {
        const LocalTensor<U> from = given[row_ * kOutBlock];
        if constexpr (std::is_same_v<U, float>) {
            return from;
        } else {
            const davsim::VectorMask first_lanes{(std::uint64_t{1} << kBlock) - 1, 0, false};
            for (std::uint32_t row = 0; row < count_; row += davsim::kMaxRepeat) {
                const std::uint32_t left = count_ - row;
                cast(blocks_[row * kBlock], from[row * kOutBlock], RoundMode::CAST_NONE,
                     first_lanes, left < davsim::kMaxRepeat ? left : davsim::kMaxRepeat,
                     UnaryRepeatParams(1, 1, 1, 1), steps_.site());
            }
            steps_.barrier();
            return blocks_;
        }
    }

    Steps steps_;
    SoftMaxShapeInfo shape_;
    LocalTensor<float> buffer_;
    std::uint32_t group_ = 0;
    std::uint32_t row_ = 0;
    std::uint32_t count_ = 0;
    LocalTensor<float> numbers_;
    LocalTensor<float> blocks_;
    LocalTensor<U> out_numbers_;
    LocalTensor<U> out_blocks_;
    LocalTensor<float> matrix_;
    LocalTensor<float> fold_;
};

template <typename T, typename U, bool isDataFormatNZ>
void softmax(const char* api, const LocalTensor<T>& dst, const LocalTensor<U>* sum,
             const LocalTensor<U>* max, const LocalTensor<T>& src,
             const LocalTensor<uint8_t>& buffer, const SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& shape, const void* site) {
    DAVSIM_REQUIRE("SoftMax", (kLibraryFloats<T> && kLibraryFloats<U>), T);
    static_assert(!isDataFormatNZ, "UNSUPPORTED: SoftMax of format NZ on arch " DAVSIM_ARCH_TEXT);
    SoftMaxRows<T, U>(api, buffer, softmax_shape(tiling, shape), site).softmax(dst, src, sum, max);
}

}  // namespace detail

// With and without a buffer; with sum and max in the matrix' type, in fp32 beside an fp16 matrix,
// or not at all.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
DAVSIM_API void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& sumTensor,
                        const LocalTensor<T>& maxTensor, const LocalTensor<T>& srcTensor,
                        const SoftMaxTiling& tiling,
                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    detail::softmax<T, T, isDataFormatNZ>("SoftMax", dstTensor, &sumTensor, &maxTensor, srcTensor,
                                          detail::stack_buffer("SoftMax"), tiling, softmaxShapeInfo,
                                          DAVSIM_SITE);
}

template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
DAVSIM_API void SoftMax(const LocalTensor<half>& dstTensor, const LocalTensor<float>& sumTensor,
                        const LocalTensor<float>& maxTensor, const LocalTensor<half>& srcTensor,
                        const SoftMaxTiling& tiling,
                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    detail::softmax<half, float, isDataFormatNZ>("SoftMax", dstTensor, &sumTensor, &maxTensor,
                                                 srcTensor, detail::stack_buffer("SoftMax"), tiling,
                                                 softmaxShapeInfo, DAVSIM_SITE);
}

template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
DAVSIM_API void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                        const SoftMaxTiling& tiling,
                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    detail::softmax<T, float, false>("SoftMax", dstTensor, nullptr, nullptr, srcTensor,
                                     detail::stack_buffer("SoftMax"), tiling, softmaxShapeInfo,
                                     DAVSIM_SITE);
}

template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
DAVSIM_API void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                        const LocalTensor<uint8_t>& sharedTmpBuffer, const SoftMaxTiling& tiling,
                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    detail::softmax<T, float, false>("SoftMax", dstTensor, nullptr, nullptr, srcTensor,
                                     sharedTmpBuffer, tiling, softmaxShapeInfo, DAVSIM_SITE);
}

template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
DAVSIM_API void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& sumTensor,
                        const LocalTensor<T>& maxTensor, const LocalTensor<T>& srcTensor,
                        const LocalTensor<uint8_t>& sharedTmpBuffer, const SoftMaxTiling& tiling,
                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    detail::softmax<T, T, isDataFormatNZ>("SoftMax", dstTensor, &sumTensor, &maxTensor, srcTensor,
                                          sharedTmpBuffer, tiling, softmaxShapeInfo, DAVSIM_SITE);
}

template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
DAVSIM_API void SoftMax(const LocalTensor<half>& dstTensor, const LocalTensor<float>& sumTensor,
                        const LocalTensor<float>& maxTensor, const LocalTensor<half>& srcTensor,
                        const LocalTensor<uint8_t>& sharedTmpBuffer, const SoftMaxTiling& tiling,
                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    detail::softmax<half, float, isDataFormatNZ>("SoftMax", dstTensor, &sumTensor, &maxTensor,
                                                 srcTensor, sharedTmpBuffer, tiling,
                                                 softmaxShapeInfo, DAVSIM_SITE);
}

// With the sum and the maximum of each row given.
#define DAVSIM_SIMPLE_SOFTMAX(Matrix, Number, buffer_parameter, buffer)                            \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false,                   \
              bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>      \
    DAVSIM_API void SimpleSoftMax(                                                                 \
        const LocalTensor<Matrix>& dstTensor, const LocalTensor<Number>& inSumTensor,              \
        const LocalTensor<Number>& inMaxTensor, const LocalTensor<Matrix>& srcTensor,              \
        buffer_parameter const SoftMaxTiling& tiling,                                              \
        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                                           \
        static_assert(                                                                             \
            detail::kLibraryFloats<Matrix> && !isDataFormatNZ,                                     \
            "UNSUPPORTED: SimpleSoftMax of this dtype or format on arch " DAVSIM_ARCH_TEXT);       \
        detail::SoftMaxRows<Matrix, Number>(                                                       \
            "SimpleSoftMax", buffer, detail::softmax_shape(tiling, softmaxShapeInfo), DAVSIM_SITE) \
            .simple(dstTensor, srcTensor, inSumTensor, inMaxTensor);                               \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>&sharedTmpBuffer,

DAVSIM_SIMPLE_SOFTMAX(T, T, , detail::stack_buffer("SimpleSoftMax"))
DAVSIM_SIMPLE_SOFTMAX(half, float, , detail::stack_buffer("SimpleSoftMax"))
DAVSIM_SIMPLE_SOFTMAX(T, T, DAVSIM_BUFFER, sharedTmpBuffer)
DAVSIM_SIMPLE_SOFTMAX(half, float, DAVSIM_BUFFER, sharedTmpBuffer)

#undef DAVSIM_BUFFER
#undef DAVSIM_SIMPLE_SOFTMAX

}  // namespace AscendC
