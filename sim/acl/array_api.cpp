// SPDX-License-Identifier: Apache-2.0
// Scalars, arrays and lists.

#include "sim/acl/aclnn_codes.h"
#include "sim/acl/tensor.h"

using davsim::acl::refuse_null;

namespace {

// Null when elements are announced and none are given.
template <typename Array, typename T>
Array* create(const char* function, const T* value, std::uint64_t size) {
    if (value == nullptr && size != 0) {
        refuse_null(function, "value");
        return nullptr;
    }
    auto* array = new Array;
    array->values.assign(value, value + size);
    return array;
}

template <typename Array>
aclnnStatus size_of_array(const char* function, const Array* array, std::uint64_t* size) {
    if (array == nullptr) return refuse_null(function, "array");
    if (size == nullptr) return refuse_null(function, "size");
    *size = array->values.size();
    return OK;
}

}  // namespace

extern "C" {

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
    if (value == nullptr) {
        refuse_null("aclCreateScalar", "value");
        return nullptr;
    }
    const auto* bytes = static_cast<const std::uint8_t*>(value);
    return new aclScalar{{bytes, bytes + aclDataTypeSize(dataType)}, dataType};
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
    return create<aclIntArray>("aclCreateIntArray", value, size);
}
aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
    return create<aclFloatArray>("aclCreateFloatArray", value, size);
}
aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
    return create<aclBoolArray>("aclCreateBoolArray", value, size);
}
aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
    return create<aclTensorList>("aclCreateTensorList", value, size);
}
aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
    return create<aclScalarList>("aclCreateScalarList", value, size);
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
    delete scalar;
    return OK;
}
aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
    delete array;
    return OK;
}
aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
    delete array;
    return OK;
}
aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
    delete array;
    return OK;
}
aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
    if (array == nullptr) return OK;
    for (const aclTensor* tensor : array->values) delete tensor;
    delete array;
    return OK;
}
aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
    if (array == nullptr) return OK;
    for (const aclScalar* scalar : array->values) delete scalar;
    delete array;
    return OK;
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
    return size_of_array("aclGetIntArraySize", array, size);
}
aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
    return size_of_array("aclGetFloatArraySize", array, size);
}
aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
    return size_of_array("aclGetBoolArraySize", array, size);
}
aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
    return size_of_array("aclGetTensorListSize", tensorList, size);
}
aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
    return size_of_array("aclGetScalarListSize", scalarList, size);
}

}  // extern "C"
