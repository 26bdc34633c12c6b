// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library reductions over matrices: Sum and Mean of each row, and ReduceSum, ReduceMean, ReduceMax,
// ReduceMin by pattern: AR reduces rows, RA columns. fp32; fp16 is widened.

#include "sim/ascendc/api/adv/rows.h"
#include "sim/ascendc/api/adv/unary_forms.h"
#include "sim/ascendc/api/data_copy.h"

namespace AscendC {

// `outter` rows of n elements, `inner` elements from row to row (whole blocks).
struct SumParams {
    uint32_t outter = 1;
    uint32_t inner = 0;
    uint32_t n = 0;
};
struct MeanParams {
    uint32_t outter = 1;
    uint32_t inner = 0;
    uint32_t n = 0;
};

// A: an axis that stays, R: one that goes.
namespace Pattern {
namespace Reduce {
struct AR {};
struct RA {};
}  // namespace Reduce
}  // namespace Pattern

namespace detail {

struct MatrixShape {
    std::uint32_t rows = 0;
    std::uint32_t valid = 0;
    std::uint32_t pitch = 0;
};

// One number a row, times `scale`.
template <ReduceType type, typename T>
class RowReduction {
public:
    RowReduction(const char* api, const LocalTensor<uint8_t>& buffer, const MatrixShape& shape,
                 const void* site)
        : steps_(api, site), shape_(shape), buffer_(buffer.template ReinterpretCast<float>()) {
        if (shape.pitch * sizeof(T) % davsim::kBlockBytes != 0)
            refuse_number(api, "inner", shape.pitch, "a row of whole 32-byte blocks");
        group_ = shape.rows;
        while (group_ > 1 && space(group_) > buffer_.GetSize()) group_ = (group_ + 1) / 2;
        group_ = group_ < shape.rows ? group_ / kGrain * kGrain : group_;
        if (group_ == 0 || space(group_) > buffer_.GetSize()) {
            const std::uint32_t least = shape.rows < kGrain ? shape.rows : kGrain;
            refuse(api, "sharedTmpBuffer", std::to_string(buffer_.GetLength()) + " bytes",
                   std::to_string(space(least) * sizeof(float)) + " or more");
        }
    }

    void run(const LocalTensor<T>& dst, const LocalTensor<T>& src, float scale) {
        for (std::uint32_t row = 0; row < shape_.rows; row += group_) {
            const std::uint32_t left = shape_.rows - row;
            const std::uint32_t count = left < group_ ? left : group_;
            const LocalTensor<T> from = src[row * shape_.pitch];
            const Rows rows(steps_, count, shape_.valid, shape_.pitch);
            if constexpr (kWiden) {
                const LocalTensor<float> numbers = buffer_;
                const LocalTensor<float> matrix = buffer_[numbers_space(group_)];
                const LocalTensor<float> fold = matrix[group_ * shape_.pitch];
                steps_.set_count(count * shape_.pitch);
                steps_.cast(matrix, from, RoundMode::CAST_NONE);
                rows.reduce<type>(numbers, matrix, fold);
                steps_.set_count(count);
                if (scale != 1) steps_.muls(numbers, numbers, scale);
                steps_.cast(dst[row], numbers, RoundMode::CAST_NONE);
            } else {
                rows.reduce<type>(dst[row], from, buffer_);
                steps_.set_count(count);
                if (scale != 1) steps_.muls(dst[row], dst[row], scale);
            }
        }
    }

private:
    static constexpr bool kWiden = std::is_same_v<T, half>;
    static constexpr std::uint32_t kGrain = davsim::kBlockBytes / sizeof(T);

    static std::uint32_t numbers_space(std::uint32_t rows) {
        return (rows + Rows::kBlock - 1) / Rows::kBlock * Rows::kBlock;
    }
    std::uint32_t space(std::uint32_t rows) const {
        const std::uint32_t widened = kWiden ? numbers_space(rows) + rows * shape_.pitch : 0;
        return widened + Rows::fold_space(rows, shape_.valid, shape_.pitch);
    }

