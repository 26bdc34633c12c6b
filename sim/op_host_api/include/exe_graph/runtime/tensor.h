// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tensor that a host function may look into: its values are there only when the operator
// declared that it depends on them.

#include <cstddef>

#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tensor_data.h"

namespace gert {

using TensorAddress = void*;

class Tensor {
public:
    Tensor() = default;
    Tensor(const StorageShape& shape, const StorageFormat& format, ge::DataType type)
        : shape_(shape), format_(format), type_(type) {}
    Tensor(const StorageShape& shape, const StorageFormat& format, TensorPlacement placement,
           ge::DataType type, void* address)
        : shape_(shape), format_(format), type_(type), placement_(placement), address_(address) {}

    const StorageShape& GetShape() const { return shape_; }
    StorageShape& GetShape() { return shape_; }
    const Shape& GetStorageShape() const { return shape_.GetStorageShape(); }
    const Shape& GetOriginShape() const { return shape_.GetOriginShape(); }
    Shape& MutableStorageShape() { return shape_.MutableStorageShape(); }
    Shape& MutableOriginShape() { return shape_.MutableOriginShape(); }
    std::int64_t GetShapeSize() const { return shape_.GetStorageShape().GetShapeSize(); }

    ge::DataType GetDataType() const { return type_; }
    void SetDataType(ge::DataType type) { type_ = type; }
    const StorageFormat& GetFormat() const { return format_; }
    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    void SetOriginFormat(ge::Format format) { format_.SetOriginFormat(format); }
    void SetStorageFormat(ge::Format format) { format_.SetStorageFormat(format); }
    ExpandDimsType GetExpandDimsType() const { return format_.GetExpandDimsType(); }

    // Bytes of its values, rounded up for types narrower than a byte.
    std::size_t GetSize() const {
        const std::int64_t bytes = ge::GetSizeInBytes(GetShapeSize(), type_);
        return bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
    }
    template <class T>
    const T* GetData() const {
        return static_cast<const T*>(address_);
    }
    template <class T>
    T* GetData() {
        return static_cast<T*>(address_);
    }
    const void* GetAddr() const { return address_; }
    void* GetAddr() { return address_; }
    TensorPlacement GetPlacement() const { return placement_; }
    void SetPlacement(TensorPlacement placement) { placement_ = placement; }

private:
    StorageShape shape_;
    StorageFormat format_;
    ge::DataType type_ = ge::DT_FLOAT;
    TensorPlacement placement_ = kOnHost;
    void* address_ = nullptr;
};

}  // namespace gert
