// SPDX-License-Identifier: Apache-2.0
#pragma once
// Normalizations row by row, in fp32; other types are widened. A row is folded to 64 lanes, the sum
// read by the scalar unit, the row scaled by what it makes of it. That needs little room: the
// buffers that CANN asks for are enough.

#include <cmath>

#include "sim/ascendc/api/adv/row_numbers.h"
#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

// What a layer normalization leaves besides its result, and what it multiplies with and adds.
template <typename G>
struct LayerNormParts {
    const LocalTensor<G>* gamma = nullptr;
    const LocalTensor<G>* beta = nullptr;
    bool numbers = true;  // the mean, and the variance or 1 / standard deviation
    bool rstd = false;
};

// Of an image: groups of channels of so many elements.
struct ChannelShape {
    std::uint32_t groups = 0;
    std::uint32_t channels = 0;
    std::uint32_t elements = 0;
};

// Types: of the matrix, of gamma and beta, of a row's numbers.
template <typename T, typename G = T, typename N = T>
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
            refuse_number(api, "row", pitch, "whole 32-byte blocks, the elements used or more");
        const std::uint32_t needed = kBlock + (matrices + (kWiden ? 1 : 0)) * row_space(pitch);
        if (needed > buffer_.GetSize())
            refuse(api, "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
                   std::to_string(needed * sizeof(float)) + " or more");
    }

    void rms(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<G>& gamma,
             float epsilon) {
        const LocalTensor<float> work = matrix(0);
        for (std::uint32_t row = 0; row < rows_; ++row) {
            const LocalTensor<float> x = widened(steps_, src[row * pitch_], matrix(1), valid_);
            steps_.mul(work, x, x);
            const float mean = sum(work) / static_cast<float>(valid_);
            steps_.set_count(valid_);
            steps_.muls(work, x, 1.0F / std::sqrt(mean + epsilon));
            finish(dst[row * pitch_], work, matrix(1), &gamma, nullptr);
        }
    }

    // Two matrices.
    void layer(const LocalTensor<T>& dst, const LocalTensor<N>& means,
               const LocalTensor<N>& deviations, const LocalTensor<T>& src, float epsilon,
               const LayerNormParts<G>& parts) {
        for (std::uint32_t row = 0; row < rows_; ++row) {
            const LocalTensor<float> x = widened(steps_, src[row * pitch_], matrix(2), valid_);
            layer_row(dst, means, deviations, row, x, epsilon, parts);
        }
    }

    // Of alpha src + gx; three matrices, or two and the widened one.
    void deep(const LocalTensor<T>& dst, const LocalTensor<N>& means,
              const LocalTensor<N>& deviations, const LocalTensor<T>& src, const LocalTensor<T>& gx,
              float alpha, float epsilon, const LayerNormParts<G>& parts) {
        const LocalTensor<float> sum_of_both = matrix(2);
        for (std::uint32_t row = 0; row < rows_; ++row) {
            const LocalTensor<float> x = widened(steps_, src[row * pitch_], sum_of_both, valid_);
            steps_.muls(sum_of_both, x, alpha);
            steps_.add(sum_of_both, sum_of_both,
                       widened(steps_, gx[row * pitch_], matrix(0), valid_));
            layer_row(dst, means, deviations, row, sum_of_both, epsilon, parts);
        }
    }

    // With means and 1 / standard deviations given.
    void normalize(const LocalTensor<T>& dst, const LocalTensor<float>& means,
                   const LocalTensor<float>& rstd, const LocalTensor<T>& src,
                   const LayerNormParts<G>& parts) {
        const LocalTensor<float> work = matrix(0);
        set_and_wait(HardEvent::V_S, steps_.site());
        for (std::uint32_t row = 0; row < rows_; ++row) {
            const float mean = means.GetValue(row);
            const float factor = rstd.GetValue(row);
            const LocalTensor<float> x = widened(steps_, src[row * pitch_], work, valid_);
            steps_.adds(work, x, -mean);
            steps_.muls(work, work, factor);
            finish(dst[row * pitch_], work, matrix(1), parts.gamma, parts.beta);
        }
        set_and_wait(HardEvent::S_V, steps_.site());
    }

    // A row is a group of channels, whose padding does not count; two matrices.
    void groups(const LocalTensor<T>& dst, const LocalTensor<N>& means,
                const LocalTensor<N>& variances, const LocalTensor<T>& src,
                const LocalTensor<G>& gamma, const LocalTensor<G>& beta, float epsilon,
                const ChannelShape& shape) {
        const LocalTensor<float> work = matrix(0);
        const LocalTensor<float> centred = matrix(1);
        const std::uint32_t pitch = valid_ / shape.channels;
        const auto size = static_cast<float>(shape.channels * shape.elements);
        const auto channels = [&](const auto& each) {
            steps_.set_count(shape.elements);
            for (std::uint32_t channel = 0; channel < shape.channels; ++channel)
                each(channel * pitch, channel);
        };
        set_and_wait(HardEvent::V_S, steps_.site());
        for (std::uint32_t row = 0; row < rows_; ++row) {
            const LocalTensor<float> x = widened(steps_, src[row * pitch_], matrix(2), valid_);
            steps_.fill(work, 0.0F);
            steps_.fill(centred, 0.0F);
            channels([&](std::uint32_t at, std::uint32_t) { steps_.muls(work[at], x[at], 1.0F); });
            const float mean = sum(work) / size;
            channels(
                [&](std::uint32_t at, std::uint32_t) { steps_.adds(centred[at], x[at], -mean); });
            steps_.set_count(valid_);
            steps_.mul(work, centred, centred);
            const float variance = sum(work) / size;
            put(means, row, mean);
            put(variances, row, variance);
            steps_.set_count(valid_);
            steps_.muls(centred, centred, 1.0F / std::sqrt(variance + epsilon));
            const std::uint32_t first = row % shape.groups * shape.channels;
            channels([&](std::uint32_t at, std::uint32_t channel) {
                steps_.muls(centred[at], centred[at],
                            static_cast<float>(gamma.GetValue(first + channel)));
                steps_.adds(centred[at], centred[at],
                            static_cast<float>(beta.GetValue(first + channel)));
            });
            steps_.set_count(valid_);
            finish(dst[row * pitch_], centred, work, nullptr, nullptr);
        }
        set_and_wait(HardEvent::S_V, steps_.site());
    }

    Steps& steps() { return steps_; }

