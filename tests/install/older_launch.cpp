// SPDX-License-Identifier: Apache-2.0
// The launch style before <<<>>>.
#include <cstdio>

#include "acl/acl.h"
#include "aclrtlaunch_number.h"
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void number(GM_ADDR out, int32_t first) {
    AscendC::GlobalTensor<int32_t> tensor;
    tensor.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(out));
    const int32_t block = static_cast<int32_t>(AscendC::GetBlockIdx());
    tensor.SetValue(block * 16, first + block);
}

int main() {
    aclrtSetDevice(0);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    uint8_t* device = nullptr;
    aclrtMalloc(reinterpret_cast<void**>(&device), 256, ACL_MEM_MALLOC_HUGE_FIRST);
    ACLRT_LAUNCH_KERNEL(number)(4, stream, device, 7);
    if (aclrtSynchronizeStream(stream) != ACL_SUCCESS) return 1;
    int32_t host[64];
    aclrtMemcpy(host, sizeof(host), device, sizeof(host), ACL_MEMCPY_DEVICE_TO_HOST);
    printf("%d %d\n", host[0], host[48]);
    aclrtFree(device);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
}