    Steps steps_;
    MatrixShape shape_;
    LocalTensor<float> buffer_;
    std::uint32_t group_ = 0;
};

// Row after row into the first, in the tensor's own type.
template <ReduceType type, typename T>
void reduce_columns(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                    const MatrixShape& shape, float scale, const void* site) {
    Steps steps(api, site);
    steps.set_count(shape.valid);
    if (shape.pitch * sizeof(T) % davsim::kBlockBytes != 0)
        refuse_number(api, "srcShape", shape.pitch, "a row of whole 32-byte blocks");
    DataCopy(dst, src, shape.pitch);
    steps.barrier();
    for (std::uint32_t row = 1; row < shape.rows; ++row) {
        const LocalTensor<T> next = src[row * shape.pitch];
        if constexpr (type == ReduceType::SUM)
            steps.add(dst, dst, next);
        else if constexpr (type == ReduceType::MAX)
            steps.max(dst, dst, next);
        else
            steps.min(dst, dst, next);
    }
    if (scale != 1) steps.muls(dst, dst, T(scale));
}

template <ReduceType type, class pattern, bool kMean, typename T>
void reduce_pattern(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                    const LocalTensor<uint8_t>& buffer, const uint32_t src_shape[],
                    bool inner_padded, const void* site) {
    DAVSIM_REQUIRE("ReduceSum and its kin by a pattern", (kLibraryFloats<T>), T);
    constexpr bool kRows = std::is_same_v<pattern, Pattern::Reduce::AR>;
    static_assert(kRows || std::is_same_v<pattern, Pattern::Reduce::RA>,
                  "UNSUPPORTED: this reduction pattern on arch " DAVSIM_ARCH_TEXT);
    constexpr std::uint32_t kBlock = davsim::kBlockBytes / sizeof(T);
    const std::uint32_t padded = (src_shape[1] + kBlock - 1) / kBlock * kBlock;
    const MatrixShape shape{src_shape[0], src_shape[1], inner_padded ? padded : src_shape[1]};
    const std::uint32_t gone = kRows ? shape.valid : shape.rows;
    const float scale = kMean && gone > 0 ? 1.0F / static_cast<float>(gone) : 1.0F;
    if constexpr (kRows)
        RowReduction<type, T>(api, buffer, shape, site).run(dst, src, scale);
    else
        reduce_columns<type>(api, dst, src, shape, scale, site);
}

}  // namespace detail

#define DAVSIM_ROW_SUM(Name, Params, scale)                                                   \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,    \
                         const LocalTensor<uint8_t>& sharedTmpBuffer, const Params& params) { \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                                \
        detail::RowReduction<ReduceType::SUM, T>(                                             \
            #Name, sharedTmpBuffer, {params.outter, params.n, params.inner}, DAVSIM_SITE)     \
            .run(dstTensor, srcTensor, scale);                                                \
    }
#define DAVSIM_ROW_SUM_STACK(Name, Params, scale)                                          \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, \
                         const Params& params) {                                           \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                             \
        detail::RowReduction<ReduceType::SUM, T>(#Name, detail::stack_buffer(#Name),       \
                                                 {params.outter, params.n, params.inner},  \
                                                 DAVSIM_SITE)                              \
            .run(dstTensor, srcTensor, scale);                                             \
    }

template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
DAVSIM_ROW_SUM(Sum, SumParams, 1.0F)
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
DAVSIM_ROW_SUM_STACK(Sum, SumParams, 1.0F)
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          int32_t reduceDim = -1>
DAVSIM_ROW_SUM(Mean, MeanParams, 1.0F / static_cast<float>(params.n))
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          int32_t reduceDim = -1>
DAVSIM_ROW_SUM_STACK(Mean, MeanParams, 1.0F / static_cast<float>(params.n))

#undef DAVSIM_ROW_SUM_STACK
#undef DAVSIM_ROW_SUM

#define DAVSIM_PATTERN(Name, type, mean)                                                          \
    template <class T, class pattern, bool isReuseSource = false>                                 \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,        \
                         const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t srcShape[],  \
                         bool srcInnerPad) {                                                      \
        detail::reduce_pattern<type, pattern, mean>(#Name, dstTensor, srcTensor, sharedTmpBuffer, \
                                                    srcShape, srcInnerPad, DAVSIM_SITE);          \
    }                                                                                             \
    template <class T, class pattern, bool isReuseSource = false>                                 \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,        \
                         const uint32_t srcShape[], bool srcInnerPad) {                           \
        detail::reduce_pattern<type, pattern, mean>(#Name, dstTensor, srcTensor,                  \
                                                    detail::stack_buffer(#Name), srcShape,        \
                                                    srcInnerPad, DAVSIM_SITE);                    \
    }

DAVSIM_PATTERN(ReduceSum, ReduceType::SUM, false) DAVSIM_PATTERN(ReduceMean, ReduceType::SUM, true)
    DAVSIM_PATTERN(ReduceMax, ReduceType::MAX, false)
        DAVSIM_PATTERN(ReduceMin, ReduceType::MIN, false)

#undef DAVSIM_PATTERN

}  // namespace AscendC