private:
    static constexpr bool kWiden = !std::is_same_v<T, float>;
    static constexpr bool kWidenParts = !std::is_same_v<G, float>;
    static constexpr std::uint32_t kLanes = Rows::kLanes;
    static constexpr std::uint32_t kBlock = Rows::kBlock;

    static std::uint32_t row_space(std::uint32_t pitch) {
        return (pitch + kBlock - 1) / kBlock * kBlock;
    }
    LocalTensor<float> matrix(std::uint32_t i) const {
        return buffer_[kBlock + i * row_space(pitch_)];
    }
    void layer_row(const LocalTensor<T>& dst, const LocalTensor<N>& means,
                   const LocalTensor<N>& deviations, std::uint32_t row, const LocalTensor<float>& x,
                   float epsilon, const LayerNormParts<G>& parts) {
        const LocalTensor<float> work = matrix(0);
        const LocalTensor<float> centred = matrix(1);
        steps_.muls(work, x, 1.0F);
        const float mean = sum(work) / static_cast<float>(valid_);
        steps_.set_count(valid_);
        steps_.adds(centred, x, -mean);
        steps_.mul(work, centred, centred);
        const float variance = sum(work) / static_cast<float>(valid_);
        const float rstd = 1.0F / std::sqrt(variance + epsilon);
        if (parts.numbers) {
            put(means, row, mean);
            put(deviations, row, parts.rstd ? rstd : variance);
        }
        steps_.set_count(valid_);
        steps_.muls(centred, centred, rstd);
        finish(dst[row * pitch_], centred, work, parts.gamma, parts.beta);
    }

    // y times gamma plus beta, to the destination; `spare` for widened gamma and beta.
    void finish(const LocalTensor<T>& to, const LocalTensor<float>& y,
                const LocalTensor<float>& spare, const LocalTensor<G>* gamma,
                const LocalTensor<G>* beta) {
        LocalTensor<float> target = y;
        if constexpr (!kWiden) target = to;
        if (gamma != nullptr) {
            const LocalTensor<float> factor = widened(steps_, *gamma, spare, valid_);
            steps_.mul(beta == nullptr ? target : y, y, factor);
        }
        if (beta != nullptr) steps_.add(target, y, widened(steps_, *beta, spare, valid_));
        if constexpr (kWiden)
            steps_.cast(to, y, kNarrowing<T>);
        else if (gamma == nullptr && beta == nullptr)
            steps_.muls(to, y, 1.0F);
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
    void put(const LocalTensor<N>& numbers, std::uint32_t row, float value) {
        constexpr std::uint32_t kNumbers = davsim::kBlockBytes / sizeof(N);
        const davsim::VectorMask one{std::uint64_t{1} << row % kNumbers, 0, false};
        duplicate(steps_.api(), numbers[row / kNumbers * kNumbers], N(value), one, 1, 1,
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
}  // namespace AscendC
