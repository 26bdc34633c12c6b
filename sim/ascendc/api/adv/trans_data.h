// SPDX-License-Identifier: Apache-2.0
#pragma once
// TransData of 2-byte elements between [N, C, D, H W] and the formats with blocks of 16 channels:
// [N, D, C1, H, W, C0] and [D, C1, H, W, N1, N0, C0]. Pixels of 16 channels are transposed at a
// time. Rows of H W pixels are padded to whole blocks in the first format; channels and images that
// do not fill 16 are padded with 0 in the others. Source: Ascend C documentation, TransData.

#include <string>

#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/tile_transpose.h"
#include "sim/ascendc/api/layout.h"
#include "sim/ascendc/api/shape.h"
#include "sim/ascendc/api/vec_move.h"

namespace AscendC {

template <typename T, typename U>
struct TransDataParams {
    T srcLayout;
    U dstLayout;
};

struct TransDataConfig {
    DataFormat srcFormat;
    DataFormat dstFormat;
};

namespace detail {

template <typename T>
inline constexpr bool kRelaidOut = !kIs910 && kOneOf<T, half, int16_t, uint16_t, bfloat16_t>;

// Of the format without blocks.
struct ImageShape {
    std::uint32_t images = 0;
    std::uint32_t channels = 0;
    std::uint32_t depth = 0;
    std::uint32_t pixels = 0;  // H W
};

template <class Layout5>
ImageShape image_shape(const Layout5& layout) {
    const auto& shape = layout.GetShape();
    return {static_cast<std::uint32_t>(Std::get<0>(shape)),
            static_cast<std::uint32_t>(Std::get<1>(shape)),
            static_cast<std::uint32_t>(Std::get<2>(shape)),
            static_cast<std::uint32_t>(Std::get<3>(shape)) *
                static_cast<std::uint32_t>(Std::get<4>(shape))};
}

class ImageBlocks {
public:
    ImageBlocks(const ImageShape& shape, DataFormat blocked, const LocalTensor<uint8_t>& buffer,
                const void* site)
        : shape_(shape),
          fractal_(blocked == DataFormat::FRACTAL_Z_3D),
          channel_blocks_((shape.channels + kTileRows - 1) / kTileRows),
          image_blocks_((shape.images + kTileRows - 1) / kTileRows),
          row_((shape.pixels + kTileRows - 1) / kTileRows * kTileRows),
          spare_(buffer.template ReinterpretCast<uint16_t>()),
          site_(site) {
        const std::uint32_t needed = row_ * kSize + std::uint32_t{davsim::kBlockBytes};
        if (buffer.GetSize() < needed) {
            refuse("TransData", "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
                   std::to_string(needed) + " or more");
        }
    }

    void to_blocks(const LocalTensor<uint16_t>& dst, const LocalTensor<uint16_t>& src) {
        if (fractal_ && shape_.images % kTileRows != 0) {
            const std::uint32_t all = shape_.depth * channel_blocks_ * shape_.pixels *
                                      image_blocks_ * kTileRows * kTileRows;
            zero(dst, all);
        }
        zero(spare_, row_);
        const std::uint32_t last = shape_.pixels;
        each_block([&](const Block& block) {
            transpose_tiles<uint16_t>(
                [&](std::uint32_t channel) { return channel_row(src, block, channel); },
                [&](std::uint32_t pixel) {
                    // Pixels that pad a row have no place; the spare row must stay 0.
                    return pixel < last ? pixel_block(dst, block, pixel) : spare_[row_].address();
                },
                kTileRows, row_, site_);
        });
    }

    void from_blocks(const LocalTensor<uint16_t>& dst, const LocalTensor<uint16_t>& src) {
        const std::uint32_t last = shape_.pixels - 1;
        each_block([&](const Block& block) {
            transpose_tiles<uint16_t>(
                [&](std::uint32_t pixel) {
                    return pixel_block(src, block, pixel < last ? pixel : last);
                },
                [&](std::uint32_t channel) { return channel_row(dst, block, channel); }, row_,
                kTileRows, site_);
        });
    }

private:
    static constexpr std::uint32_t kSize = sizeof(uint16_t);

