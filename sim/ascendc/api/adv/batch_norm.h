// SPDX-License-Identifier: Apache-2.0
#pragma once
// BatchNorm: each column over the rows, times the row's gamma, plus its beta; and GroupNorm: groups
// of channels, each channel with a gamma and a beta of its own. The scalar unit reads those. fp32;
// fp16 is widened. Source: Ascend C documentation of both.

#include "sim/ascendc/api/adv/norm_types.h"
#include "sim/ascendc/api/adv/row_norm.h"

namespace AscendC {
namespace detail {

template <typename T>
class ColumnNorm {
public:
    ColumnNorm(const char* api, const LocalTensor<uint8_t>& buffer, const BatchNormTiling& tiling,
               const void* site)
        : slots_(api, buffer, tiling.meanVarSize),
          steps_(api, site),
          rows_(tiling.originalBLength),
          columns_(tiling.meanVarSize) {
        if (columns_ * sizeof(T) % davsim::kBlockBytes != 0 || columns_ == 0)
            refuse_number(api, "S * H", columns_, "whole 32-byte blocks");
    }

    void run(const LocalTensor<T>& dst, const LocalTensor<T>& means,
             const LocalTensor<T>& variances, const LocalTensor<T>& src,
             const LocalTensor<T>& gamma, const LocalTensor<T>& beta, float epsilon) {
        set_and_wait(HardEvent::V_S, steps_.site());
        in_pieces(columns_, slots_.length(), [&](std::uint32_t at, std::uint32_t piece) {
            const LocalTensor<float> mean = slots_[0];
            const LocalTensor<float> variance = slots_[1];
            const LocalTensor<float> work = slots_[2];
            statistics(src[at], piece, mean, variance, work);
            store(means[at], mean);
            store(variances[at], variance);
            steps_.adds(variance, variance, epsilon);
            steps_.sqrt(variance, variance);
            steps_.fill(work, 1.0F);
            steps_.div(variance, work, variance);
            for (std::uint32_t row = 0; row < rows_; ++row) {
                const LocalTensor<float> x = widened(steps_, src[row * columns_ + at], work, piece);
                steps_.sub(work, x, mean);
                steps_.mul(work, work, variance);
                steps_.muls(work, work, static_cast<float>(gamma.GetValue(row)));
                steps_.adds(work, work, static_cast<float>(beta.GetValue(row)));
                store(dst[row * columns_ + at], work);
            }
        });
        set_and_wait(HardEvent::S_V, steps_.site());
    }

private:
    void statistics(const LocalTensor<T>& src, std::uint32_t piece, const LocalTensor<float>& mean,
                    const LocalTensor<float>& variance, const LocalTensor<float>& work) {
        const float reciprocal = 1 / static_cast<float>(rows_);
        steps_.set_count(piece);
        steps_.fill(mean, 0.0F);
        steps_.fill(variance, 0.0F);
        for (std::uint32_t row = 0; row < rows_; ++row) {
            const LocalTensor<float> x = widened(steps_, src[row * columns_], work, piece);
            steps_.muls(work, x, reciprocal);
            steps_.add(mean, mean, work);
        }
        for (std::uint32_t row = 0; row < rows_; ++row) {
            const LocalTensor<float> x = widened(steps_, src[row * columns_], work, piece);
            steps_.sub(work, x, mean);
            steps_.mul(work, work, work);
            steps_.muls(work, work, reciprocal);
            steps_.add(variance, variance, work);
        }
    }

    void store(const LocalTensor<T>& to, const LocalTensor<float>& from) {
        if constexpr (std::is_same_v<T, float>)
            steps_.muls(to, from, 1.0F);
        else
            steps_.cast(to, from, kNarrowing<T>);
    }

    Slots<3> slots_;
    Steps steps_;
    std::uint32_t rows_;
    std::uint32_t columns_;
};

}  // namespace detail

#define DAVSIM_BATCH_NORM(buffer_parameter, batch_buffer, group_buffer)                           \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false>                  \
    DAVSIM_API void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,     \
                              const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, \
                              const LocalTensor<T>& gamm, const LocalTensor<T>& beta,             \
                              buffer_parameter const typename detail::Same<T>::type epsilon,      \
                              const BatchNormTiling& tiling) {                                    \
        DAVSIM_REQUIRE("BatchNorm", (detail::kLibraryFloats<T>), T);                              \
        detail::ColumnNorm<T>("BatchNorm", batch_buffer, tiling, DAVSIM_SITE)                     \
            .run(output, outputMean, outputVariance, inputX, gamm, beta,                          \
                 static_cast<float>(epsilon));                                                    \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,     \
                              const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, \
                              const LocalTensor<T>& gamma, const LocalTensor<T>& beta,            \
                              buffer_parameter const typename detail::Same<T>::type epsilon,      \
                              const GroupNormTiling& tiling) {                                    \
        DAVSIM_REQUIRE("GroupNorm", (detail::kLibraryFloats<T>), T);                              \
        detail::RowNorm<T>("GroupNorm", group_buffer, tiling.n * tiling.g,                        \
                           tiling.d * tiling.hwAlignSize, tiling.d * tiling.hwAlignSize, 2,       \
                           DAVSIM_SITE)                                                           \
            .groups(output, outputMean, outputVariance, inputX, gamma, beta,                      \
                    static_cast<float>(epsilon), {tiling.g, tiling.d, tiling.hw});                \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>&sharedTmpBuffer,
DAVSIM_BATCH_NORM(, detail::stack_buffer("BatchNorm"), detail::stack_buffer("GroupNorm"))
DAVSIM_BATCH_NORM(DAVSIM_BUFFER, sharedTmpBuffer, sharedTmpBuffer)
#undef DAVSIM_BUFFER
#undef DAVSIM_BATCH_NORM

}  // namespace AscendC
