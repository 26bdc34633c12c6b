// SPDX-License-Identifier: Apache-2.0
#pragma once
// DataCopy of up to five dimensions, with a stride of its own for each on both sides and padding
// around each (NdDma; MultiCopy is its older name). 3510 only. Here a copy is one transfer for each
// row of the innermost dimension, or for all rows of a plane where these are dense; on hardware it
// is one instruction.
//
// Source: Ascend C API reference, DataCopy with NdDmaParams.

#include <algorithm>
#include <cstdint>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/dma_issue.h"
#include "sim/ascendc/api/scalar_bits.h"
#include "sim/ascendc/api/types.h"

namespace AscendC {

struct NdDmaConfig {
    static constexpr uint16_t unsetPad = 0xffff;
    bool isNearestValueMode = false;  // padding repeats the outermost element, else constantValue
    uint16_t loopLpSize = unsetPad;   // padding of every dimension; unset: of each its own
    uint16_t loopRpSize = unsetPad;
    bool ascOptimize = false;
};
using MultiCopyConfig = NdDmaConfig;
inline constexpr NdDmaConfig kDefaultNdDmaConfig{};
inline constexpr NdDmaConfig kDefaultMultiCopyConfig{};

// Index 0 is the innermost dimension. Everything counts elements.
template <uint8_t dim>
struct MultiCopyLoopInfo {
    static_assert(dim >= 1 && dim <= 5, "MultiCopyLoopInfo: dim must be 1..5");
    uint64_t loopSrcStride[dim] = {0};
    uint32_t loopDstStride[dim] = {0};
    uint32_t loopSize[dim] = {0};  // without padding
    uint8_t loopLpSize[dim] = {0};
    uint8_t loopRpSize[dim] = {0};
};
template <uint8_t dim>
using NdDmaLoopInfo = MultiCopyLoopInfo<dim>;

template <typename T, uint8_t dim>
struct MultiCopyParams {
    MultiCopyLoopInfo<dim> loopInfo;
    T constantValue;
};
template <typename T, uint8_t dim>
using NdDmaParams = MultiCopyParams<T, dim>;

namespace detail {

inline constexpr const char* kNdCopyApi = "DataCopy(NdDmaParams)";
inline constexpr std::uint64_t kNdMostSource = std::uint64_t{1} << 40U;
inline constexpr std::uint32_t kNdMostLocal = 1U << 20U;

struct NdDimension {
    std::uint64_t from;  // bytes from one element to the next
    std::uint64_t to;
    std::uint32_t size;
    std::uint32_t left;
    std::uint32_t right;

    std::uint32_t extent() const { return left + size + right; }
};

// One copy: places are bytes of GM and UB.
class NdCopy {
public:
    NdCopy(const NdDimension* dimensions, const davsim::DmaPayload& pattern, bool nearest,
           const void* site)
        : dimensions_(dimensions), pattern_(pattern), nearest_(nearest), site_(site) {
        pattern_.runs = davsim::UbRuns::kPacked;
        pattern_.pad_value_given = true;
        element_ = davsim::size_of(pattern.dtype);
    }

    // Everything inside dimension `level`; `data` false: padding all over.
    void copy(int level, std::uint64_t gm, std::uint64_t ub, bool data) {
        if (level < 0) return elements(1, gm, ub, 0, 0, data);
        const NdDimension& d = dimensions_[level];
        if (level == 0) return row(d, gm, ub, data);
        if (level == 1 && data && dense_rows(d)) return plane(d, gm, ub);
        for (std::uint32_t i = 0; i < d.extent(); ++i) {
            const bool inside = i >= d.left && i - d.left < d.size;
            const std::uint32_t source = std::min(i < d.left ? 0 : i - d.left, d.size - 1);
            copy(level - 1, gm + source * d.from, ub + i * d.to, data && (inside || nearest_));
        }
    }

private:
    bool dense_row() const {
        const NdDimension& inner = dimensions_[0];
        return !nearest_ && inner.from == element_ && inner.to == element_;
    }
    bool dense_rows(const NdDimension& d) const {
        return dense_row() && d.to >= dimensions_[0].extent() * element_;
    }

    void plane(const NdDimension& d, std::uint64_t gm, std::uint64_t ub) {
        const auto pad_rows = [&](std::uint32_t first, std::uint32_t count) {
            for (std::uint32_t i = first; i < first + count; ++i)
                row(dimensions_[0], gm, ub + i * d.to, false);
        };
        pad_rows(0, d.left);
        rows(d.size, gm, d.from, ub + d.left * d.to, d.to);
        pad_rows(d.left + d.size, d.right);
    }

    void row(const NdDimension& d, std::uint64_t gm, std::uint64_t ub, bool data) {
        if (data && dense_row()) return rows(1, gm, 0, ub, d.extent() * d.to);
        if (!data && d.to == element_) return padding(d.extent(), gm, ub);
        const std::uint64_t last = gm + (d.size - 1) * d.from;
        elements(d.left, gm, ub, 0, d.to, data && nearest_);
        elements(d.size, gm, ub + d.left * d.to, d.from, d.to, data);
        elements(d.right, last, ub + (d.left + d.size) * d.to, 0, d.to, data && nearest_);
    }

