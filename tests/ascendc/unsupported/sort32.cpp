// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: Sort32 of half on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<half> x;
    AscendC::LocalTensor<uint32_t> index;
    AscendC::Sort32(x, x, index, 1);
}
