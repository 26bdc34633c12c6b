// SPDX-License-Identifier: Apache-2.0
#pragma once
// ListTensorDesc: a list of tensors behind one kernel argument. Its layout in GM, in 64-bit words:
//
//   word 0              bytes from here to the first data pointer
//   per tensor          {index << 32 | dimensions, extent 0, extent 1, ...}; the upper half of the
//                       first one is the number of tensors, or 0
//   from there          one data pointer a tensor
//
// Without shapes, dimensions is 0 and one word of 32 ones follows. The scalar unit reads it through
// its data cache.

#include <cstdint>

#include "sim/ascendc/api/global_tensor.h"

namespace AscendC {

class ListTensorDesc;

template <class T>
class TensorDesc {
public:
    // Where GetDesc puts the extents; the caller's array.
    void SetShapeAddr(uint64_t* shapePtr) { shape_ = shapePtr; }
    uint64_t GetDim() const { return dim_; }
    uint64_t GetIndex() const { return index_; }
    uint64_t GetShape(uint32_t offset) const {
        if (offset >= dim_)
            detail::refuse_number("TensorDesc::GetShape", "offset", offset, "0..GetDim()-1");
        return shape_[offset];
    }
    __gm__ T* GetDataPtr() const { return data_; }
    GlobalTensor<T> GetDataObj() const {
        uint64_t elements = 1;
        for (uint64_t i = 0; i < dim_; ++i) elements *= shape_[i];
        GlobalTensor<T> tensor;
        tensor.SetGlobalBuffer(data_, elements);
        return tensor;
    }

private:
    friend class ListTensorDesc;
    uint64_t dim_ = 0;
    uint64_t index_ = 0;
    uint64_t* shape_ = nullptr;
    __gm__ T* data_ = nullptr;
};

class ListTensorDesc {
public:
    ListTensorDesc() = default;
    ListTensorDesc(__gm__ void* data, uint32_t length = UINT32_MAX,
                   uint32_t shapeSize = UINT32_MAX) {
        Init(data, length, shapeSize);
    }

    // `length` and `shapeSize` are what the caller expects in bytes and tensors.
    void Init(__gm__ void* data, uint32_t length = UINT32_MAX, uint32_t shapeSize = UINT32_MAX) {
        const auto at = reinterpret_cast<uint64_t>(data);
        const uint64_t offset = word(at);
        first_ = at + sizeof(uint64_t);
        data_ = at + offset;
        const uint64_t head = word(first_);
        dim_ = static_cast<uint32_t>(head);
        words_ = dim_ == 0 ? 2 : 1 + dim_;
        const auto count = static_cast<uint32_t>(head >> 32U);
        // Without a count, the last tensor's index tells it.
        count_ = count != 0
                     ? count
                     : static_cast<uint32_t>(word(data_ - words_ * sizeof(uint64_t)) >> 32U) + 1;
        if (shapeSize != UINT32_MAX && shapeSize != count_) {
            detail::refuse("ListTensorDesc", "number of tensors", std::to_string(count_),
                           std::to_string(shapeSize) + " as the caller says");
        }
        if (length != UINT32_MAX && length != offset + count_ * sizeof(uint64_t)) {
            detail::refuse("ListTensorDesc", "bytes",
                           std::to_string(offset + count_ * sizeof(uint64_t)),
                           std::to_string(length) + " as the caller says");
        }
    }

    template <class T>
    void GetDesc(TensorDesc<T>& desc, uint32_t index) {
        check(index);
        desc.dim_ = dim_;
        desc.index_ = index;
        desc.data_ = GetDataPtr<T>(index);
        const uint64_t shape = first_ + (uint64_t{index} * words_ + 1) * sizeof(uint64_t);
        for (uint32_t i = 0; desc.shape_ != nullptr && i < dim_; ++i)
            desc.shape_[i] = word(shape + i * sizeof(uint64_t));
    }

    template <class T>
    __gm__ T* GetDataPtr(uint32_t index) {
        check(index);
        return reinterpret_cast<__gm__ T*>(word(data_ + index * sizeof(uint64_t)));
    }

    uint32_t GetSize() const { return count_; }

private:
    static uint64_t word(uint64_t address) {
        uint64_t value = 0;
        detail::core().load_gm(address, &value, sizeof(value));
        return value;
    }
    void check(uint32_t index) const {
        if (index < count_) return;
        detail::refuse("ListTensorDesc", "index", std::to_string(index),
                       "0.." + std::to_string(static_cast<int64_t>(count_) - 1));
    }

    uint64_t first_ = 0;  // the first tensor's words
    uint64_t data_ = 0;   // the first data pointer
    uint32_t dim_ = 0;
    uint32_t words_ = 0;
    uint32_t count_ = 0;
};

}  // namespace AscendC
