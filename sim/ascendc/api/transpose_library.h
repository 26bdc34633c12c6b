// SPDX-License-Identifier: Apache-2.0
#pragma once
// Transpose between [N, C, H, W] and [N, H, W, C] for any number of channels, on row
// transpositions:
// a block of pixels in all channels is spread so that every element fills a block of its own, and
// then such blocks are picked in the new order, 16 at a time, and gathered to elements.
// Source of shapes and buffer sizes: Ascend C documentation, Transpose.

#include <string>

#include "sim/ascendc/api/sync.h"
#include "sim/ascendc/api/transpose.h"

namespace AscendC {

enum class TransposeType : uint8_t {
    TRANSPOSE_TYPE_NONE,
    TRANSPOSE_NZ2ND_0213,
    TRANSPOSE_NZ2NZ_0213,
    TRANSPOSE_NZ2NZ_012_WITH_N,
    TRANSPOSE_NZ2ND_012_WITH_N,
    TRANSPOSE_NZ2ND_012_WITHOUT_N,
    TRANSPOSE_NZ2NZ_012_WITHOUT_N,
    TRANSPOSE_ND2ND_ONLY,
    TRANSPOSE_ND_UB_GM,
    TRANSPOSE_GRAD_ND_UB_GM,
    TRANSPOSE_ND2ND_B16,
    TRANSPOSE_NCHW2NHWC,
    TRANSPOSE_NHWC2NCHW,
};

struct TransposeParamsExt {
    constexpr TransposeParamsExt() = default;
    constexpr TransposeParamsExt(uint16_t n, uint16_t c, uint16_t h, uint16_t w, TransposeType type)
        : nSize(n), cSize(c), hSize(h), wSize(w), transposeType(type) {}
    uint16_t nSize = 0;
    uint16_t cSize = 0;
    uint16_t hSize = 0;
    uint16_t wSize = 0;
    TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;
};

namespace detail {

template <typename T>
class ChannelTranspose {
public:
    ChannelTranspose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                     const LocalTensor<uint8_t>& buffer, const TransposeParamsExt& params,
                     const void* site)
        : dst_(dst.address()),
          src_(src.address()),
          blocks_(buffer.address()),
          channels_(params.cSize),
          pixels_(std::uint32_t{params.hSize} * params.wSize),
          to_last_(params.transposeType == TransposeType::TRANSPOSE_NCHW2NHWC),
          site_(site) {
        if (pixels_ % kWidth != 0)
            refuse_number("Transpose", "hSize * wSize", pixels_, "whole 32-byte blocks");
        const std::uint32_t need = (channels_ * kWidth + 1) * kBytes;
        if (buffer.GetSize() < need) {
            refuse("Transpose", "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
                   std::to_string(need) + " or more");
        }
    }

    // The images one after another; a group is the pixels of a block.
    void run(std::uint32_t images) {
        const std::uint32_t image_bytes = channels_ * pixels_ * kSize;
        for (std::uint32_t image = 0; image < images; ++image) {
            for (std::uint32_t group = 0; group < pixels_ / kWidth; ++group) {
                spread(src_ + image * image_bytes, group);
                pipe_barrier(davsim::Pipe::kV, site_);
                gather(dst_ + image * image_bytes, group);
                pipe_barrier(davsim::Pipe::kV, site_);
            }
        }
    }

private:
    static constexpr std::uint32_t kBytes = davsim::kBlockBytes;
    static constexpr std::uint32_t kSize = sizeof(T);
    static constexpr std::uint32_t kWidth = kBytes / kSize;  // elements of a block
    static constexpr std::uint32_t kRows = NCHW_CONV_ADDR_LIST_SIZE;

    // Address of block `index` of the group in a tensor of channels first or of channels last.
    std::uint32_t block_of(std::uint32_t tensor, bool channels_last, std::uint32_t group,
                           std::uint32_t index) const {
        if (channels_last) return tensor + (group * channels_ + index) * kBytes;
        return tensor + index * pixels_ * kSize + group * kBytes;
    }

