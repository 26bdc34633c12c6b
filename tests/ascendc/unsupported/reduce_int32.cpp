// SPDX-License-Identifier: Apache-2.0
// archs: 2201
// expect: UNSUPPORTED: ReduceSum of int32_t on arch 2201
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<int32_t> x;
    AscendC::ReduceSum(x, x, x, 16);
}
