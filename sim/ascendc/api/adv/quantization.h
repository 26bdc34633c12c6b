// SPDX-License-Identifier: Apache-2.0
#pragma once
// AscendDequant: int32 times a scale of each column, or one scale for all, to fp16, bf16 or fp32.
// AscendQuant: scale and offset, then to int8 by way of fp16. Computed in fp32 (AscendQuant of fp16
// in fp16).

#include "sim/ascendc/api/adv/unary_forms.h"
#include "sim/ascendc/api/vec_gather_mask.h"

namespace AscendC {

// m rows of n elements; calCount of each row count.
struct DequantParams {
    uint32_t m = 0;
    uint32_t n = 0;
    uint32_t calCount = 0;
};

enum class DeQuantMode { DEQUANT_WITH_SINGLE_ROW, DEQUANT_WITH_MULTI_ROW };

struct AscendQuantConfig {
    uint32_t calcCount = 0;
    uint32_t offsetCount = 0;
    uint32_t scaleCount = 0;
    uint32_t workLocalSize = 0;
};
inline constexpr AscendQuantConfig ASCEND_QUANT_DEFAULT_CFG = {};

namespace detail {

template <typename T, typename S>
inline constexpr bool kDequantTypes =
    !kIs910 && kOneOf<T, half, float, bfloat16_t> && kOneOf<S, float, bfloat16_t, uint64_t>;

template <typename T>
class Dequantizer {
public:
    Dequantizer(const char* api, const LocalTensor<uint8_t>& buffer, const DequantParams& params,
                const void* site)
        : params_(params), slots_(api, buffer, params.calCount), steps_(api, site) {}

    // Scales of the columns.
    template <typename S>
    void run(const LocalTensor<T>& dst, const LocalTensor<int32_t>& src,
             const LocalTensor<S>& scales) {
        each_piece([&](std::uint32_t column, [[maybe_unused]] std::uint32_t count) {
            LocalTensor<float> factors;
            if constexpr (std::is_same_v<S, float>) {
                factors = scales[column];
            } else if constexpr (std::is_same_v<S, uint64_t>) {
                factors = slots_[1];
                low_words(factors, scales[column], count);
            } else {
                factors = slots_[1];
                steps_.cast(factors, scales[column], RoundMode::CAST_NONE);
            }
            each_row(dst, src, column,
                     [&](const LocalTensor<float>& row) { steps_.mul(row, row, factors); });
        });
    }

    void run_scalar(const LocalTensor<T>& dst, const LocalTensor<int32_t>& src, float scale) {
        each_piece([&](std::uint32_t column, std::uint32_t) {
            each_row(dst, src, column,
                     [&](const LocalTensor<float>& row) { steps_.muls(row, row, scale); });
        });
    }

private:
    template <class Piece>
    void each_piece(const Piece& piece) {
        in_pieces(params_.calCount, slots_.length(),
                  [&](std::uint32_t column, std::uint32_t count) {
                      steps_.set_count(count);
                      piece(column, count);
                  });
    }

    // The fp32 in the low half of each scale.
    void low_words(const LocalTensor<float>& to, const LocalTensor<uint64_t>& scales,
                   std::uint32_t count) {
        constexpr uint8_t kEven = 1;
        uint64_t kept = 0;
        GatherMask(to, scales.template ReinterpretCast<float>(), kEven, true, 2 * count,
                   GatherMaskParams(1, 1, davsim::kBlocksPerRepeat, 0), kept);
        write_mask_mode(true);
        steps_.set_count(count);
    }

    template <class Scale>
    void each_row(const LocalTensor<T>& dst, const LocalTensor<int32_t>& src, std::uint32_t column,
                  const Scale& scale) {
        constexpr std::uint32_t kBlock = davsim::kBlockBytes / sizeof(T);
        const std::uint32_t pitch = (params_.n + kBlock - 1) / kBlock * kBlock;
        for (std::uint32_t row = 0; row < params_.m; ++row) {
            const LocalTensor<float> work = slots_[0];
            steps_.cast(work, src[row * params_.n + column], RoundMode::CAST_RINT);
            scale(work);
            const LocalTensor<T> to = dst[row * pitch + column];
            if constexpr (std::is_same_v<T, float>)
                steps_.adds(to, work, 0.0F);
            else
                steps_.cast(to, work, RoundMode::CAST_RINT);
        }
    }

