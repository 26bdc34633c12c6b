// SPDX-License-Identifier: Apache-2.0
// archs: 1001 2201
// expect: UNSUPPORTED: Select of int32_t on arch
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<int32_t> x;
    AscendC::LocalTensor<uint8_t> bits;
    AscendC::Select(x, bits, x, x, AscendC::SELMODE::VSEL_TENSOR_TENSOR_MODE, 128);
}
