// SPDX-License-Identifier: Apache-2.0
#pragma once
// A list attribute's values: its elements lie one after another.

#include <cstddef>
#include <vector>

namespace gert {

class ContinuousVector {
public:
    ContinuousVector() = default;
    ContinuousVector(void* data, std::size_t size) : size_(size), capacity_(size), data_(data) {}

    std::size_t GetSize() const { return size_; }
    std::size_t GetCapacity() const { return capacity_; }
    const void* GetData() const { return data_; }
    void* MutableData() { return data_; }

protected:
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    void* data_ = nullptr;
};

template <typename T>
class TypedContinuousVector : public ContinuousVector {
public:
    const T* GetData() const { return static_cast<const T*>(data_); }
    T* MutableData() { return static_cast<T*>(data_); }
};

// A list of lists.
class ContinuousVectorVector {
public:
    ContinuousVectorVector() = default;
    explicit ContinuousVectorVector(std::vector<ContinuousVector> rows) : rows_(std::move(rows)) {}
    std::size_t GetSize() const { return rows_.size(); }
    const ContinuousVector* Get(std::size_t i) const {
        return i < rows_.size() ? &rows_[i] : nullptr;
    }

private:
    std::vector<ContinuousVector> rows_;
};

}  // namespace gert
