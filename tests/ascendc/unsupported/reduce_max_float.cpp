// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: WholeReduceMax of float on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<float> x;
    AscendC::WholeReduceMax(x, x, 64, 1, 1, 1, 8);
}