    void padding(std::uint32_t count, std::uint64_t gm, std::uint64_t ub) {
        davsim::DmaPayload dma = pattern_;
        dma.left_pad = count;
        issue(dma, 1, gm, 0, ub, 0);
    }

    // Dense rows with their padding.
    void rows(std::uint32_t count, std::uint64_t gm, std::uint64_t from, std::uint64_t ub,
              std::uint64_t to) {
        const NdDimension& inner = dimensions_[0];
        davsim::DmaPayload dma = pattern_;
        dma.burst_bytes = static_cast<std::uint32_t>(inner.size * element_);
        dma.left_pad = inner.left;
        dma.right_pad = inner.right;
        issue(dma, count, gm, from, ub, to);
    }

    // Elements one by one; without data each is the padding value.
    void elements(std::uint32_t count, std::uint64_t gm, std::uint64_t ub, std::uint64_t from,
                  std::uint64_t to, bool data) {
        if (count == 0) return;
        if (to < element_ && count > 1) {  // all in one place: the last one stays
            gm += (count - 1) * from;
            count = 1;
        }
        davsim::DmaPayload dma = pattern_;
        dma.burst_bytes = data ? static_cast<std::uint32_t>(element_) : 0;
        dma.left_pad = data ? 0 : 1;
        issue(dma, count, gm, from, ub, to);
    }

    void issue(davsim::DmaPayload& dma, std::uint32_t count, std::uint64_t gm, std::uint64_t from,
               std::uint64_t ub, std::uint64_t to) {
        const std::uint64_t bytes = padded_burst(dma);
        dma.bursts = count;
        dma.gm = gm;
        dma.gm_gap = count <= 1 ? 0 : static_cast<std::int64_t>(from) - dma.burst_bytes;
        dma.ub = static_cast<std::uint32_t>(ub);
        dma.ub_gap = count <= 1 ? 0 : static_cast<std::uint32_t>(to - bytes);
        check_ub(kNdCopyApi, "dst", ub, ub + (count - 1) * to + bytes, 1);
        issue_transfer(davsim::Opcode::kLoadGm, davsim::Pipe::kMte2, dma, site_);
    }

    const NdDimension* dimensions_;
    davsim::DmaPayload pattern_;
    bool nearest_;
    const void* site_;
    std::uint64_t element_ = 1;
};

template <uint8_t dim>
NdDimension nd_dimension(const MultiCopyLoopInfo<dim>& info, const NdDmaConfig& config, int index,
                         std::uint64_t element) {
    if (info.loopSize[index] == 0 || info.loopSize[index] >= kNdMostLocal)
        refuse_number(kNdCopyApi, "loopSize", info.loopSize[index], "1..1048575");
    if (info.loopDstStride[index] >= kNdMostLocal)
        refuse_number(kNdCopyApi, "loopDstStride", info.loopDstStride[index], "0..1048575");
    if (info.loopSrcStride[index] >= kNdMostSource)
        refuse(kNdCopyApi, "loopSrcStride", std::to_string(info.loopSrcStride[index]),
               "below 2^40");
    const bool left_own = config.loopLpSize == NdDmaConfig::unsetPad;
    const bool right_own = config.loopRpSize == NdDmaConfig::unsetPad;
    return {info.loopSrcStride[index] * element, info.loopDstStride[index] * element,
            info.loopSize[index], left_own ? info.loopLpSize[index] : config.loopLpSize,
            right_own ? info.loopRpSize[index] : config.loopRpSize};
}

}  // namespace detail

template <typename T, uint8_t dim, const NdDmaConfig& config = kDefaultNdDmaConfig>
DAVSIM_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                         const MultiCopyParams<T, dim>& params) {
    static_assert(detail::kOnly950<T>,
                  "UNSUPPORTED: DataCopy with NdDmaParams on arch " DAVSIM_ARCH_TEXT);
    static_assert(!config.isNearestValueMode || sizeof(T) < 8,
                  "DataCopy: the nearest value mode takes elements up to 32 bits");
    const void* site = DAVSIM_SITE;
    detail::check_element(detail::kNdCopyApi, "src", src.address(), sizeof(T));
    detail::NdDimension dimensions[dim];
    for (int i = 0; i < dim; ++i)
        dimensions[i] = detail::nd_dimension(params.loopInfo, config, i, sizeof(T));
    davsim::DmaPayload pattern;
    pattern.dtype = detail::data_type_of<T>();
    pattern.bypass_l2 = src.bypass_reads();
    pattern.pad_bits = detail::bits_of(params.constantValue);
    if (sizeof(T) == 8 && pattern.pad_bits != 0)
        detail::refuse(detail::kNdCopyApi, "constantValue", std::to_string(pattern.pad_bits),
                       "0 for 64-bit elements");
    detail::NdCopy(dimensions, pattern, config.isNearestValueMode, site)
        .copy(dim - 1, src.address(), dst.address(), true);
}

// Empties the cache of these transfers, which has no model.
template <int unused = 0>
void NdDmaDci() {
    static_assert(detail::kIs950 && unused == 0, "UNSUPPORTED: NdDmaDci on arch " DAVSIM_ARCH_TEXT);
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
}

}  // namespace AscendC
