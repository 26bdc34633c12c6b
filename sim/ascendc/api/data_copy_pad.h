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

inline constexpr std::uint32_t kMaxPadBurst = 2097151;

inline void check_pad_burst(const DataCopyExtParams& params) {
    if (params.blockCount > kMaxBursts)
        refuse_number("DataCopyPad", "blockCount", params.blockCount, "1..4095");
    if (params.blockLen > kMaxPadBurst)
        refuse_number("DataCopyPad", "blockLen", params.blockLen, "1..2097151");
}

template <typename T>
davsim::DmaPayload pad_bursts(const DataCopyExtParams& params) {
    DAVSIM_REQUIRE("DataCopyPad", (!kIs910 && kElement<T>), T);
    check_pad_burst(params);
    davsim::DmaPayload dma;
    if constexpr (!kIs910 && kElement<T>) dma.dtype = data_type_of<T>();
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

// In compact mode (3510) the bursts lie one behind the other in UB, and only the end is filled up
// to a whole block: the stride of the UB side and the padding of each burst do not count.
template <PaddingMode mode = PaddingMode::Normal, typename T>
void load_padded(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                 const DataCopyExtParams& params, bool is_pad, std::uint8_t left,
                 std::uint8_t right, std::uint64_t bits, const void* site) {
    constexpr bool kCompact = mode == PaddingMode::Compact;
    davsim::DmaPayload dma = pad_bursts<T>(params);
    check_element("DataCopyPad", "src", src.address(), sizeof(T));
    dma.gm = src.address();
    dma.bypass_l2 = src.bypass_reads();
    dma.ub = dst.address();
    dma.gm_gap = gm_gap("srcStride", params.srcStride, params.blockLen);
    dma.ub_gap = kCompact ? 0 : ub_gap("dstStride", params.dstStride);
    if (kCompact) dma.runs = davsim::UbRuns::kFilled;
    set_padding(dma, is_pad, kCompact ? 0 : left, kCompact ? 0 : right, bits);
    issue_load("DataCopyPad", dma, site);
}

template <PaddingMode mode = PaddingMode::Normal, typename T>
void store_padded(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                  const DataCopyExtParams& params, const void* site) {
    davsim::DmaPayload dma = pad_bursts<T>(params);
    check_element("DataCopyPad", "dst", dst.address(), sizeof(T));
    dma.gm = dst.address();
    dma.bypass_l2 = dst.bypass_writes();
    dma.ub = src.address();
    dma.gm_gap = gm_gap("dstStride", params.dstStride, params.blockLen);
    dma.ub_gap = mode == PaddingMode::Compact ? 0 : ub_gap("srcStride", params.srcStride);
    if (mode == PaddingMode::Compact) dma.runs = davsim::UbRuns::kFilled;
    issue_store("DataCopyPad", dma, site);
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
#define DAVSIM_PADDING_MODE            \
    static_assert(detail::kOnly950<T>, \
                  "UNSUPPORTED: DataCopyPad with PaddingMode on arch " DAVSIM_ARCH_TEXT)

template <typename T, PaddingMode mode>
DAVSIM_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                            const DataCopyExtParams& dataCopyParams,
                            const DataCopyPadExtParams<T>& padParams) {
    DAVSIM_PADDING_MODE;
    detail::load_padded<mode>(dst, src, dataCopyParams, padParams.isPad, padParams.leftPadding,
                              padParams.rightPadding, detail::bits_of(padParams.paddingValue),
                              DAVSIM_SITE);
}

template <typename T, PaddingMode mode>
DAVSIM_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                            const DataCopyParams& dataCopyParams,
                            const DataCopyPadParams& padParams) {
    DAVSIM_PADDING_MODE;
    detail::load_padded<mode>(dst, src, detail::extended(dataCopyParams), padParams.isPad,
                              padParams.leftPadding, padParams.rightPadding, padParams.paddingValue,
                              DAVSIM_SITE);
}

template <typename T, PaddingMode mode>
DAVSIM_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                            const DataCopyExtParams& dataCopyParams) {
    DAVSIM_PADDING_MODE;
    detail::store_padded<mode>(dst, src, dataCopyParams, DAVSIM_SITE);
}

template <typename T, PaddingMode mode>
DAVSIM_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                            const DataCopyParams& dataCopyParams) {
    DAVSIM_PADDING_MODE;
    detail::store_padded<mode>(dst, src, detail::extended(dataCopyParams), DAVSIM_SITE);
}

#undef DAVSIM_PADDING_MODE

// What padded loads fill with when they bring no value (isPad false). An element of 64 bits has no
// padding but 0.
template <typename T, TPosition pos = TPosition::MAX>
DAVSIM_API void SetPadValue(T paddingValue) {
    detail::note_site(__builtin_return_address(0));
    DAVSIM_REQUIRE("SetPadValue", (!detail::kIs910 && detail::kElement<T>), T);
    static_assert(pos == TPosition::MAX || detail::in_ub(pos),
                  "UNSUPPORTED: SetPadValue outside the unified buffer on arch " DAVSIM_ARCH_TEXT);
    detail::core().spend(davsim::ScalarOp::kSpr, 1);
    detail::core().registers.pad_bits = detail::bits_of(paddingValue);
    detail::core().registers.pad_set = true;
}

}  // namespace AscendC
