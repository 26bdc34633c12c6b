// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parameter structs of the transfers. A gap runs from the end of a burst to the start of the next.

#include <cstdint>

namespace AscendC {

// For DataCopy everything counts 32-byte blocks; for DataCopyPad blockLen and the GM stride count
// bytes.
struct DataCopyParams {
    DataCopyParams() = default;
    DataCopyParams(uint16_t count, uint16_t len, uint16_t src_gap, uint16_t dst_gap)
        : blockCount(count), blockLen(len), srcStride(src_gap), dstStride(dst_gap) {}
    uint16_t blockCount = 1;
    uint16_t blockLen = 0;
    union {
        uint16_t srcGap = 0;
        uint16_t srcStride;
    };
    union {
        uint16_t dstGap = 0;
        uint16_t dstStride;
    };
};

// blockLen and the stride of the GM side count bytes, the stride of the UB side counts blocks.
struct DataCopyExtParams {
#if __NPU_ARCH__ == 3510
    using Stride = int64_t;
#else
    using Stride = uint32_t;
#endif
    DataCopyExtParams() = default;
    DataCopyExtParams(uint16_t count, uint32_t len, Stride src, Stride dst, uint32_t reserved)
        : blockCount(count), blockLen(len), srcStride(src), dstStride(dst), rsv(reserved) {}
    uint16_t blockCount = 1;
    uint32_t blockLen = 0;
    Stride srcStride = 0;
    Stride dstStride = 0;
    uint32_t rsv = 0;
};

struct DataCopyPadParams {
    DataCopyPadParams() = default;
    DataCopyPadParams(bool pad, uint8_t left, uint8_t right, uint64_t value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}
    bool isPad = false;
    uint8_t leftPadding = 0;   // elements
    uint8_t rightPadding = 0;  // elements
    uint64_t paddingValue = 0;
};

template <typename T>
struct DataCopyPadExtParams {
    DataCopyPadExtParams() = default;
    // Any number converts, because callers write a plain 0 for every element type.
    template <typename U>
    DataCopyPadExtParams(bool pad, uint8_t left, uint8_t right, U value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(static_cast<T>(value)) {}
    bool isPad = false;
    uint8_t leftPadding = 0;   // elements
    uint8_t rightPadding = 0;  // elements
    T paddingValue{};
};
template <typename U>
DataCopyPadExtParams(bool, int, int, U) -> DataCopyPadExtParams<U>;

}  // namespace AscendC
