// SPDX-License-Identifier: Apache-2.0
// archs: 2201 3510
// expect: UNSUPPORTED: RpSort16 of half on arch
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<half> x;
    AscendC::RpSort16(x, x, 1);
}
