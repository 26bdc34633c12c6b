// SPDX-License-Identifier: Apache-2.0
#pragma once
// DataCopy of a slice of an array of up to 8 dimensions: one transfer for every position in the
// outer dimensions, with the bursts of the innermost one.

#include <cstdint>

#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/data_copy_pad.h"

namespace AscendC {

// One dimension, innermost first. Indices and stride count elements, of the outer dimensions
// positions; burstLen counts blocks and is meant for the innermost dimension. shapeValue is the
// extent of the dimension; 0: that of the tensor's ShapeInfo.
struct SliceInfo {
    SliceInfo() = default;
    SliceInfo(uint32_t start, uint32_t end, uint32_t gap, uint32_t burst, uint32_t extent = 0)
        : startIndex(start), endIndex(end), stride(gap), burstLen(burst), shapeValue(extent) {}
    uint32_t startIndex = 0;
    uint32_t endIndex = davsim::kBlockBytes - 1;
    uint32_t stride = 0;
    uint32_t burstLen = davsim::kBlockBytes;
    uint32_t shapeValue = 0;
};

namespace detail {

// Positions of a slice in its outer dimensions, one after another, as offsets in elements.
class SliceWalk {
public:
    SliceWalk(const SliceInfo slice[], std::uint32_t dims, const ShapeInfo& shape)
        : slice_(slice), dims_(dims) {
        if (dims < 1 || dims > std::uint32_t{K_MAX_SHAPE_DIM})
            refuse_number("DataCopy", "dimValue", dims, "1..8");
        std::uint64_t size = 1;
        for (std::uint32_t i = 0; i < dims; ++i) {
            size_[i] = size;
            offset_ += size * slice[i].startIndex;
            size *= slice[0].shapeValue != 0 ? slice[i].shapeValue : shape.shape[i];
        }
    }

    std::uint64_t offset() const { return offset_; }
    std::uint32_t count() const {
        std::uint32_t count = 1;
        for (std::uint32_t i = 1; i < dims_; ++i) count *= positions(i);
        return count;
    }
    void step() {
        for (std::uint32_t i = 1; i < dims_; ++i) {
            const std::uint64_t pitch = size_[i] * (1 + std::uint64_t{slice_[i].stride});
            offset_ += pitch;
            if (++at_[i] < positions(i)) return;
            offset_ -= pitch * at_[i];
            at_[i] = 0;
        }
    }

private:
    std::uint32_t positions(std::uint32_t dim) const {
        const SliceInfo& s = slice_[dim];
        return (s.endIndex - s.startIndex + 1 + s.stride) / (1 + s.stride);
    }

    const SliceInfo* slice_;
    std::uint32_t dims_;
    std::uint64_t offset_ = 0;
    std::uint64_t size_[K_MAX_SHAPE_DIM] = {};
    std::uint32_t at_[K_MAX_SHAPE_DIM] = {};
};

// The bursts of the innermost dimension; gaps in bytes.
template <typename T>
davsim::DmaPayload slice_bursts(const SliceInfo& slice) {
    DAVSIM_REQUIRE("DataCopy", (kElement<T>), T);
    davsim::DmaPayload dma;
    dma.dtype = data_type_of<T>();
    dma.burst_bytes = slice.burstLen * davsim::kBlockBytes;
    const std::uint64_t pitch =
        std::uint64_t{slice.burstLen} * davsim::kBlockBytes / sizeof(T) + slice.stride;
    const std::uint64_t span = std::uint64_t{slice.endIndex} - slice.startIndex + 1 + slice.stride;
    dma.bursts = pitch == 0 ? 0 : static_cast<std::uint32_t>(span / pitch);
    return dma;
}

template <typename T>
std::uint32_t ub_slice_gap(const SliceInfo& slice) {
    const std::uint64_t bytes = std::uint64_t{slice.stride} * sizeof(T);
    if (bytes % davsim::kBlockBytes != 0)
        refuse("DataCopy", "stride in UB", std::to_string(bytes) + " B", "a multiple of 32 B");
    return static_cast<std::uint32_t>(bytes);
}

}  // namespace detail

template <typename T>
DAVSIM_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                         const SliceInfo dstSliceInfo[], const SliceInfo srcSliceInfo[],
                         const uint32_t dimValue = 1) {
    const void* site = DAVSIM_SITE;
    detail::SliceWalk to(dstSliceInfo, dimValue, dst.GetShapeInfo());
    detail::SliceWalk from(srcSliceInfo, dimValue, src.GetShapeInfo());
    davsim::DmaPayload dma = detail::slice_bursts<T>(srcSliceInfo[0]);
    dma.gm_gap = int64_t{srcSliceInfo[0].stride} * int64_t{sizeof(T)};
    dma.ub_gap = detail::ub_slice_gap<T>(dstSliceInfo[0]);
    for (uint32_t i = from.count(); i > 0; --i, to.step(), from.step())
        detail::load(dst[static_cast<uint32_t>(to.offset())], src[from.offset()], dma, site);
}

template <typename T>
DAVSIM_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                         const SliceInfo dstSliceInfo[], const SliceInfo srcSliceInfo[],
                         const uint32_t dimValue = 1) {
    const void* site = DAVSIM_SITE;
    detail::SliceWalk to(dstSliceInfo, dimValue, dst.GetShapeInfo());
    detail::SliceWalk from(srcSliceInfo, dimValue, src.GetShapeInfo());
    davsim::DmaPayload dma = detail::slice_bursts<T>(srcSliceInfo[0]);
    dma.gm_gap = int64_t{dstSliceInfo[0].stride} * int64_t{sizeof(T)};
    dma.ub_gap = detail::ub_slice_gap<T>(srcSliceInfo[0]);
    for (uint32_t i = from.count(); i > 0; --i, to.step(), from.step())
        detail::store(dst[to.offset()], src[static_cast<uint32_t>(from.offset())], dma, site);
}

}  // namespace AscendC
