// SPDX-License-Identifier: Apache-2.0
#pragma once
// LayerNormGrad: the gradient of LayerNorm in x, and (x - mean) / deviation; LayerNormGradBeta: the
// gradients in gamma and beta of that. fp32; fp16 is widened.
// Source of the formulas: Ascend C documentation of both.

#include "sim/ascendc/api/adv/norm_types.h"
#include "sim/ascendc/api/adv/row_numbers.h"
#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/unary_forms.h"
#include "sim/ascendc/api/shape.h"

namespace AscendC {

struct LayerNormGradShapeInfo {
    DataFormat dataFormat = DataFormat::ND;
};

namespace detail {

template <typename T>
struct LayerNormGradTensors {
    LocalTensor<T> x_grad;
    LocalTensor<T> normal;  // (x - mean) / deviation
    LocalTensor<T> grad;
    LocalTensor<T> x;
    LocalTensor<T> variance;
    LocalTensor<T> mean;
    LocalTensor<T> gamma;
};

template <typename T>
class LayerNormGradRows {
public:
    LayerNormGradRows(const char* api, const LocalTensor<uint8_t>& buffer, std::uint32_t rows,
                      std::uint32_t valid, std::uint32_t pitch, const void* site)
        : steps_(api, site),
          rows_(rows),
          valid_(valid),
          pitch_(pitch),
          buffer_(buffer.template ReinterpretCast<float>()) {
        if (pitch * sizeof(T) % davsim::kBlockBytes != 0 || valid > pitch || valid == 0)
            refuse_number(api, "hLength", pitch, "whole 32-byte blocks, originalHLength or more");
        group_ = rows_of_group(api, buffer_, rows, Numbers::kGrain,
                               [&](std::uint32_t count) { return space(count); });
    }

    void run(const LayerNormGradTensors<T>& tensors, float epsilon) {
        in_groups(rows_, group_, [&](std::uint32_t first, std::uint32_t count) {
            group(tensors, first, count, epsilon);
        });
    }

private:
    using Numbers = RowNumbers<T, false>;
    static constexpr bool kWiden = !std::is_same_v<T, float>;
    static constexpr std::uint32_t kVectors = 5;

    std::uint32_t space(std::uint32_t rows) const {
        const std::uint32_t eights = rounded_up(rows, Rows::kBlock);
        return eights * (kVectors + Rows::kBlock) + 3 * rows * pitch_ + (kWiden ? pitch_ : 0) +
               Rows::fold_space(rows, valid_, pitch_);
    }

    void group(const LayerNormGradTensors<T>& tensors, std::uint32_t first, std::uint32_t count,
               float epsilon) {
        const std::uint32_t eights = rounded_up(group_, Rows::kBlock);
        const std::uint32_t elements = count * pitch_;
        const std::uint32_t at = first * pitch_;
        const float reciprocal = 1 / static_cast<float>(valid_);
        Parts parts(buffer_);
        const LocalTensor<float> rstd = parts.take(eights);
        const LocalTensor<float> of_variance = parts.take(eights);
        const LocalTensor<float> of_mean = parts.take(eights);
        const LocalTensor<float> number = parts.take(eights);
        const LocalTensor<float> one = parts.take(eights);
        const LocalTensor<float> blocks = parts.take(eights * Rows::kBlock);
        const LocalTensor<float> scaled = parts.take(group_ * pitch_);
        const LocalTensor<float> centred = parts.take(group_ * pitch_);
        const LocalTensor<float> work = parts.take(group_ * pitch_);
        const LocalTensor<float> wide_gamma = parts.take(kWiden ? pitch_ : 0);
        const LocalTensor<float> fold = parts.take(0);
        const Rows rows(steps_, count, valid_, pitch_);
        Numbers numbers(steps_, rows, fold);

        // The gradient times gamma, and x - mean.
        const LocalTensor<float> gamma = widened(steps_, tensors.gamma, wide_gamma, valid_);
        const LocalTensor<float> grad = widened(steps_, tensors.grad[at], scaled, elements);
        rows.with_row(davsim::Opcode::kMul, scaled, grad, gamma);
        numbers.load(number, tensors.mean, first);
        rows.spread(blocks, number);
        const LocalTensor<float> x = widened(steps_, tensors.x[at], centred, elements);
        rows.with_blocks(davsim::Opcode::kSub, centred, x, blocks);

        numbers.load(number, tensors.variance, first);
        steps_.set_count(count);
        steps_.adds(number, number, epsilon);
        steps_.sqrt(number, number);
        steps_.fill(one, 1.0F);
        steps_.div(rstd, one, number);

        // -1/2 sum(scaled centred) rstd^3
        steps_.set_count(elements);
        steps_.mul(work, scaled, centred);
        rows.reduce<ReduceType::SUM>(of_variance, work, fold);
        steps_.set_count(count);
        steps_.mul(number, rstd, rstd);
        steps_.mul(number, number, rstd);
        steps_.mul(of_variance, of_variance, number);
        steps_.muls(of_variance, of_variance, -0.5F);

        // -sum(scaled rstd) + of_variance / H sum(-2 centred)
        rows.spread(blocks, rstd);
        rows.with_blocks(davsim::Opcode::kMul, scaled, scaled, blocks);
        rows.with_blocks(davsim::Opcode::kMul, work, centred, blocks);
        rows.reduce<ReduceType::SUM>(of_mean, scaled, fold);
        rows.reduce<ReduceType::SUM>(number, centred, fold);
        steps_.set_count(count);
        steps_.muls(of_mean, of_mean, -1.0F);
        steps_.muls(number, number, -2 * reciprocal);
        steps_.mul(number, number, of_variance);
        steps_.add(of_mean, of_mean, number);
        store(tensors.normal[at], work, elements);

        // scaled rstd + of_variance 2 / H centred + of_mean / H
        steps_.set_count(count);
        steps_.muls(of_variance, of_variance, 2 * reciprocal);
        steps_.muls(of_mean, of_mean, reciprocal);
        rows.spread(blocks, of_variance);
        rows.with_blocks(davsim::Opcode::kMul, centred, centred, blocks);
        steps_.set_count(elements);
        steps_.add(scaled, scaled, centred);
        rows.spread(blocks, of_mean);
        rows.with_blocks(davsim::Opcode::kAdd, scaled, scaled, blocks);
        store(tensors.x_grad[at], scaled, elements);
    }

