// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: Add of int16_t on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<int16_t> x;
    AscendC::Add(x, x, x, 16);
}
