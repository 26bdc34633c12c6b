// SPDX-License-Identifier: Apache-2.0
#pragma once
// The objects that aclnn calls take. An aclTensor is a view: shape and strides (in elements) over
// memory that belongs to somebody else.

#include <cstdint>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"

struct aclTensor {
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> storage;
    std::int64_t offset = 0;  // of the first element, in elements
    aclDataType dtype = ACL_DT_UNDEFINED;
    aclFormat format = ACL_FORMAT_UNDEFINED;
    void* data = nullptr;  // start of the storage

    // Product of the extents; 1 without dimensions.
    std::int64_t elements() const;
    bool empty() const { return elements() == 0; }
    // Do the elements lie one behind the other, in the order of the dimensions?
    bool contiguous() const;
    // The first element.
    std::uint8_t* begin() const;
    std::string shape_text() const;  // "[2, 3, 4]"
};

struct aclScalar {
    std::vector<std::uint8_t> value;
    aclDataType dtype;
};
struct aclIntArray {
    std::vector<std::int64_t> values;
};
struct aclFloatArray {
    std::vector<float> values;
};
struct aclBoolArray {
    std::vector<bool> values;
};
struct aclTensorList {
    std::vector<const aclTensor*> values;
};
struct aclScalarList {
    std::vector<const aclScalar*> values;
};