    DequantParams params_;
    Slots<2> slots_;
    Steps steps_;
};

template <typename T, typename S>
void dequant(const LocalTensor<T>& dst, const LocalTensor<int32_t>& src,
             const LocalTensor<S>& scales, const LocalTensor<uint8_t>& buffer,
             const DequantParams& params, const void* site) {
    DAVSIM_REQUIRE_PAIR("AscendDequant", (kDequantTypes<T, S>), T, int32_t);
    Dequantizer<T>("AscendDequant", buffer, params, site).run(dst, src, scales);
}

template <typename T>
void dequant_scalar(const LocalTensor<T>& dst, const LocalTensor<int32_t>& src, float scale,
                    const LocalTensor<uint8_t>& buffer, const DequantParams& params,
                    const void* site) {
    DAVSIM_REQUIRE_PAIR("AscendDequant", (kDequantTypes<T, float>), T, int32_t);
    Dequantizer<T>("AscendDequant", buffer, params, site).run_scalar(dst, src, scale);
}

template <typename S>
float scale_number(S scale) {
    if constexpr (std::is_same_v<S, bfloat16_t>)
        return from_bits<float>(bits_of(scale) << 16);
    else
        return static_cast<float>(scale);
}

// In fp16, to which an fp32 source is rounded first: so does CANN, and results hang on it.
template <typename T>
void quantize(const LocalTensor<int8_t>& dst, const LocalTensor<T>& src,
              const LocalTensor<uint8_t>& buffer, float scale, float offset, std::uint32_t count,
              const void* site) {
    DAVSIM_REQUIRE("AscendQuant", (kLibraryFloats<T>), T);
    const Slots<1> slots("AscendQuant", buffer, count);
    Steps steps("AscendQuant", site);
    in_pieces(count, slots.length(), [&](std::uint32_t at, std::uint32_t piece) {
        steps.set_count(piece);
        const LocalTensor<half> work = slots[0].template ReinterpretCast<half>();
        if constexpr (std::is_same_v<T, float>) {
            steps.cast(work, src[at], RoundMode::CAST_RINT);
            steps.muls(work, work, half(scale));
        } else {
            steps.muls(work, src[at], half(scale));
        }
        steps.adds(work, work, half(offset));
        steps.cast(dst[at], work, RoundMode::CAST_RINT);
    });
}

}  // namespace detail

#define DAVSIM_DEQUANT(Scale, function, scale_argument)                                            \
    template <typename dstT, typename scaleT,                                                      \
              DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>                             \
    DAVSIM_API void AscendDequant(                                                                 \
        const LocalTensor<dstT>& dstTensor, const LocalTensor<int32_t>& srcTensor, Scale deqScale, \
        const LocalTensor<uint8_t>& sharedTmpBuffer, DequantParams params) {                       \
        detail::function(dstTensor, srcTensor, scale_argument, sharedTmpBuffer, params,            \
                         DAVSIM_SITE);                                                             \
    }                                                                                              \
    template <typename dstT, typename scaleT,                                                      \
              DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>                             \
    DAVSIM_API void AscendDequant(const LocalTensor<dstT>& dstTensor,                              \
                                  const LocalTensor<int32_t>& srcTensor, Scale deqScale,           \
                                  DequantParams params) {                                          \
        detail::function(dstTensor, srcTensor, scale_argument,                                     \
                         detail::stack_buffer("AscendDequant"), params, DAVSIM_SITE);              \
    }

DAVSIM_DEQUANT(const LocalTensor<scaleT>&, dequant, deqScale)
DAVSIM_DEQUANT(const scaleT, dequant_scalar, detail::scale_number(deqScale))

#undef DAVSIM_DEQUANT

// One row; without a count: all of deqScale.
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
DAVSIM_API void AscendDequant(const LocalTensor<dstT>& dstTensor,
                              const LocalTensor<int32_t>& srcTensor,
                              const LocalTensor<scaleT>& deqScale,
                              const LocalTensor<uint8_t>& sharedTmpBuffer,
                              const uint32_t calCount) {
    detail::dequant(dstTensor, srcTensor, deqScale, sharedTmpBuffer,
                    DequantParams{1, calCount, calCount}, DAVSIM_SITE);
}

template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
DAVSIM_API void AscendQuant(const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor,
                            const LocalTensor<uint8_t>& sharedTmpBuffer, const float scale,
                            const float offset, const uint32_t calCount) {
    detail::quantize(dstTensor, srcTensor, sharedTmpBuffer, scale, offset, calCount, DAVSIM_SITE);
}
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
DAVSIM_API void AscendQuant(const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor,
                            const float scale, const float offset, const uint32_t calCount) {
    detail::quantize(dstTensor, srcTensor, detail::stack_buffer("AscendQuant"), scale, offset,
                     calCount, DAVSIM_SITE);
}

}  // namespace AscendC
