// SPDX-License-Identifier: Apache-2.0
// Tensors: making, describing, asking.

#include <algorithm>
#include <memory>

#include "sim/acl/aclnn_codes.h"
#include "sim/acl/tensor.h"

using davsim::acl::refuse_null;

namespace {

std::vector<std::int64_t> contiguous_strides(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
    return strides;
}

// False when dimensions are announced and none are given.
bool describe(aclTensor& tensor, const int64_t* viewDims, uint64_t viewDimsNum,
              aclDataType dataType, const int64_t* stride, int64_t offset, aclFormat format,
              const int64_t* storageDims, uint64_t storageDimsNum, void* data) {
    if (viewDims == nullptr && viewDimsNum != 0) return false;
    if (storageDims == nullptr && storageDimsNum != 0) return false;
    tensor.shape.assign(viewDims, viewDims + viewDimsNum);
    tensor.storage.assign(storageDims, storageDims + storageDimsNum);
    if (stride == nullptr) {
        tensor.strides = contiguous_strides(tensor.shape);
    } else {
        tensor.strides.assign(stride, stride + viewDimsNum);
    }
    tensor.offset = offset;
    tensor.dtype = dataType;
    tensor.format = format;
    tensor.data = data;
    return true;
}

// An array that its caller deletes.
aclnnStatus give(const std::vector<std::int64_t>& values, int64_t** out, uint64_t* count) {
    *count = values.size();
    *out = new int64_t[values.size()];
    std::copy(values.begin(), values.end(), *out);
    return OK;
}

}  // namespace

extern "C" {

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
    auto tensor = std::make_unique<aclTensor>();
    if (!describe(*tensor, viewDims, viewDimsNum, dataType, stride, offset, format, storageDims,
                  storageDimsNum, tensorData)) {
        refuse_null("aclCreateTensor", viewDims == nullptr ? "viewDims" : "storageDims");
        return nullptr;
    }
    return tensor.release();
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum,
                          void* tensorDataAddr) {
    if (tensor == nullptr) return refuse_null("aclInitTensor", "tensor");
    if (describe(*tensor, viewDims, viewDimsNum, dataType, stride, offset, format, storageDims,
                 storageDimsNum, tensorDataAddr)) {
        return OK;
    }
    return refuse_null("aclInitTensor", viewDims == nullptr ? "viewDims" : "storageDims");
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
    delete tensor;
    return OK;
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
    if (tensor == nullptr) return refuse_null("aclGetViewShape", "tensor");
    if (viewDims == nullptr) return refuse_null("aclGetViewShape", "viewDims");
    if (viewDimsNum == nullptr) return refuse_null("aclGetViewShape", "viewDimsNum");
    return give(tensor->shape, viewDims, viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
    if (tensor == nullptr) return refuse_null("aclGetStorageShape", "tensor");
    if (storageDims == nullptr) return refuse_null("aclGetStorageShape", "storageDims");
    if (storageDimsNum == nullptr) return refuse_null("aclGetStorageShape", "storageDimsNum");
    return give(tensor->storage, storageDims, storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
    if (tensor == nullptr) return refuse_null("aclGetViewStrides", "tensor");
    if (stridesValue == nullptr) return refuse_null("aclGetViewStrides", "stridesValue");
    if (stridesNum == nullptr) return refuse_null("aclGetViewStrides", "stridesNum");
    return give(tensor->strides, stridesValue, stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
    if (tensor == nullptr) return refuse_null("aclGetViewOffset", "tensor");
    if (offset == nullptr) return refuse_null("aclGetViewOffset", "offset");
    *offset = tensor->offset;
    return OK;
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
    if (tensor == nullptr) return refuse_null("aclGetFormat", "tensor");
    if (format == nullptr) return refuse_null("aclGetFormat", "format");
    *format = tensor->format;
    return OK;
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
    if (tensor == nullptr) return refuse_null("aclGetDataType", "tensor");
    if (dataType == nullptr) return refuse_null("aclGetDataType", "dataType");
    *dataType = tensor->dtype;
    return OK;
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
    if (tensor == nullptr) return refuse_null("aclSetRawTensorAddr", "tensor");
    tensor->data = addr;
    return OK;
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
    if (tensor == nullptr) return refuse_null("aclGetRawTensorAddr", "tensor");
    if (addr == nullptr) return refuse_null("aclGetRawTensorAddr", "addr");
    *addr = tensor->data;
    return OK;
}

}  // extern "C"
