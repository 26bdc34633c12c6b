// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: Gather of half on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<half> x;
    AscendC::LocalTensor<uint32_t> offsets;
    AscendC::Gather(x, x, offsets, 0, 16);
}
