// SPDX-License-Identifier: Apache-2.0
#pragma once
// LayerNorm (of [B, S, H] with mean and variance, of [A, R] with mean and 1 / standard deviation),
// Normalize, DeepNorm, RmsNorm: row by row, see row_norm.h. fp16, on 3510 bfloat16 too, is widened.
// Source: Ascend C documentation of each.

#include "sim/ascendc/api/adv/norm_types.h"
#include "sim/ascendc/api/adv/row_norm.h"

namespace AscendC {
namespace detail {

// Matrices of fp16, fp32, on 3510 of bfloat16; gamma and beta of the same or of fp32.
template <typename T>
inline constexpr bool kNormalized = kLibraryFloats<T> || (kIs950 && std::is_same_v<T, bfloat16_t>);
template <typename T, typename U>
inline constexpr bool kNormalizedWith = kNormalized<T> &&
                                        (std::is_same_v<T, U> || std::is_same_v<U, float>);

// The buffer holds, before the rows, 1 and 1 / standard deviations if nobody else wants those.
template <typename T, typename U>
void normalize_rows(const LocalTensor<T>& output, const LocalTensor<float>& rstd,
                    const LocalTensor<float>& mean, const LocalTensor<float>& variance,
                    const LocalTensor<T>& x, float epsilon, const NormalizePara& para,
                    const LayerNormParts<U>& parts, const LocalTensor<uint8_t>& buffer,
                    const void* site) {
    const std::uint32_t numbers = 2 * rounded_up(para.aLength, Rows::kBlock);
    const std::uint32_t bytes = numbers * std::uint32_t{sizeof(float)};
    if (buffer.GetSize() < bytes) {
        refuse("Normalize", "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
               "more than " + std::to_string(bytes));
    }
    const LocalTensor<float> ones = buffer.template ReinterpretCast<float>();
    const LocalTensor<float> deviations = parts.numbers ? rstd : ones[numbers / 2];
    RowNorm<T, U, float> rows("Normalize", buffer[bytes], para.aLength, para.rLength,
                              para.rLengthWithPadding, 1, site);
    Steps& steps = rows.steps();
    steps.set_count(para.aLength);
    steps.adds(deviations, variance, epsilon);
    steps.sqrt(deviations, deviations);
    steps.fill(ones, 1.0F);
    steps.div(deviations, ones, deviations);
    rows.normalize(output, mean, deviations, x, parts);
}

}  // namespace detail

template <typename T, bool isBasicBlock = false>
DAVSIM_API void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                        const LocalTensor<T>& gammaLocal,
                        const LocalTensor<uint8_t>& sharedTmpBuffer,
                        const typename detail::Same<T>::type epsilon, const RmsNormTiling& tiling) {
    const void* site = DAVSIM_SITE;
    DAVSIM_REQUIRE("RmsNorm", (detail::kLibraryFloats<T>), T);
    detail::RowNorm<T>("RmsNorm", sharedTmpBuffer, tiling.bLength * tiling.sLength,
                       tiling.originalHLength, tiling.hLength, 1, site)
        .rms(dstLocal, srcLocal, gammaLocal, static_cast<float>(epsilon));
}
template <typename T, bool isBasicBlock = false>
DAVSIM_API void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                        const LocalTensor<T>& gammaLocal,
                        const typename detail::Same<T>::type epsilon, const RmsNormTiling& tiling) {
    const detail::LibraryCall call(__builtin_return_address(0));
    RmsNorm<T, isBasicBlock>(dstLocal, srcLocal, gammaLocal, detail::stack_buffer("RmsNorm"),
                             epsilon, tiling);
}

// Mean and variance of each row, and the row made normal, times gamma, plus beta.
template <typename T, bool isReuseSource = false>
DAVSIM_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                          const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                          const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                          const LocalTensor<uint8_t>& sharedTmpBuffer,
                          const typename detail::Same<T>::type epsilon,
                          const LayerNormTiling& tiling) {
    const void* site = DAVSIM_SITE;
    DAVSIM_REQUIRE("LayerNorm", (detail::kLibraryFloats<T>), T);
    detail::RowNorm<T>("LayerNorm", sharedTmpBuffer, tiling.bLength * tiling.sLength,
                       tiling.originalHLength, tiling.hLength, 2, site)
        .layer(output, outputMean, outputVariance, inputX, static_cast<float>(epsilon),
               {&gamma, &beta});
}
template <typename T, bool isReuseSource = false>
DAVSIM_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                          const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                          const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                          const typename detail::Same<T>::type epsilon,
                          const LayerNormTiling& tiling) {
    const detail::LibraryCall call(__builtin_return_address(0));
    LayerNorm<T, isReuseSource>(output, outputMean, outputVariance, inputX, gamma, beta,
                                detail::stack_buffer("LayerNorm"), epsilon, tiling);
}

