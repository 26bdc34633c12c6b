// SPDX-License-Identifier: Apache-2.0
#pragma once
// LayerNorm and RmsNorm of rows, in fp32; fp16 is widened. Row by row: a row is folded to 64 lanes,
// the sum read by the scalar unit, the row scaled by what it makes of it. That needs little room:
// the buffers that CANN asks for are enough.

#include <cmath>

#include "sim/ascendc/api/adv/norm_types.h"
#include "sim/ascendc/api/adv/rows.h"
#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

template <typename T>
class RowNorm {
public:
    // `matrices` rows of fp32 besides the widened one.
    RowNorm(const char* api, const LocalTensor<uint8_t>& buffer, std::uint32_t rows,
            std::uint32_t valid, std::uint32_t pitch, std::uint32_t matrices, const void* site)
        : steps_(api, site),
          rows_(rows),
          valid_(valid),
          pitch_(pitch),
          buffer_(buffer.template ReinterpretCast<float>()) {
        if (pitch * sizeof(T) % davsim::kBlockBytes != 0 || valid > pitch || valid == 0)
            refuse_number(api, "hLength", pitch, "whole 32-byte blocks, originalHLength or more");
        const std::uint32_t needed = kBlock + (matrices + (kWiden ? 1 : 0)) * row_space(pitch);
        if (needed > buffer_.GetSize())
            refuse(api, "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
                   std::to_string(needed * sizeof(float)) + " or more");
    }

    void rms(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& gamma,
             float epsilon) {
        const LocalTensor<float> work = matrix(0);
        for (std::uint32_t row = 0; row < rows_; ++row) {
            steps_.set_count(valid_);
            const LocalTensor<float> x = load(src[row * pitch_], matrix(1));
            steps_.mul(work, x, x);
            const float mean = sum(work) / static_cast<float>(valid_);
            steps_.set_count(valid_);
            steps_.muls(work, x, 1.0F / std::sqrt(mean + epsilon));
            const LocalTensor<T> to = dst[row * pitch_];
            if constexpr (kWiden) {
                steps_.mul(work, work, load(gamma, matrix(1)));
                steps_.cast(to, work, RoundMode::CAST_NONE);
            } else {
                steps_.mul(to, work, gamma);
            }
        }
    }

    void layer(const LocalTensor<T>& dst, const LocalTensor<T>& means,
               const LocalTensor<T>& variances, const LocalTensor<T>& src,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, float epsilon) {
        const LocalTensor<float> work = matrix(0);
        const LocalTensor<float> centred = matrix(1);
        for (std::uint32_t row = 0; row < rows_; ++row) {
            steps_.set_count(valid_);
            const LocalTensor<float> x = load(src[row * pitch_], matrix(2));
            steps_.muls(work, x, 1.0F);
            const float mean = sum(work) / static_cast<float>(valid_);
            steps_.set_count(valid_);
            steps_.adds(centred, x, -mean);
            steps_.mul(work, centred, centred);
            const float variance = sum(work) / static_cast<float>(valid_);
            put(means, row, mean);
            put(variances, row, variance);
            steps_.set_count(valid_);
            steps_.muls(centred, centred, 1.0F / std::sqrt(variance + epsilon));
            const LocalTensor<T> to = dst[row * pitch_];
            if constexpr (kWiden) {
                steps_.mul(centred, centred, load(gamma, work));
                steps_.add(centred, centred, load(beta, work));
                steps_.cast(to, centred, RoundMode::CAST_NONE);
            } else {
                steps_.mul(centred, centred, gamma);
                steps_.add(to, centred, beta);
            }
        }
    }

private:
    static constexpr bool kWiden = std::is_same_v<T, half>;
    static constexpr std::uint32_t kLanes = Rows::kLanes;
    static constexpr std::uint32_t kBlock = Rows::kBlock;

    static std::uint32_t row_space(std::uint32_t pitch) {
        return (pitch + kBlock - 1) / kBlock * kBlock;
    }
    LocalTensor<float> matrix(std::uint32_t i) const {
        return buffer_[kBlock + i * row_space(pitch_)];
    }
    LocalTensor<float> load(const LocalTensor<T>& from, const LocalTensor<float>& to) {
        if constexpr (kWiden) {
            steps_.cast(to, from, RoundMode::CAST_NONE);
            return to;
        } else {
            return from;
        }
    }

    static davsim::VectorMask lanes(std::uint32_t count) {
        return {count >= kLanes ? kAllLanes : (std::uint64_t{1} << count) - 1, 0, false};
    }

    // Of `valid` floats, which are lost.
    float sum(const LocalTensor<float>& x) {
        const std::uint32_t whole = valid_ / kLanes;
        for (std::uint32_t done = 1; done < whole; done += davsim::kMaxRepeat) {
            const std::uint32_t repeats =
                whole - done < davsim::kMaxRepeat ? whole - done : davsim::kMaxRepeat;
            fold(x, done * kLanes, kLanes, repeats);
        }
        if (whole > 0 && valid_ % kLanes != 0) fold(x, whole * kLanes, valid_ % kLanes, 1);
        const std::uint32_t used = valid_ < kLanes ? valid_ : kLanes;
        const LocalTensor<float> number = buffer_;
        issue_reduce(steps_.api(), Reduction{whole_opcode(ReduceType::SUM)}, number, x, lanes(used),
                     1, {}, steps_.site());
        steps_.barrier();
        set_and_wait(HardEvent::V_S, steps_.site());
        const float result = number.GetValue(0);
        set_and_wait(HardEvent::S_V, steps_.site());
        return result;
    }

    // Adds `repeats` pieces of 64 floats from `at` on to the first.
    void fold(const LocalTensor<float>& x, std::uint32_t at, std::uint32_t used,
              std::uint32_t repeats) {
        binary(steps_.api(), davsim::Opcode::kAdd, x, x[at], x, lanes(used), repeats,
               {1, 1, 1, 0, kBlock, 0}, steps_.site());
        steps_.barrier();
    }

    // One element of a row of numbers; the others of its block stay.
    void put(const LocalTensor<T>& numbers, std::uint32_t row, float value) {
        constexpr std::uint32_t kNumbers = davsim::kBlockBytes / sizeof(T);
        const davsim::VectorMask one{std::uint64_t{1} << row % kNumbers, 0, false};
        duplicate(steps_.api(), numbers[row / kNumbers * kNumbers], T(value), one, 1, 1,
                  davsim::kBlocksPerRepeat, steps_.site());
        steps_.barrier();
    }

    Steps steps_;
    std::uint32_t rows_;
    std::uint32_t valid_;
    std::uint32_t pitch_;
    LocalTensor<float> buffer_;
};

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
        .layer(output, outputMean, outputVariance, inputX, gamma, beta,
               static_cast<float>(epsilon));
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

}  // namespace AscendC
