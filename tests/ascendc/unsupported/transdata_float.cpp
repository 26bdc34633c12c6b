// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: TransDataTo5HD of float on arch 1001
#include "kernel_operator.h"

void kernel() {
    uint64_t rows[16] = {};
    AscendC::TransDataTo5HD<float>(rows, rows, AscendC::TransDataTo5HDParams());
}
