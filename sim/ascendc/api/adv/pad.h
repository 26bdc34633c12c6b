// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pad: rows of any width to rows of whole blocks, with a value on both sides; UnPad: whole blocks
// to rows without their last columns. Pad gathers each row with the same offsets, or copies where
// rows are whole blocks already; UnPad is one GatherMask. Source: Ascend C documentation of both.

#include <string>

#include "sim/ascendc/api/adv/arange.h"
#include "sim/ascendc/api/adv/layout_types.h"
#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/steps.h"
#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/vec_gather.h"
#include "sim/ascendc/api/vec_gather_mask.h"

namespace AscendC {

struct PadParams {
    uint16_t leftPad = 0;  // columns
    uint16_t rightPad = 0;
    int32_t padValue = 0;
};
struct UnPadParams {
    uint16_t leftPad = 0;  // has no effect
    uint16_t rightPad = 0;
};

namespace detail {

template <typename T>
inline constexpr bool kPadded =
    !kIs910 && (sizeof(T) == 2 || sizeof(T) == 4) && (std::is_integral_v<T> || kFloats<T>);

// Lanes [from, from + count) of the last or first block of each row become `value`.
template <typename T>
void fill_columns(const LocalTensor<T>& block, std::uint32_t from, std::uint32_t count, T value,
                  std::uint32_t rows, std::uint32_t row_blocks, const void* site) {
    constexpr std::uint32_t kBlockElements = davsim::kBlockBytes / sizeof(T);
    if (count == 0) return;
    const std::uint64_t lanes = ((std::uint64_t{1} << count) - 1) << from;
    for (std::uint32_t row = 0; row < rows; row += davsim::kMaxRepeat) {
        const std::uint32_t left = rows - row;
        duplicate("Pad", block[row * row_blocks * kBlockElements], value,
                  davsim::VectorMask{lanes, 0, false},
                  left < davsim::kMaxRepeat ? left : std::uint32_t{davsim::kMaxRepeat}, 1,
                  static_cast<std::uint16_t>(row_blocks), site);
    }
}

template <typename T>
T pad_value(std::int32_t value) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(value);
    else
        return T(static_cast<float>(value));
}

template <typename T>
void pad_rows(const LocalTensor<T>& dst, const LocalTensor<T>& src, const PadParams& params,
              const LocalTensor<uint8_t>& buffer, const PadTiling& tiling, const void* site) {
    constexpr std::uint32_t kBlockElements = davsim::kBlockBytes / sizeof(T);
    const std::uint32_t rows = tiling.srcHeight;
    const std::uint32_t width = tiling.srcWidth;
    const bool aligned = width % kBlockElements == 0;
    const std::uint32_t used = aligned ? tiling.srcOriWidth : width;
    const std::uint32_t padded = (width + kBlockElements - 1) / kBlockElements * kBlockElements;
    const std::uint32_t blocks = padded / kBlockElements;
    const std::uint32_t left = params.leftPad;
    if (width == 0 || used > width || used + kBlockElements <= padded)
        refuse_number("Pad", "srcOriWidth", used, "a row whose last block is not empty");
    if (aligned && left != 0) refuse_number("Pad", "leftPad", left, "0 for rows of whole blocks");
    if (left + used + params.rightPad > padded)
        refuse_number("Pad", "rightPad", params.rightPad, "what fills the row's last block");
    const T value = pad_value<T>(params.padValue);
    if (aligned) {
        DataCopy(dst, src, rows * padded);
        pipe_barrier(davsim::Pipe::kV, site);
    } else {
        const std::uint32_t bytes = padded * std::uint32_t{sizeof(uint32_t)};
        if (buffer.GetSize() < bytes) {
            refuse("Pad", "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
                   std::to_string(bytes) + " or more");
        }
        // Byte offsets in a row; the padding takes its first element.
        constexpr auto kSize = static_cast<std::int32_t>(sizeof(T));
        const LocalTensor<int32_t> offsets = buffer.template ReinterpretCast<int32_t>();
        arange<int32_t>("Pad", offsets, -static_cast<std::int32_t>(left) * kSize, kSize, padded,
                        site);
        Steps steps("Pad", site);
        steps.set_count(padded);
        steps.maxs(offsets, offsets, 0);
        steps.mins(offsets, offsets, static_cast<std::int32_t>(used - 1) * kSize);
        for (std::uint32_t row = 0; row < rows; ++row) {
            Gather(dst[row * padded], src, offsets.template ReinterpretCast<uint32_t>(),
                   row * width * std::uint32_t{sizeof(T)}, padded);
        }
        steps.barrier();
    }
    fill_columns(dst, 0, left, value, rows, blocks, site);
    const std::uint32_t last = padded - kBlockElements;
    // Beyond the given padding the value as well: the row has to be something.
    fill_columns(dst[last], left + used - last, padded - left - used, value, rows, blocks, site);
    pipe_barrier(davsim::Pipe::kV, site);
}

template <typename T>
void unpad_rows(const LocalTensor<T>& dst, const LocalTensor<T>& src, const UnPadParams& params,
                const UnPadTiling& tiling) {
    constexpr std::uint32_t kBlockElements = davsim::kBlockBytes / sizeof(T);
    const std::uint32_t width = tiling.srcWidth;
    if (width == 0 || width % kBlockElements != 0)
        refuse_number("UnPad", "srcWidth", width, "whole 32-byte blocks");
    if (params.rightPad == 0 || params.rightPad >= kBlockElements)
        refuse_number("UnPad", "rightPad", params.rightPad, "more than 0, less than a block");
    constexpr std::uint8_t kAll = 7;
    uint64_t kept = 0;
    GatherMask(dst, src, kAll, true, width - params.rightPad,
               GatherMaskParams(1, static_cast<uint16_t>(tiling.srcHeight),
                                static_cast<uint16_t>(width / kBlockElements), 0),
               kept);
}

}  // namespace detail

template <typename T>
DAVSIM_API void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                    const PadParams& padParams, const LocalTensor<uint8_t>& sharedTmpBuffer,
                    const PadTiling& tiling) {
    const detail::LibraryCall call(__builtin_return_address(0));
    DAVSIM_REQUIRE("Pad", (detail::kPadded<T>), T);
    detail::pad_rows(dstTensor, srcTensor, padParams, sharedTmpBuffer, tiling, detail::core().site);
}
template <typename T>
DAVSIM_API void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                    const PadParams& padParams, const PadTiling& tiling) {
    const detail::LibraryCall call(__builtin_return_address(0));
    Pad<T>(dstTensor, srcTensor, padParams, detail::stack_buffer("Pad"), tiling);
}

// The buffer is not used.
template <typename T>
DAVSIM_API void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                      const UnPadParams& unPadParams, const LocalTensor<uint8_t>& sharedTmpBuffer,
                      const UnPadTiling& tiling) {
    const detail::LibraryCall call(__builtin_return_address(0));
    DAVSIM_REQUIRE("UnPad", (detail::kPadded<T>), T);
    static_cast<void>(sharedTmpBuffer);
    detail::unpad_rows(dstTensor, srcTensor, unPadParams, tiling);
}
template <typename T>
DAVSIM_API void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                      const UnPadParams& unPadParams, const UnPadTiling& tiling) {
    const detail::LibraryCall call(__builtin_return_address(0));
    DAVSIM_REQUIRE("UnPad", (detail::kPadded<T>), T);
    detail::unpad_rows(dstTensor, srcTensor, unPadParams, tiling);
}

}  // namespace AscendC
