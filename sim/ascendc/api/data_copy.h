// SPDX-License-Identifier: Apache-2.0
#pragma once
// DataCopy: whole 32-byte blocks between GM and UB (MTE2, MTE3) or inside UB (V).

#include <cstdint>

#include "sim/ascendc/api/copy_params.h"
#include "sim/ascendc/api/dma_issue.h"

namespace AscendC {
namespace detail {

inline constexpr std::uint32_t kMaxBursts = 4095;

[[gnu::cold, gnu::noinline]] inline void report_dropped(std::uint64_t bytes, std::uint64_t whole) {
    core().note_violation(davsim::Rule::kPartialBlock,
                          "DataCopy: count is " + std::to_string(bytes) + " B, of which the last " +
                              std::to_string(bytes - whole) +
                              " B are not moved, allowed is a multiple of 32 B; DataCopyPad moves "
                              "any length",
                          nullptr);
}

// One burst of `count` elements. The hardware counts blocks: a part of a block at the end is
// dropped.
template <typename T>
davsim::DmaPayload burst_of(std::int64_t count) {
    DAVSIM_REQUIRE("DataCopy", (kElement<T>), T);
    if (count < 0) refuse_number("DataCopy", "count", count, "0 or more");
    const std::uint64_t bytes = static_cast<std::uint64_t>(count) * sizeof(T);
    const std::uint64_t whole = bytes / davsim::kBlockBytes * davsim::kBlockBytes;
    if (bytes != 0 && whole == 0) {
        refuse("DataCopy", "count", std::to_string(bytes) + " B",
               "32 B or more; less than a block is dropped");
    }
    if (whole != bytes) report_dropped(bytes, whole);
    davsim::DmaPayload dma;
    dma.dtype = data_type_of<T>();
    dma.burst_bytes = static_cast<std::uint32_t>(whole);
    dma.bursts = whole == 0 ? 0 : 1;
    return dma;
}

template <typename T>
davsim::DmaPayload bursts_of(const DataCopyParams& params) {
    DAVSIM_REQUIRE("DataCopy", (kElement<T>), T);
    if (params.blockCount > kMaxBursts)
        refuse_number("DataCopy", "blockCount", params.blockCount, "1..4095");
    davsim::DmaPayload dma;
    dma.dtype = data_type_of<T>();
    dma.burst_bytes = params.blockLen * davsim::kBlockBytes;
    dma.bursts = params.blockLen == 0 ? 0 : params.blockCount;
    return dma;
}

template <typename T>
void load(const LocalTensor<T>& dst, const GlobalTensor<T>& src, davsim::DmaPayload dma,
          const void* site) {
    check_element("DataCopy", "src", src.address(), sizeof(T));
    dma.gm = src.address();
    dma.bypass_l2 = src.bypass_reads();
    dma.ub = dst.address();
    issue_load("DataCopy", dma, site);
}

template <typename T>
void store(const GlobalTensor<T>& dst, const LocalTensor<T>& src, davsim::DmaPayload dma,
           const void* site) {
    check_element("DataCopy", "dst", dst.address(), sizeof(T));
    dma.gm = dst.address();
    dma.bypass_l2 = dst.bypass_writes();
    dma.ub = src.address();
    issue_store("DataCopy", dma, site);
}

template <typename T>
void move(const LocalTensor<T>& dst, const LocalTensor<T>& src, davsim::DmaPayload dma,
          const void* site) {
    dma.gm = src.address();
    dma.ub = dst.address();
    issue_move("DataCopy", dma, site);
}

}  // namespace detail

template <typename T>
DAVSIM_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, int64_t count) {
    const void* site = DAVSIM_SITE;
    detail::load(dst, src, detail::burst_of<T>(count), site);
}

template <typename T>
DAVSIM_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, int64_t count) {
    const void* site = DAVSIM_SITE;
    detail::store(dst, src, detail::burst_of<T>(count), site);
}

template <typename T>
DAVSIM_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, int64_t count) {
    const void* site = DAVSIM_SITE;
    detail::move(dst, src, detail::burst_of<T>(count), site);
}

template <typename T>
DAVSIM_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                         const DataCopyParams& params) {
    davsim::DmaPayload dma = detail::bursts_of<T>(params);
    dma.gm_gap = int64_t{params.srcStride} * davsim::kBlockBytes;
    dma.ub_gap = params.dstStride * davsim::kBlockBytes;
    detail::load(dst, src, dma, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                         const DataCopyParams& params) {
    davsim::DmaPayload dma = detail::bursts_of<T>(params);
    dma.gm_gap = int64_t{params.dstStride} * davsim::kBlockBytes;
    dma.ub_gap = params.srcStride * davsim::kBlockBytes;
    detail::store(dst, src, dma, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                         const DataCopyParams& params) {
    davsim::DmaPayload dma = detail::bursts_of<T>(params);
    dma.gm_gap = int64_t{params.srcStride} * davsim::kBlockBytes;
    dma.ub_gap = params.dstStride * davsim::kBlockBytes;
    detail::move(dst, src, dma, DAVSIM_SITE);
}

}  // namespace AscendC
