// SPDX-License-Identifier: Apache-2.0
#pragma once
// DataCopy with DataCopyEnhancedParams: conversions on the way, which exist between the cube's
// buffers only. Between GM and UB the parameters must ask for nothing.

#include <cstdint>

#include "sim/ascendc/api/data_copy.h"

enum class pad_t : uint8_t {
    PAD_NONE = 0,
    PAD_MODE1,
    PAD_MODE2,
    PAD_MODE3,
    PAD_MODE4,
    PAD_MODE5,
    PAD_MODE6,
    PAD_MODE7,
    PAD_MODE8
};

namespace AscendC {

enum class BlockMode : uint8_t {
    BLOCK_MODE_NORMAL = 0,
    BLOCK_MODE_MATRIX,
    BLOCK_MODE_VECTOR,
    BLOCK_MODE_SMALL_CHANNEL,
    BLOCK_MODE_DEPTHWISE,
};
enum class DeqScale : uint8_t { DEQ_NONE = 0, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 };

struct DataCopyEnhancedParams {
    DataCopyEnhancedParams() = default;
    DataCopyEnhancedParams(BlockMode mode, DeqScale scale, uint64_t value, uint8_t store_mode,
                           bool relu, pad_t pad, uint64_t pad_value)
        : blockMode(mode),
          deqScale(scale),
          deqValue(value),
          sidStoreMode(store_mode),
          isRelu(relu),
          padMode(pad),
          padValue(pad_value) {}
    BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
    DeqScale deqScale = DeqScale::DEQ_NONE;
    uint64_t deqValue = 0;
    uint8_t sidStoreMode = 0;
    bool isRelu = false;
    pad_t padMode = pad_t::PAD_NONE;
    uint64_t padValue = 0;
    uint64_t deqTensorAddr = 0;
};

namespace detail {

inline void check_plain(const DataCopyEnhancedParams& params) {
    if (params.blockMode != BlockMode::BLOCK_MODE_NORMAL)
        refuse_number("DataCopy", "blockMode", static_cast<int>(params.blockMode),
                      "BLOCK_MODE_NORMAL");
    if (params.deqScale != DeqScale::DEQ_NONE)
        refuse_number("DataCopy", "deqScale", static_cast<int>(params.deqScale), "DEQ_NONE");
    if (params.isRelu) refuse_number("DataCopy", "isRelu", 1, "false");
}

}  // namespace detail

template <typename T>
DAVSIM_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                         const DataCopyParams& intriParams,
                         const DataCopyEnhancedParams& enhancedParams) {
    const detail::LibraryCall call(__builtin_return_address(0));
    detail::check_plain(enhancedParams);
    DataCopy(dst, src, intriParams);
}
template <typename T>
DAVSIM_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                         const DataCopyParams& intriParams,
                         const DataCopyEnhancedParams& enhancedParams) {
    const detail::LibraryCall call(__builtin_return_address(0));
    detail::check_plain(enhancedParams);
    DataCopy(dst, src, intriParams);
}
template <typename T>
DAVSIM_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                         const DataCopyParams& intriParams,
                         const DataCopyEnhancedParams& enhancedParams) {
    const detail::LibraryCall call(__builtin_return_address(0));
    detail::check_plain(enhancedParams);
    DataCopy(dst, src, intriParams);
}

}  // namespace AscendC
