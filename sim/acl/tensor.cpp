// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/tensor.h"

std::int64_t aclTensor::elements() const {
    std::int64_t count = 1;
    for (const std::int64_t extent : shape) count *= extent;
    return count;
}

bool aclTensor::contiguous() const {
    std::int64_t expected = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        // Where a dimension has one element, its stride leads nowhere.
        if (shape[i] != 1 && strides[i] != expected) return empty();
        expected *= shape[i];
    }
    return true;
}

std::uint8_t* aclTensor::begin() const {
    if (data == nullptr) return nullptr;
    return static_cast<std::uint8_t*>(data) +
           offset * static_cast<std::int64_t>(aclDataTypeSize(dtype));
}

std::string aclTensor::shape_text() const {
    std::string text = "[";
    for (const std::int64_t extent : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
    return text + "]";
}
