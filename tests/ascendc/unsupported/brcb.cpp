// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: Brcb of float on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<float> x;
    AscendC::Brcb(x, x, 1, AscendC::BrcbRepeatParams(1, 8));
}
