// SPDX-License-Identifier: Apache-2.0
#pragma once
// SoftmaxGrad: for y = softmax(x) and its gradient g, (g - sum(g y)) y of each row;
// SoftmaxGradFront only the sum, as a block of equal numbers a row. fp32; fp16 is widened.

#include "sim/ascendc/api/adv/rows.h"
#include "sim/ascendc/api/adv/softmax.h"

namespace AscendC {
namespace detail {

template <typename T>
class SoftmaxGradRows {
public:
    SoftmaxGradRows(const char* api, const LocalTensor<uint8_t>& buffer,
                    const SoftMaxShapeInfo& shape, const void* site)
        : steps_(api, site), shape_(shape), buffer_(buffer.template ReinterpretCast<float>()) {
        group_ = shape_.oriSrcM;
        while (group_ > 1 && space(group_) > buffer_.GetSize())
            group_ = group_ > kBlock ? in_eights(group_) - kBlock : group_ / 2;
        if (space(group_) > buffer_.GetSize())
            refuse(api, "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
                   std::to_string(space(1) * sizeof(float)) + " or more");
    }

    void run(const LocalTensor<T>& dst, const LocalTensor<T>& grad, const LocalTensor<T>& y,
             bool front) {
        for (std::uint32_t row = 0; row < shape_.oriSrcM; row += group_) {
            const std::uint32_t left = shape_.oriSrcM - row;
            const std::uint32_t count = left < group_ ? left : group_;
            const std::uint32_t at = row * shape_.srcK;
            place();
            const Rows rows(steps_, count, shape_.oriSrcK, shape_.srcK);
            const LocalTensor<float> g = widened(grad[at], grad_, count);
            const LocalTensor<float> s = widened(y[at], value_, count);
            steps_.set_count(count * shape_.srcK);
            steps_.mul(product_, g, s);
            rows.reduce<ReduceType::SUM>(numbers_, product_, fold_);
            if (front) {
                store_sums(rows, dst[row * kOutBlock], count);
                continue;
            }
            rows.spread(blocks_, numbers_);
            rows.with_blocks(davsim::Opcode::kSub, product_, g, blocks_);
            steps_.set_count(count * shape_.srcK);
            if constexpr (kWiden) {
                steps_.mul(product_, product_, s);
                steps_.cast(dst[at], product_, RoundMode::CAST_NONE);
            } else {
                steps_.mul(dst[at], product_, s);
            }
        }
    }

    // Floats for so many rows.
    static std::uint32_t space(std::uint32_t rows, const SoftMaxShapeInfo& shape) {
        const std::uint32_t matrices = kWiden ? 3 : 1;
        return matrices * rows * shape.srcK + in_eights(rows) * (1 + kBlock) +
               Rows::fold_space(rows, shape.oriSrcK, shape.srcK);
    }

private:
    static constexpr bool kWiden = std::is_same_v<T, half>;
    static constexpr std::uint32_t kBlock = Rows::kBlock;
    static constexpr std::uint32_t kOutBlock = davsim::kBlockBytes / sizeof(T);

    static std::uint32_t in_eights(std::uint32_t rows) {
        return (rows + kBlock - 1) / kBlock * kBlock;
    }
    std::uint32_t space(std::uint32_t rows) const { return space(rows, shape_); }

    void place() {
        std::uint32_t at = 0;
        const auto take = [&](std::uint32_t floats) {
            const LocalTensor<float> part = buffer_[at];
            at += floats;
            return part;
        };
        numbers_ = take(in_eights(group_));
        blocks_ = take(in_eights(group_) * kBlock);
        product_ = take(group_ * shape_.srcK);
        grad_ = take(kWiden ? group_ * shape_.srcK : 0);
        value_ = take(kWiden ? group_ * shape_.srcK : 0);
        fold_ = take(0);
    }

    LocalTensor<float> widened(const LocalTensor<T>& from, const LocalTensor<float>& to,
                               std::uint32_t count) {
        if constexpr (kWiden) {
            steps_.set_count(count * shape_.srcK);
            steps_.cast(to, from, RoundMode::CAST_NONE);
            return to;
        } else {
            return from;
        }
    }

    // A sum fills a block of the destination's type.
    void store_sums(const Rows& rows, const LocalTensor<T>& dst, std::uint32_t count) {
        LocalTensor<T> blocks;
        if constexpr (kWiden) {
            const LocalTensor<half> narrow = product_.template ReinterpretCast<half>();
            steps_.set_count(count);
            steps_.cast(narrow, numbers_, RoundMode::CAST_NONE);
            blocks = blocks_.template ReinterpretCast<half>();
            rows.spread(blocks, narrow);
        } else {
            rows.spread(blocks_, numbers_);
            blocks = blocks_;
        }
        DataCopy(dst, blocks, count * kOutBlock);
        steps_.barrier();
    }

    Steps steps_;
    SoftMaxShapeInfo shape_;
    LocalTensor<float> buffer_;
    std::uint32_t group_ = 0;
    LocalTensor<float> numbers_;
    LocalTensor<float> blocks_;
    LocalTensor<float> product_;
    LocalTensor<float> grad_;
    LocalTensor<float> value_;
    LocalTensor<float> fold_;
};

}  // namespace detail

#define DAVSIM_SOFTMAX_GRAD(Name, flags, buffer_parameter, buffer, front_parameter, front)         \
    template <typename T, bool flags = false, bool isDataFormatNZ = false>                         \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor,        \
                         const LocalTensor<T>& srcTensor,                                          \
                         buffer_parameter const SoftMaxTiling& tiling front_parameter,             \
                         const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                          \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                                     \
        static_assert(!isDataFormatNZ,                                                             \
                      "UNSUPPORTED: " #Name " of format NZ on arch " DAVSIM_ARCH_TEXT);            \
        detail::SoftmaxGradRows<T>(#Name, buffer, detail::softmax_shape(tiling, softmaxShapeInfo), \
                                   DAVSIM_SITE)                                                    \
            .run(dstTensor, gradTensor, srcTensor, front);                                         \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>&sharedTmpBuffer,
#define DAVSIM_FRONT , bool isFront = false

DAVSIM_SOFTMAX_GRAD(SoftmaxGrad, isReuseSource, , detail::stack_buffer("SoftmaxGrad"), DAVSIM_FRONT,
                    isFront)
DAVSIM_SOFTMAX_GRAD(SoftmaxGrad, isReuseSource, DAVSIM_BUFFER, sharedTmpBuffer, DAVSIM_FRONT,
                    isFront)
DAVSIM_SOFTMAX_GRAD(SoftmaxGradFront, isBasicBlock, , detail::stack_buffer("SoftmaxGradFront"), ,
                    true)
DAVSIM_SOFTMAX_GRAD(SoftmaxGradFront, isBasicBlock, DAVSIM_BUFFER, sharedTmpBuffer, , true)

#undef DAVSIM_FRONT
#undef DAVSIM_BUFFER
#undef DAVSIM_SOFTMAX_GRAD

}  // namespace AscendC
