// SPDX-License-Identifier: Apache-2.0
// archs: 1001 2201 3510
// expect: UNSUPPORTED: Exp of int32_t on arch
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<int32_t> x;
    AscendC::Exp(x, x, 16);
}
