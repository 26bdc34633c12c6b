// SPDX-License-Identifier: Apache-2.0
#pragma once
// AscendAntiQuant: (x + offset) scale, from int8 to fp16 or bf16. Rows are k, columns n; a scale
// (and offset) for each column of a group of rows, or one for all. fp16 is computed in fp16, bf16
// in fp32.

#include <string>

#include "sim/ascendc/api/adv/quantization.h"
#include "sim/ascendc/api/adv/scratch.h"

namespace AscendC {

// Extents of the tensors; zero: those of the tensors' ShapeInfo.
struct AntiQuantShapeInfo {
    uint32_t offsetHeight = 0;
    uint32_t offsetWidth = 0;
    uint32_t scaleHeight = 0;
    uint32_t scaleWidth = 0;
};

namespace detail {

template <typename In, typename Out>
inline constexpr bool kAntiQuantised =
    !kIs910 && std::is_same_v<In, int8_t> && kOneOf<Out, half, bfloat16_t>;

// One row, or a piece of one: `add` and `times` work on fp16 or fp32.
template <typename Out>
class AntiQuantizer {
public:
    using Work = std::conditional_t<std::is_same_v<Out, half>, half, float>;

    AntiQuantizer(const LocalTensor<uint8_t>& buffer, std::uint32_t row, const void* site)
        : slots_("AscendAntiQuant", buffer, row), steps_("AscendAntiQuant", site) {}

    // `factors(column, count, steps, work, spare)` adds the offset and multiplies.
    template <class Factors>
    void row(const LocalTensor<Out>& dst, const LocalTensor<int8_t>& src, std::uint32_t columns,
             const Factors& factors) {
        in_pieces(columns, slots_.length(), [&](std::uint32_t column, std::uint32_t count) {
            steps_.set_count(count);
            const LocalTensor<half> narrow = slots_[0].template ReinterpretCast<half>();
            steps_.cast(narrow, src[column], RoundMode::CAST_NONE);
            const LocalTensor<float> spare = slots_[2];
            if constexpr (std::is_same_v<Out, half>) {
                factors(column, steps_, narrow, spare);
                steps_.muls(dst[column], narrow, half(1.0F));
            } else {
                const LocalTensor<float> wide = slots_[1];
                steps_.cast(wide, narrow, RoundMode::CAST_NONE);
                factors(column, steps_, wide, spare);
                steps_.cast(dst[column], wide, RoundMode::CAST_RINT);
            }
        });
    }

    // A tensor of the result's type as the type that is computed with.
    static LocalTensor<Work> as_work(Steps& steps, const LocalTensor<Out>& from,
                                     const LocalTensor<float>& spare) {
        if constexpr (std::is_same_v<Out, half>) {
            return from;
        } else {
            steps.cast(spare, from, RoundMode::CAST_NONE);
            return spare;
        }
    }

private:
    Slots<3> slots_;
    Steps steps_;
};

template <typename Out, class Factors>
void anti_quantize(const LocalTensor<Out>& dst, const LocalTensor<int8_t>& src,
                   const LocalTensor<uint8_t>& buffer, std::uint32_t k, std::uint32_t groups,
                   const Factors& factors, const void* site) {
    const std::uint32_t columns = k == 0 ? 0 : src.GetSize() / k;
    if (columns == 0 || columns % davsim::kBlockBytes != 0)
        refuse_number("AscendAntiQuant", "columns", columns, "a multiple of 32, in k rows of src");
    if (groups == 0 || k % groups != 0)
        refuse_number("AscendAntiQuant", "scale height", groups, "a divisor of k");
    AntiQuantizer<Out> work(buffer, columns, site);
    for (std::uint32_t row = 0; row < k; ++row) {
        const std::uint32_t group = row / (k / groups);
        work.row(dst[row * columns], src[row * columns], columns,
                 [&](std::uint32_t column, Steps& steps, const auto& x, const auto& spare) {
                     factors(group * columns + column, steps, x, spare);
                 });
    }
}

template <typename Out>
std::uint32_t scale_rows(const LocalTensor<Out>& scale, const AntiQuantShapeInfo& info) {
    if (info.scaleHeight != 0) return info.scaleHeight;
    const ShapeInfo shape = scale.GetShapeInfo();
    return shape.shapeDim >= 2 && shape.shape[0] != 0 ? shape.shape[0] : 1;
}

}  // namespace detail

#define DAVSIM_ANTI_QUANT(parameters, rows, steps_of_row)                                          \
    template <typename InputDataType, typename OutputDataType, bool isTranspose>                   \
    DAVSIM_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst,                        \
                                    const LocalTensor<InputDataType>& src, parameters,             \
                                    const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t k, \
                                    [[maybe_unused]] const AntiQuantShapeInfo& shapeInfo = {}) {   \
        const void* site = DAVSIM_SITE;                                                            \
        DAVSIM_REQUIRE_PAIR("AscendAntiQuant",                                                     \
                            (detail::kAntiQuantised<InputDataType, OutputDataType>),               \
                            OutputDataType, InputDataType);                                        \
        static_assert(!isTranspose,                                                                \
                      "UNSUPPORTED: AscendAntiQuant of transposed tensors on "                     \
                      "arch " DAVSIM_ARCH_TEXT);                                                   \
        using Quantizer = detail::AntiQuantizer<OutputDataType>;                                   \
        using Work = typename Quantizer::Work;                                                     \
        detail::anti_quantize(                                                                     \
            dst, src, sharedTmpBuffer, k, rows,                                                    \
            [&]([[maybe_unused]] std::uint32_t at, detail::Steps& steps,                           \
                const LocalTensor<Work>& x,                                                        \
                [[maybe_unused]] const LocalTensor<float>& spare) { steps_of_row },                \
            site);                                                                                 \
    }
#define DAVSIM_BY_TENSORS \
    const LocalTensor<OutputDataType>&offset, const LocalTensor<OutputDataType>&scale
#define DAVSIM_BY_NUMBERS const OutputDataType offset, const OutputDataType scale

DAVSIM_ANTI_QUANT(DAVSIM_BY_TENSORS, detail::scale_rows(scale, shapeInfo),
                  steps.add(x, x, Quantizer::as_work(steps, offset[at], spare));
                  steps.mul(x, x, Quantizer::as_work(steps, scale[at], spare));)
DAVSIM_ANTI_QUANT(const LocalTensor<OutputDataType>& scale, detail::scale_rows(scale, shapeInfo),
                  steps.mul(x, x, Quantizer::as_work(steps, scale[at], spare));)
DAVSIM_ANTI_QUANT(DAVSIM_BY_NUMBERS, 1, steps.adds(x, x, Work(detail::scale_number(offset)));
                  steps.muls(x, x, Work(detail::scale_number(scale)));)
DAVSIM_ANTI_QUANT(const OutputDataType scale, 1,
                  steps.muls(x, x, Work(detail::scale_number(scale)));)

#undef DAVSIM_BY_NUMBERS
#undef DAVSIM_BY_TENSORS
#undef DAVSIM_ANTI_QUANT

}  // namespace AscendC
