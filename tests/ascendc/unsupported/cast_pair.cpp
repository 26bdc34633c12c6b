// SPDX-License-Identifier: Apache-2.0
// archs: 2201
// expect: UNSUPPORTED: Cast half->bfloat16_t on arch
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<bfloat16_t> narrow;
    AscendC::LocalTensor<half> other;
    AscendC::Cast(narrow, other, AscendC::RoundMode::CAST_RINT, 16);
}
