// SPDX-License-Identifier: Apache-2.0
// archs: 2201
// expect: UNSUPPORTED: Add of bfloat16_t on arch 2201
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<bfloat16_t> x;
    AscendC::Add(x, x, x, 16);
}
