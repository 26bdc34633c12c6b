// SPDX-License-Identifier: Apache-2.0
// archs: 2201
// expect: UNSUPPORTED: Duplicate of int64_t on arch 2201
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<int64_t> x;
    AscendC::Duplicate(x, 0, 16);
}