    // Element e of the group's source block s fills block s * kWidth + e of the buffer.
    void spread(std::uint32_t image, std::uint32_t group) {
        const std::uint32_t from_step = to_last_ ? pixels_ * kSize / kBytes : 1;
        for (std::uint32_t done = 0; done < channels_; done += davsim::kMaxRepeat) {
            const std::uint32_t rest = channels_ - done;
            const std::uint32_t repeat = rest < davsim::kMaxRepeat ? rest : davsim::kMaxRepeat;
            const std::uint32_t from = block_of(image, !to_last_, group, done);
            const std::uint32_t to = blocks_ + done * kWidth * kBytes;
            for (std::uint32_t half = 0; half < (kSize == 1 ? 2U : 1U); ++half) {
                TransDataTo5HDParams params(false, half == 1, static_cast<uint8_t>(repeat), 0, 0);
                if (repeat > 1) {
                    params.dstRepStride = static_cast<uint16_t>(kWidth);
                    params.srcRepStride = static_cast<uint16_t>(from_step);
                }
                // 4-byte elements: both halves of a column's copies go to one block.
                const auto block = [&](std::size_t row) {
                    const auto index = static_cast<std::uint32_t>(kSize == 4 ? row / 2 : row);
                    return to + (half * kRows + index) * kBytes;
                };
                trans_data<T>(
                    block, [&](std::size_t) { return from; }, params, site_);
            }
        }
    }

    // Where the buffer holds element `lane` of the group's result block `index`.
    std::uint32_t source_of(std::uint32_t index, std::uint32_t lane) const {
        if (!to_last_) return blocks_ + (lane * channels_ + index) * kBytes;
        const std::uint32_t flat = index * kWidth + lane;
        return blocks_ + (flat % channels_ * kWidth + flat / channels_) * kBytes;
    }

    // 16 elements an instruction: half of a block, a block, or two blocks.
    void gather(std::uint32_t image, std::uint32_t group) {
        const std::uint32_t spare = blocks_ + channels_ * kWidth * kBytes;
        const std::uint32_t elements = channels_ * kWidth;
        for (std::uint32_t first = 0; first < elements; first += kRows) {
            const auto source = [&](std::size_t row) {
                const std::uint32_t element = first + static_cast<std::uint32_t>(row);
                return element < elements ? source_of(element / kWidth, element % kWidth) : spare;
            };
            // All rows of the result are alike; of 4-byte elements each second one is.
            const auto target = [&](std::size_t row) {
                const std::uint32_t element = first + (kSize == 4 && row % 2 != 0 ? kWidth : 0U);
                if (element >= elements) return spare;
                return block_of(image, to_last_, group, element / kWidth);
            };
            const bool high = kSize == 1 && first % kWidth != 0;
            trans_data<T>(target, source, TransDataTo5HDParams(high, false, 1, 0, 0), site_);
        }
    }

    std::uint32_t dst_;
    std::uint32_t src_;
    std::uint32_t blocks_;
    std::uint32_t channels_;
    std::uint32_t pixels_;
    bool to_last_;
    const void* site_;
};

}  // namespace detail

template <typename T>
DAVSIM_API void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                          const LocalTensor<uint8_t>& sharedTmpBuffer,
                          const TransposeParamsExt& transposeParams) {
    DAVSIM_REQUIRE("Transpose", (detail::kRowTypes<T>), T);
    const void* site = DAVSIM_SITE;
    const TransposeType type = transposeParams.transposeType;
    if (type == TransposeType::TRANSPOSE_TYPE_NONE) return;
    if (type == TransposeType::TRANSPOSE_ND2ND_B16) {
        Transpose(dst.template ReinterpretCast<uint16_t>(),
                  src.template ReinterpretCast<uint16_t>());
        return;
    }
    if (detail::kIs910 || (type != TransposeType::TRANSPOSE_NCHW2NHWC &&
                           type != TransposeType::TRANSPOSE_NHWC2NCHW)) {
        detail::refuse_number("Transpose", "transposeType", static_cast<int64_t>(type),
                              detail::kIs910 ? "TRANSPOSE_ND2ND_B16"
                                             : "TRANSPOSE_ND2ND_B16, TRANSPOSE_NCHW2NHWC or "
                                               "TRANSPOSE_NHWC2NCHW");
    }
    detail::ChannelTranspose<T>(dst, src, sharedTmpBuffer, transposeParams, site)
        .run(transposeParams.nSize);
}

}  // namespace AscendC
