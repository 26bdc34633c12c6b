// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: Maxs of float on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<float> x;
    AscendC::Maxs(x, x, 0.0f, 16);
}
