// SPDX-License-Identifier: Apache-2.0
// Element types, fp16 conversion, data buffers.

#include "acl/acl_base.h"
#include "sim/acl/failure.h"
#include "sim/base/float16.h"

struct aclDataBuffer {
    void* data;
    std::size_t size;
};

extern "C" {

size_t aclDataTypeSize(aclDataType dataType) {
    switch (dataType) {
        case ACL_INT8:
        case ACL_UINT8:
        case ACL_BOOL:
        case ACL_HIFLOAT8:
        case ACL_FLOAT8_E5M2:
        case ACL_FLOAT8_E4M3FN:
        case ACL_FLOAT8_E8M0: return 1;
        case ACL_FLOAT16:
        case ACL_BF16:
        case ACL_INT16:
        case ACL_UINT16: return 2;
        case ACL_FLOAT:
        case ACL_INT32:
        case ACL_UINT32:
        case ACL_COMPLEX32: return 4;
        case ACL_DOUBLE:
        case ACL_INT64:
        case ACL_UINT64:
        case ACL_COMPLEX64: return 8;
        case ACL_COMPLEX128: return 16;
        default: return 0;
    }
}

float aclFloat16ToFloat(aclFloat16 value) {
    return davsim::fp16_to_float(value);
}

aclFloat16 aclFloatToFloat16(float value) {
    return davsim::float_to_fp16(value);
}

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
    return new aclDataBuffer{data, size};
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
    if (dataBuffer == nullptr)
        return davsim::acl::null_argument("aclDestroyDataBuffer", "dataBuffer");
    delete dataBuffer;
    return ACL_SUCCESS;
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
    if (dataBuffer == nullptr)
        return davsim::acl::null_argument("aclUpdateDataBuffer", "dataBuffer");
    *dataBuffer = {data, size};
    return ACL_SUCCESS;
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
    return dataBuffer == nullptr ? nullptr : dataBuffer->data;
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
    return static_cast<uint32_t>(aclGetDataBufferSizeV2(dataBuffer));
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
    return dataBuffer == nullptr ? 0 : dataBuffer->size;
}

}  // extern "C"