#define DAVSIM_LAYER_NORM_ROWS(buffer_parameter, buffer)                                          \
    template <typename U, typename T, bool isReuseSource = false,                                 \
              const LayerNormConfig& config = LNCFG_NORM>                                         \
    DAVSIM_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean, \
                              const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX, \
                              const LocalTensor<U>& gamma, const LocalTensor<U>& beta,            \
                              const float epsilon buffer_parameter, const LayerNormPara& para,    \
                              const LayerNormSeparateTiling& /*tiling*/) {                        \
        DAVSIM_REQUIRE_PAIR("LayerNorm", (detail::kNormalizedWith<T, U>), T, U);                  \
        static_assert(config.isOutputRstd || detail::kIs950,                                      \
                      "UNSUPPORTED: LayerNorm with variances on arch " DAVSIM_ARCH_TEXT);         \
        detail::RowNorm<T, U, float>("LayerNorm", buffer, para.aLength, para.rLength,             \
                                     para.rLengthWithPadding, 2, DAVSIM_SITE)                     \
            .layer(output, outputMean, outputRstd, inputX, epsilon,                               \
                   {config.isNoGamma ? nullptr : &gamma, config.isNoBeta ? nullptr : &beta,       \
                    !config.isOnlyOutput, config.isOutputRstd});                                  \
    }
// 1 / sqrt(variance + epsilon) for all rows first; then each row by the scalars of its own.
#define DAVSIM_NORMALIZE(buffer_parameter, buffer)                                              \
    template <typename U, typename T, bool isReuseSource = false,                               \
              const NormalizeConfig& config = NLCFG_NORM>                                       \
    DAVSIM_API void Normalize(                                                                  \
        const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,                     \
        const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,           \
        const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,  \
        buffer_parameter const float epsilon, const NormalizePara& para) {                      \
        DAVSIM_REQUIRE_PAIR("Normalize", (detail::kNormalizedWith<T, U>), T, U);                \
        static_assert(config.reducePattern == ReducePattern::AR,                                \
                      "UNSUPPORTED: Normalize of this pattern on arch " DAVSIM_ARCH_TEXT);      \
        detail::normalize_rows<T, U>(output, outputRstd, inputMean, inputVariance, inputX,      \
                                     epsilon, para,                                             \
                                     {config.isNoGamma ? nullptr : &gamma,                      \
                                      config.isNoBeta ? nullptr : &beta, !config.isOnlyOutput}, \
                                     buffer, DAVSIM_SITE);                                      \
    }
// The second number of a row is the variance, in spite of the parameter's name.
#define DAVSIM_DEEP_NORM(buffer_parameter, buffer)                                              \
    template <typename T, bool isReuseSrc = false, bool isBasicBlock = false>                   \
    DAVSIM_API void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal,   \
                             const LocalTensor<T>& rstdLocal, const LocalTensor<T>& srcLocal,   \
                             const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal,    \
                             const LocalTensor<T>& gammaLocal,                                  \
                             buffer_parameter const typename detail::Same<T>::type alpha,       \
                             const typename detail::Same<T>::type epsilon,                      \
                             const DeepNormTiling& tiling) {                                    \
        DAVSIM_REQUIRE("DeepNorm", (detail::kLibraryFloats<T>), T);                             \
        detail::RowNorm<T>("DeepNorm", buffer, tiling.bLength * tiling.sLength,                 \
                           tiling.originalHLength, tiling.hLength,                              \
                           std::is_same_v<T, float> ? 3 : 2, DAVSIM_SITE)                       \
            .deep(dstLocal, meanLocal, rstdLocal, srcLocal, gxLocal, static_cast<float>(alpha), \
                  static_cast<float>(epsilon), {&gammaLocal, &betaLocal, true});                \
    }

#define DAVSIM_BUFFER const LocalTensor<uint8_t>&sharedTmpBuffer,
#define DAVSIM_BUFFER_BEHIND , const LocalTensor<uint8_t>& sharedTmpBuffer

DAVSIM_LAYER_NORM_ROWS(, detail::stack_buffer("LayerNorm"))
DAVSIM_LAYER_NORM_ROWS(DAVSIM_BUFFER_BEHIND, sharedTmpBuffer)
DAVSIM_NORMALIZE(, detail::stack_buffer("Normalize"))
DAVSIM_NORMALIZE(DAVSIM_BUFFER, sharedTmpBuffer)
DAVSIM_DEEP_NORM(, detail::stack_buffer("DeepNorm"))
DAVSIM_DEEP_NORM(DAVSIM_BUFFER, sharedTmpBuffer)

#undef DAVSIM_BUFFER_BEHIND
#undef DAVSIM_BUFFER
#undef DAVSIM_DEEP_NORM
#undef DAVSIM_NORMALIZE
#undef DAVSIM_LAYER_NORM_ROWS

}  // namespace AscendC
