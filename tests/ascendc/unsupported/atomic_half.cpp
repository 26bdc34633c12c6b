// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: SetAtomicAdd of half on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::SetAtomicAdd<half>();
}
