// SPDX-License-Identifier: Apache-2.0
// archs: 1001 2201
// expect: UNSUPPORTED: Scatter of half on arch
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<half> x;
    AscendC::LocalTensor<uint32_t> offsets;
    AscendC::Scatter(x, x, offsets, 0, 16);
}
