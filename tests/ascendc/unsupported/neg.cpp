// SPDX-License-Identifier: Apache-2.0
// archs: 2201
// expect: UNSUPPORTED: Neg of half on arch 2201
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<half> x;
    AscendC::Neg(x, x, 16);
}
