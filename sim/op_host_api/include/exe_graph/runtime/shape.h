// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tensor's extents. A scalar has no dimension; extents below zero are not known yet.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "graph/types.h"

namespace gert {

struct Shape {
    static constexpr std::size_t kMaxDimNum = 25;
    static constexpr std::int64_t kInvalidDimValue = std::numeric_limits<std::int64_t>::min();

    Shape() = default;
    Shape(std::initializer_list<std::int64_t> dims) {
        for (const std::int64_t dim : dims) AppendDim(dim);
    }

    std::size_t GetDimNum() const { return count_; }
    void SetDimNum(std::size_t count) { count_ = count > kMaxDimNum ? kMaxDimNum : count; }
    std::int64_t GetDim(std::size_t i) const {
        return i < kMaxDimNum ? dims_[i] : kInvalidDimValue;
    }
    void SetDim(std::size_t i, std::int64_t value) {
        if (i < kMaxDimNum) dims_[i] = value;
    }
    Shape& AppendDim(std::int64_t value) {
        if (count_ < kMaxDimNum) dims_[count_++] = value;
        return *this;
    }
    std::int64_t operator[](std::size_t i) const { return dims_[i]; }
    std::int64_t& operator[](std::size_t i) { return dims_[i]; }

    bool IsScalar() const { return count_ == 0; }
    void SetScalar() { count_ = 0; }

    // Elements; -1 on overflow, negative when an extent is unknown.
    std::int64_t GetShapeSize() const {
        std::int64_t size = 1;
        for (std::size_t i = 0; i < count_; ++i) {
            if (__builtin_mul_overflow(size, dims_[i], &size)) return -1;
        }
        return size;
    }

    bool operator==(const Shape& other) const {
        if (count_ != other.count_) return false;
        for (std::size_t i = 0; i < count_; ++i) {
            if (dims_[i] != other.dims_[i]) return false;
        }
        return true;
    }
    bool operator!=(const Shape& other) const { return !(*this == other); }

private:
    std::size_t count_ = 0;
    std::array<std::int64_t, kMaxDimNum> dims_{};
};

// Elements from one index of a dimension to the next.
struct Stride {
    static constexpr std::size_t kMaxDimNum = Shape::kMaxDimNum;
    static constexpr std::int64_t kInvalidStrideValue = Shape::kInvalidDimValue;

    Stride() = default;
    Stride(std::initializer_list<std::int64_t> strides) {
        for (const std::int64_t stride : strides) AppendStride(stride);
    }
    std::size_t GetDimNum() const { return count_; }
    void SetDimNum(std::size_t count) { count_ = count > kMaxDimNum ? kMaxDimNum : count; }
    std::int64_t GetStride(std::size_t i) const {
        return i < kMaxDimNum ? strides_[i] : kInvalidStrideValue;
    }
    void SetStride(std::size_t i, std::int64_t value) {
        if (i < kMaxDimNum) strides_[i] = value;
    }
    Stride& AppendStride(std::int64_t value) {
        if (count_ < kMaxDimNum) strides_[count_++] = value;
        return *this;
    }
    std::int64_t operator[](std::size_t i) const { return strides_[i]; }
    std::int64_t& operator[](std::size_t i) { return strides_[i]; }

private:
    std::size_t count_ = 0;
    std::array<std::int64_t, kMaxDimNum> strides_{};
};

}  // namespace gert