    void store(const LocalTensor<T>& to, const LocalTensor<float>& from, std::uint32_t elements) {
        steps_.set_count(elements);
        if constexpr (kWiden)
            steps_.cast(to, from, kNarrowing<T>);
        else
            steps_.muls(to, from, 1.0F);
    }

    Steps steps_;
    std::uint32_t rows_;
    std::uint32_t valid_;
    std::uint32_t pitch_;
    LocalTensor<float> buffer_;
    std::uint32_t group_ = 0;
};

// Row after row into both results.
template <typename T>
void layer_norm_grad_beta(const LocalTensor<T>& gamma_grad, const LocalTensor<T>& beta_grad,
                          const LocalTensor<T>& normal, const LocalTensor<T>& grad,
                          const LocalTensor<uint8_t>& buffer, std::uint32_t rows,
                          std::uint32_t pitch, const void* site) {
    const char* api = "LayerNormGradBeta";
    constexpr bool kWiden = !std::is_same_v<T, float>;
    constexpr std::uint32_t kParts = kWiden ? 4 : 3;
    if (pitch * sizeof(T) % davsim::kBlockBytes != 0 || pitch == 0)
        refuse_number(api, "hLength", pitch, "whole 32-byte blocks");
    const LocalTensor<float> floats = buffer.template ReinterpretCast<float>();
    if (floats.GetSize() < kParts * pitch) {
        refuse(api, "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
               std::to_string(kParts * pitch * sizeof(float)) + " or more");
    }
    Steps steps(api, site);
    Parts parts(floats);
    const LocalTensor<float> gamma_sum = parts.take(pitch);
    const LocalTensor<float> beta_sum = parts.take(pitch);
    const LocalTensor<float> product = parts.take(pitch);
    const LocalTensor<float> wide = parts.take(kWiden ? pitch : 0);
    steps.set_count(pitch);
    steps.fill(gamma_sum, 0.0F);
    steps.fill(beta_sum, 0.0F);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const LocalTensor<float> g = widened(steps, grad[row * pitch], wide, pitch);
        const LocalTensor<float> n = widened(steps, normal[row * pitch], product, pitch);
        steps.mul(product, n, g);
        steps.add(gamma_sum, gamma_sum, product);
        steps.add(beta_sum, beta_sum, g);
    }
    if constexpr (kWiden) {
        steps.cast(gamma_grad, gamma_sum, kNarrowing<T>);
        steps.cast(beta_grad, beta_sum, kNarrowing<T>);
    } else {
        steps.muls(gamma_grad, gamma_sum, 1.0F);
        steps.muls(beta_grad, beta_sum, 1.0F);
    }
}

}  // namespace detail

#define DAVSIM_LAYER_NORM_GRAD(buffer_parameter, grad_buffer, beta_buffer)                        \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void LayerNormGrad(                                                                \
        const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma,                       \
        const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,                              \
        const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean,                     \
        const LocalTensor<T>& inputGamma,                                                         \
        buffer_parameter const typename detail::Same<T>::type epsilon,                            \
        const LayerNormGradTiling& tiling, const LayerNormGradShapeInfo& shapeInfo = {}) {        \
        DAVSIM_REQUIRE("LayerNormGrad", (detail::kLibraryFloats<T>), T);                          \
        if (shapeInfo.dataFormat != DataFormat::ND)                                               \
            detail::refuse_number("LayerNormGrad", "dataFormat",                                  \
                                  static_cast<int64_t>(shapeInfo.dataFormat), "ND");              \
        detail::LayerNormGradRows<T>("LayerNormGrad", grad_buffer,                                \
                                     tiling.bLength * tiling.sLength, tiling.originalHLength,     \
                                     tiling.hLength, DAVSIM_SITE)                                 \
            .run({outputPdX, resForGamma, inputDy, inputX, inputVariance, inputMean, inputGamma}, \
                 static_cast<float>(epsilon));                                                    \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void LayerNormGradBeta(                                                            \
        const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta,                  \
        const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,                         \
        buffer_parameter const LayerNormGradBetaTiling& tiling) {                                 \
        DAVSIM_REQUIRE("LayerNormGradBeta", (detail::kLibraryFloats<T>), T);                      \
        detail::layer_norm_grad_beta(outputPdGamma, outputPdBeta, resForGamma, inputDy,           \
                                     beta_buffer, tiling.bLength* tiling.sLength, tiling.hLength, \
                                     DAVSIM_SITE);                                                \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>&sharedTmpBuffer,
DAVSIM_LAYER_NORM_GRAD(, detail::stack_buffer("LayerNormGrad"),
                       detail::stack_buffer("LayerNormGradBeta"))
DAVSIM_LAYER_NORM_GRAD(DAVSIM_BUFFER, sharedTmpBuffer, sharedTmpBuffer)
#undef DAVSIM_BUFFER
#undef DAVSIM_LAYER_NORM_GRAD

}  // namespace AscendC
