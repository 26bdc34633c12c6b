// SPDX-License-Identifier: Apache-2.0
// archs: 2201
// expect: UNSUPPORTED: Axpy float->half on arch 2201
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<half> dst;
    AscendC::LocalTensor<float> src;
    AscendC::Axpy(dst, src, 1.0f, 16);
}
