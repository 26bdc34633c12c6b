// SPDX-License-Identifier: Apache-2.0
#pragma once
// Mean and variance of a row that comes in parts, by Welford's method: WelfordUpdate takes one part
// into running means and sums of squares, one of each a lane; WelfordFinalize makes of the lanes'
// the row's own. Source: Ascend C documentation of both.

#include "sim/ascendc/api/adv/normalization.h"
#include "sim/ascendc/api/adv/scratch.h"
#include "sim/ascendc/api/reduce.h"

namespace AscendC {

struct WelfordUpdateConfig {
    constexpr WelfordUpdateConfig(const bool inplace) : isInplace(inplace) {}
    bool isInplace = false;  // lanes that are not computed are copied, else left alone
};
inline constexpr WelfordUpdateConfig WFUPDATE_DEFAULT_CFG = {false};

struct WelfordUpdateParam {
    uint32_t rnLength;         // 1
    uint32_t abLength;         // lanes
    uint32_t abComputeLength;  // of which the first so many are computed
    float nRec;                // 1 / number of calls so far, this one included
};

struct WelfordFinalizeConfig {
    constexpr WelfordFinalizeConfig(const bool correction) : isCorrection(correction) {}
    bool isCorrection = false;  // 3510: the variance times rRecWithCorrection in place of rRec
};
inline constexpr WelfordFinalizeConfig WFFINALIZE_DEFAULT_CFG = {false};

struct WelfordFinalizePara {
    uint32_t rnLength;         // parts
    uint32_t abLength;         // lanes, those of head and tail together
    uint32_t headCount;        // elements of each of the first lanes
    uint32_t headCountLength;  // so many
    uint32_t tailCount;        // elements of each of the others
    uint32_t tailCountLength;
    float abRec;  // 1 / abLength
    float rRec;   // 1 / elements
#if __NPU_ARCH__ == 3510
    float rRecWithCorrection;
#endif
};

namespace detail {

template <typename T>
void welford_update(const LocalTensor<float>& out_mean, const LocalTensor<float>& out_variance,
                    const LocalTensor<float>& in_mean, const LocalTensor<float>& in_variance,
                    const LocalTensor<T>& in_x, const LocalTensor<uint8_t>& buffer,
                    const WelfordUpdateParam& para, bool copy_rest, const void* site) {
    constexpr std::size_t kSlots = std::is_same_v<T, float> ? 2 : 3;
    const std::uint32_t length = para.abComputeLength;
    if (length > para.abLength)
        refuse_number("WelfordUpdate", "abComputeLength", length, "abLength or less");
    const Slots<kSlots> slots("WelfordUpdate", buffer, length);
    Steps steps("WelfordUpdate", site);
    in_pieces(length, slots.length(), [&](std::uint32_t at, std::uint32_t piece) {
        const LocalTensor<float> delta = slots[0];
        const LocalTensor<float> work = slots[1];
        const LocalTensor<float> x = widened(steps, in_x[at], slots[kSlots - 1], piece);
        steps.sub(delta, x, in_mean[at]);
        steps.muls(work, delta, para.nRec);
        steps.add(out_mean[at], in_mean[at], work);
        steps.sub(work, x, out_mean[at]);
        steps.mul(work, work, delta);
        steps.add(out_variance[at], in_variance[at], work);
    });
    if (!copy_rest || length == para.abLength) return;
    // From the block on in which the computed lanes end, whose first lanes stay.
    const std::uint32_t begin = length / Rows::kBlock * Rows::kBlock;
    const std::uint32_t whole = rounded_up(length, Rows::kBlock);
    const auto rest = [&](const LocalTensor<float>& to, const LocalTensor<float>& from) {
        if (begin < length) {
            const std::uint32_t used = para.abLength - begin < Rows::kBlock
                                           ? para.abLength - begin
                                           : std::uint32_t{Rows::kBlock};
            const std::uint64_t lanes =
                ((std::uint64_t{1} << used) - 1) & ~((std::uint64_t{1} << (length - begin)) - 1);
            with_scalar(steps.api(), davsim::Opcode::kMuls, to[begin], from[begin], 1.0F,
                        davsim::VectorMask{lanes, 0, false}, 1, UnaryRepeatParams(), site);
        }
        if (whole < para.abLength) {
            steps.set_count(para.abLength - whole);
            steps.muls(to[whole], from[whole], 1.0F);
        }
        steps.barrier();
    };
    rest(out_mean, in_mean);
    rest(out_variance, in_variance);
}

// counts: elements of each lane; null: as para says.
inline void welford_finalize(const LocalTensor<float>& out_mean,
                             const LocalTensor<float>& out_variance,
                             const LocalTensor<float>& in_mean,
                             const LocalTensor<float>& in_variance,
                             const LocalTensor<int32_t>* counts, const LocalTensor<uint8_t>& buffer,
                             const WelfordFinalizePara& para, float variance_factor,
                             const void* site) {
    const char* api = "WelfordFinalize";
    const std::uint32_t length = para.abLength;
    if (length == 0 || length % Rows::kBlock != 0)
        refuse_number(api, "abLength", length, "whole blocks of 8");
    if (counts == nullptr && para.headCountLength + para.tailCountLength != length)
        refuse_number(api, "headCountLength", para.headCountLength, "abLength - tailCountLength");
    const LocalTensor<float> floats = buffer.template ReinterpretCast<float>();
    // Numbers of the sums in the first block; then weights, a row to work with, its folds.
    const std::uint32_t row = rounded_up(length, Rows::kLanes);
    const std::uint32_t fold_space = Rows::fold_space(1, length, row);
    const std::uint32_t needed = Rows::kBlock + 2 * row + fold_space;
    if (floats.GetSize() < needed) {
        refuse(api, "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
               std::to_string(needed * sizeof(float)) + " or more");
    }
    const LocalTensor<float> number = floats;
    const LocalTensor<float> weights = floats[Rows::kBlock];
    const LocalTensor<float> work = weights[row];
    const LocalTensor<float> fold = work[row];
    Steps steps(api, site);
    const Rows lanes(steps, 1, length, row);
    const auto use = [&] { steps.set_count(length); };
    // One number in the first lane, 0 in the others of its block.
    const auto publish = [&](const LocalTensor<float>& to) {
        steps.set_count(Rows::kBlock);
        steps.fill(to, 0.0F);
        steps.set_count(1);
        steps.muls(to, number, 1.0F);
    };

    use();
    const bool even = counts == nullptr && (para.tailCount == 0 || para.tailCountLength == 0);
    if (counts != nullptr) {
        steps.cast(weights, *counts, RoundMode::CAST_NONE);
    } else if (even) {
        steps.fill(weights, static_cast<float>(para.rnLength));
    } else {
        steps.fill(weights, static_cast<float>(para.tailCount));
        steps.set_count(para.headCountLength);
        steps.fill(weights, static_cast<float>(para.headCount));
        use();
    }
    if (even) {
        steps.muls(work, in_mean, para.abRec);
    } else {
        steps.mul(work, in_mean, weights);
        steps.muls(work, work, para.rRec);
    }
    lanes.reduce<ReduceType::SUM>(number, work, fold);
    publish(out_mean);
    set_and_wait(HardEvent::V_S, site);
    const float mean = number.GetValue(0);
    set_and_wait(HardEvent::S_V, site);
    use();
    steps.adds(work, in_mean, -mean);
    steps.mul(work, work, work);
    steps.mul(work, work, weights);
    steps.add(work, work, in_variance);
    steps.muls(work, work, variance_factor);
    lanes.reduce<ReduceType::SUM>(number, work, fold);
    publish(out_variance);
}

inline float welford_factor(const WelfordFinalizePara& para, bool corrected) {
#if __NPU_ARCH__ == 3510
    return corrected ? para.rRecWithCorrection : para.rRec;
#else
    static_cast<void>(corrected);
    return para.rRec;
#endif
}

}  // namespace detail

#define DAVSIM_WELFORD(buffer_parameter, update_buffer, finalize_buffer)                           \
    template <typename T, typename U, bool isReuseSource = false,                                  \
              const WelfordUpdateConfig& config = WFUPDATE_DEFAULT_CFG>                            \
    DAVSIM_API void WelfordUpdate(                                                                 \
        const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,                    \
        const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance,                      \
        const LocalTensor<T>& inputX, buffer_parameter const WelfordUpdateParam& para) {           \
        DAVSIM_REQUIRE_PAIR("WelfordUpdate", (detail::kNormalized<T> && std::is_same_v<U, float>), \
                            T, U);                                                                 \
        detail::welford_update(outputMean, outputVariance, inputMean, inputVariance, inputX,       \
                               update_buffer, para, config.isInplace, DAVSIM_SITE);                \
    }                                                                                              \
    template <bool isReuseSource = false,                                                          \
              const WelfordFinalizeConfig& config = WFFINALIZE_DEFAULT_CFG>                        \
    DAVSIM_API void WelfordFinalize(                                                               \
        const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,            \
        const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,              \
        buffer_parameter const WelfordFinalizePara& para) {                                        \
        static_assert(detail::kLibraryHere<isReuseSource>,                                         \
                      "UNSUPPORTED: WelfordFinalize on arch " DAVSIM_ARCH_TEXT);                   \
        detail::welford_finalize(outputMean, outputVariance, inputMean, inputVariance, nullptr,    \
                                 finalize_buffer, para,                                            \
                                 detail::welford_factor(para, config.isCorrection), DAVSIM_SITE);  \
    }                                                                                              \
    template <bool isReuseSource = false,                                                          \
              const WelfordFinalizeConfig& config = WFFINALIZE_DEFAULT_CFG>                        \
    DAVSIM_API void WelfordFinalize(                                                               \
        const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,            \
        const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,              \
        const LocalTensor<int32_t>& counts, buffer_parameter const WelfordFinalizePara& para) {    \
        static_assert(detail::kLibraryHere<isReuseSource>,                                         \
                      "UNSUPPORTED: WelfordFinalize on arch " DAVSIM_ARCH_TEXT);                   \
        detail::welford_finalize(outputMean, outputVariance, inputMean, inputVariance, &counts,    \
                                 finalize_buffer, para,                                            \
                                 detail::welford_factor(para, config.isCorrection), DAVSIM_SITE);  \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>&sharedTmpBuffer,
DAVSIM_WELFORD(, detail::stack_buffer("WelfordUpdate"), detail::stack_buffer("WelfordFinalize"))
DAVSIM_WELFORD(DAVSIM_BUFFER, sharedTmpBuffer, sharedTmpBuffer)
#undef DAVSIM_BUFFER
#undef DAVSIM_WELFORD

}  // namespace AscendC