    struct Block {
        std::uint32_t image;
        std::uint32_t depth;
        std::uint32_t channels;  // block of 16
    };

    template <class Each>
    void each_block(const Each& each) const {
        for (std::uint32_t image = 0; image < shape_.images; ++image) {
            for (std::uint32_t depth = 0; depth < shape_.depth; ++depth) {
                for (std::uint32_t block = 0; block < channel_blocks_; ++block)
                    each(Block{image, depth, block});
            }
        }
    }

    // Pixels of a channel; the spare row for one that does not exist.
    std::uint32_t channel_row(const LocalTensor<uint16_t>& tensor, const Block& block,
                              std::uint32_t channel) const {
        const std::uint32_t index = block.channels * kTileRows + channel;
        if (index >= shape_.channels) return spare_.address();
        const std::uint32_t row =
            (block.image * shape_.channels + index) * shape_.depth + block.depth;
        return tensor.address() + row * row_ * kSize;
    }

    // 16 channels of a pixel.
    std::uint32_t pixel_block(const LocalTensor<uint16_t>& tensor, const Block& block,
                              std::uint32_t pixel) const {
        std::uint32_t index = 0;
        if (fractal_) {
            index = (block.depth * channel_blocks_ + block.channels) * shape_.pixels + pixel;
            index = index * image_blocks_ * kTileRows + block.image;
        } else {
            index = block.image * shape_.depth + block.depth;
            index = (index * channel_blocks_ + block.channels) * shape_.pixels + pixel;
        }
        return tensor.address() + index * std::uint32_t{davsim::kBlockBytes};
    }

    void zero(const LocalTensor<uint16_t>& tensor, std::uint32_t count) {
        duplicate("TransData", tensor, uint16_t{0}, davsim::VectorMask{count, 0, true}, 1, 1,
                  davsim::kBlocksPerRepeat, site_);
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    ImageShape shape_;
    bool fractal_;
    std::uint32_t channel_blocks_;
    std::uint32_t image_blocks_;
    std::uint32_t row_;
    LocalTensor<uint16_t> spare_;
    const void* site_;
};

constexpr bool is_blocked(DataFormat format) {
    return format == DataFormat::FRACTAL_Z_3D || format == DataFormat::NDC1HWC0;
}

}  // namespace detail

template <const TransDataConfig& config, typename T, typename U, typename S>
DAVSIM_API void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                          const LocalTensor<uint8_t>& sharedTmpBuffer,
                          const TransDataParams<U, S>& params) {
    const void* site = DAVSIM_SITE;
    DAVSIM_REQUIRE("TransData", (detail::kRelaidOut<T>), T);
    static_assert(is_layout_v<U> && is_layout_v<S>, "srcLayout and dstLayout are layouts");
    constexpr bool kTo =
        config.srcFormat == DataFormat::NCDHW && detail::is_blocked(config.dstFormat);
    constexpr bool kFrom =
        config.dstFormat == DataFormat::NCDHW && detail::is_blocked(config.srcFormat);
    static_assert(kTo || kFrom,
                  "UNSUPPORTED: TransData between these formats on arch " DAVSIM_ARCH_TEXT);
    const auto dst = dstTensor.template ReinterpretCast<uint16_t>();
    const auto src = srcTensor.template ReinterpretCast<uint16_t>();
    if constexpr (kTo) {
        detail::ImageBlocks(detail::image_shape(params.srcLayout), config.dstFormat,
                            sharedTmpBuffer, site)
            .to_blocks(dst, src);
    } else if constexpr (kFrom) {
        detail::ImageBlocks(detail::image_shape(params.dstLayout), config.srcFormat,
                            sharedTmpBuffer, site)
            .from_blocks(dst, src);
    }
}
template <const TransDataConfig& config, typename T, typename U, typename S>
DAVSIM_API void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                          const TransDataParams<U, S>& params) {
    const detail::LibraryCall call(__builtin_return_address(0));
    TransData<config, T, U, S>(dstTensor, srcTensor, detail::stack_buffer("TransData"), params);
}

}  // namespace AscendC
