// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: Compares of half on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<half> x;
    AscendC::LocalTensor<uint8_t> bits;
    AscendC::Compares(bits, x, half(0.0f), AscendC::CMPMODE::LT, 128);
}
