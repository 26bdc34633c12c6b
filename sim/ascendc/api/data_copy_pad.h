// SPDX-License-Identifier: Apache-2.0
#pragma once
// DataCopyPad: bursts of any number of bytes. Each burst starts on a block boundary in UB. Not on
// 1001, whose transfer engine moves whole blocks only.

#include <algorithm>
#include <cstdint>

#include "sim/ascendc/api/buffer_pool.h"
#include "sim/ascendc/api/copy_params.h"
#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/dma_issue.h"

namespace AscendC {

enum class PaddingMode : uint8_t { Normal = 0, Compact };

namespace detail {

template <typename T>
inline constexpr bool kHasPad = !kIs910 && sizeof(T) > 0;

inline constexpr std::uint32_t kMaxPadBurst = 2097151;

inline void check_pad_burst(const DataCopyExtParams& params) {
    if (params.blockCount > kMaxBursts)
        refuse_number("DataCopyPad", "blockCount", params.blockCount, "1..4095");
    if (params.blockLen > kMaxPadBurst)
        refuse_number("DataCopyPad", "blockLen", params.blockLen, "1..2097151");
}

template <typename T>
davsim::DmaPayload pad_bursts(const DataCopyExtParams& params) {
    static_assert(kHasPad<T>, "UNSUPPORTED: DataCopyPad on arch " DAVSIM_ARCH_TEXT);
    check_pad_burst(params);
    davsim::DmaPayload dma;
    if constexpr (kHasPad<T>) dma.dtype = data_type_of<T>();
    dma.burst_bytes = params.blockLen;
    dma.bursts = params.blockLen == 0 ? 0 : params.blockCount;
    return dma;
}

// The stride of the UB side, in bytes.
inline std::uint32_t ub_gap(const char* operand, std::int64_t blocks) {
    const std::int64_t bytes = blocks * davsim::kBlockBytes;
    if (blocks < 0 || bytes > std::int64_t{UINT32_MAX})
        refuse_number("DataCopyPad", operand, blocks, "blocks inside UB");
    return static_cast<std::uint32_t>(bytes);
}

// The stride of the GM side: 3510 may step back, but not before the burst itself.
inline std::int64_t gm_gap(const char* operand, std::int64_t bytes, std::uint32_t burst_bytes) {
    if (bytes < -std::int64_t{burst_bytes})
        refuse_number("DataCopyPad", operand, bytes, "-blockLen or more");
    return bytes;
}

inline void set_padding(davsim::DmaPayload& dma, bool is_pad, std::uint8_t left, std::uint8_t right,
                        std::uint64_t bits) {
    const std::size_t width = davsim::size_of(dma.dtype);
    const std::size_t padding = (std::size_t{left} + right) * width;
    if (padding > davsim::kBlockBytes) {
        refuse("DataCopyPad", "leftPadding + rightPadding", std::to_string(padding) + " B",
               "0..32 B");
    }
    if (width > sizeof(std::uint32_t) && bits != 0) {
        refuse("DataCopyPad", "paddingValue", std::to_string(bits), "0 for 64-bit elements");
    }
    dma.left_pad = left;
    dma.right_pad = right;
    davsim::CoreRegisters& registers = core().registers;
    if (is_pad) registers.pad_bits = bits;
    dma.pad_value_given = is_pad || registers.pad_set;
    dma.pad_bits = dma.pad_value_given ? registers.pad_bits : 0;
}

template <typename T>
void load_padded(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                 const DataCopyExtParams& params, bool is_pad, std::uint8_t left,
                 std::uint8_t right, std::uint64_t bits, const void* site) {
    davsim::DmaPayload dma = pad_bursts<T>(params);
    check_element("DataCopyPad", "src", src.address(), sizeof(T));
    dma.gm = src.address();
    dma.bypass_l2 = src.bypass_reads();
    dma.ub = dst.address();
    dma.gm_gap = gm_gap("srcStride", params.srcStride, params.blockLen);
    dma.ub_gap = ub_gap("dstStride", params.dstStride);
    set_padding(dma, is_pad, left, right, bits);
    issue_load("DataCopyPad", dma, site);
}

template <typename T>
void store_padded(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                  const DataCopyExtParams& params, const void* site) {
    davsim::DmaPayload dma = pad_bursts<T>(params);
    check_element("DataCopyPad", "dst", dst.address(), sizeof(T));
    dma.gm = dst.address();
    dma.bypass_l2 = dst.bypass_writes();
    dma.ub = src.address();
    dma.gm_gap = gm_gap("dstStride", params.dstStride, params.blockLen);
    dma.ub_gap = ub_gap("srcStride", params.srcStride);
    issue_store("DataCopyPad", dma, site);
}

// 3510: the bursts lie one behind the other in UB, and only the end is padded to a whole block.
inline DataCopyExtParams compacted(const char* operand, DataCopyExtParams params,
                                   DataCopyExtParams::Stride gm_stride) {
    check_pad_burst(params);
    if (gm_stride != 0)
        refuse_number("DataCopyPad", operand, static_cast<std::int64_t>(gm_stride),
                      "0 with PaddingMode::Compact");
    const std::uint64_t bytes = std::uint64_t{params.blockCount} * params.blockLen;
    return {1, static_cast<std::uint32_t>(bytes), 0, 0, 0};
}

inline DataCopyExtParams extended(const DataCopyParams& params) {
    return {params.blockCount, params.blockLen, params.srcStride, params.dstStride, 0};
}

}  // namespace detail

template <typename T>
DAVSIM_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                            const DataCopyExtParams& dataCopyParams,
                            const DataCopyPadExtParams<T>& padParams) {
    detail::load_padded(dst, src, dataCopyParams, padParams.isPad, padParams.leftPadding,
                        padParams.rightPadding, detail::bits_of(padParams.paddingValue),
                        DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                            const DataCopyParams& dataCopyParams,
                            const DataCopyPadParams& padParams) {
    detail::load_padded(dst, src, detail::extended(dataCopyParams), padParams.isPad,
                        padParams.leftPadding, padParams.rightPadding, padParams.paddingValue,
                        DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                            const DataCopyExtParams& dataCopyParams) {
    detail::store_padded(dst, src, dataCopyParams, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                            const DataCopyParams& dataCopyParams) {
    detail::store_padded(dst, src, detail::extended(dataCopyParams), DAVSIM_SITE);
}

// 3510: with the mode as template argument.
template <typename T, PaddingMode mode>
DAVSIM_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                            const DataCopyExtParams& dataCopyParams,
                            const DataCopyPadExtParams<T>& padParams) {
    const void* site = DAVSIM_SITE;
    static_assert(detail::kOnly950<T>,
                  "UNSUPPORTED: DataCopyPad with PaddingMode on arch " DAVSIM_ARCH_TEXT);
    constexpr bool kCompact = mode == PaddingMode::Compact;
    const DataCopyExtParams params =
        kCompact ? detail::compacted("srcStride", dataCopyParams, dataCopyParams.srcStride)
                 : dataCopyParams;
    detail::load_padded(dst, src, params, padParams.isPad, kCompact ? 0 : padParams.leftPadding,
                        kCompact ? 0 : padParams.rightPadding,
                        detail::bits_of(padParams.paddingValue), site);
}
template <typename T, PaddingMode mode>
DAVSIM_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                            const DataCopyExtParams& dataCopyParams) {
    const void* site = DAVSIM_SITE;
    static_assert(detail::kOnly950<T>,
                  "UNSUPPORTED: DataCopyPad with PaddingMode on arch " DAVSIM_ARCH_TEXT);
    const bool compact = mode == PaddingMode::Compact;
    detail::store_padded(
        dst, src,
        compact ? detail::compacted("dstStride", dataCopyParams, dataCopyParams.dstStride)
                : dataCopyParams,
        site);
}

// What padded loads fill with when they bring no value (isPad false). An element of 64 bits has no
// padding but 0.
template <typename T, TPosition pos = TPosition::MAX>
DAVSIM_API void SetPadValue(T paddingValue) {
    detail::note_site(__builtin_return_address(0));
    static_assert(detail::kHasPad<T>, "UNSUPPORTED: SetPadValue on arch " DAVSIM_ARCH_TEXT);
    static_assert(pos == TPosition::MAX || detail::in_ub(pos),
                  "UNSUPPORTED: SetPadValue outside the unified buffer on arch " DAVSIM_ARCH_TEXT);
    detail::core().spend(davsim::ScalarOp::kSpr, 1);
    detail::core().registers.pad_bits = detail::bits_of(paddingValue);
    detail::core().registers.pad_set = true;
}

// 3510: two loops around every DataCopy and DataCopyPad of one direction, until they are reset.
struct LoopModeParams {
    uint32_t loop1Size = 0;  // inner loop
    uint32_t loop2Size = 0;
    uint64_t loop1SrcStride = 0;  // bytes, from start to start
    uint64_t loop1DstStride = 0;
    uint64_t loop2SrcStride = 0;
    uint64_t loop2DstStride = 0;
};
enum class DataCopyMVType : uint8_t { UB_TO_OUT = 0, OUT_TO_UB = 1 };

#if __NPU_ARCH__ == 3510
namespace detail {

inline davsim::TransferLoops& loops_of(DataCopyMVType type) {
    davsim::CoreRegisters& registers = core().registers;
    core().spend(davsim::ScalarOp::kSpr, 3);
    return type == DataCopyMVType::OUT_TO_UB ? registers.load_loops : registers.store_loops;
}

inline constexpr std::uint64_t kMostLoops = 2097151;

}  // namespace detail

DAVSIM_API inline void SetLoopModePara(const LoopModeParams& loopParams, DataCopyMVType type) {
    detail::note_site(__builtin_return_address(0));
    if (loopParams.loop1Size > detail::kMostLoops || loopParams.loop2Size > detail::kMostLoops)
        detail::refuse_number("SetLoopModePara", "loopSize",
                              std::max(loopParams.loop1Size, loopParams.loop2Size), "0..2097151");
    detail::loops_of(type) = {loopParams.loop1Size,      loopParams.loop2Size,
                              loopParams.loop1SrcStride, loopParams.loop1DstStride,
                              loopParams.loop2SrcStride, loopParams.loop2DstStride};
}
DAVSIM_API inline void ResetLoopModePara(DataCopyMVType type) {
    detail::note_site(__builtin_return_address(0));
    detail::loops_of(type) = davsim::TransferLoops{};
}
#endif

}  // namespace AscendC
