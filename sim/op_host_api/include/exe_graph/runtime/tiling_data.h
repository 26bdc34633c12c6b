// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bytes that go to the kernel: a buffer of fixed capacity that a tiling function fills.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "graph/types.h"

namespace gert {

class TilingData {
public:
    explicit TilingData(std::size_t capacity) : buffer_((capacity + 7) / 8), capacity_(capacity) {}

    std::size_t GetCapacity() const { return capacity_; }
    std::size_t GetDataSize() const { return size_; }
    void SetDataSize(std::size_t size) { size_ = size; }
    void* GetData() { return buffer_.data(); }
    const void* GetData() const { return buffer_.data(); }

    template <typename T>
    ge::graphStatus Append(const T& value) {
        return Append(&value, 1);
    }
    template <typename T>
    ge::graphStatus Append(const T* values, std::size_t count) {
        const std::size_t bytes = sizeof(T) * count;
        if (size_ + bytes > capacity_) return ge::GRAPH_FAILED;
        std::memcpy(reinterpret_cast<std::uint8_t*>(buffer_.data()) + size_, values, bytes);
        size_ += bytes;
        return ge::GRAPH_SUCCESS;
    }

private:
    std::vector<std::uint64_t> buffer_;  // eight-byte aligned, as the kernel's copy is
    std::size_t capacity_;
    std::size_t size_ = 0;
};

}  // namespace gert
