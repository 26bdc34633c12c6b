// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: Cast half->int16_t on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<int16_t> narrow;
    AscendC::LocalTensor<half> other;
    AscendC::Cast(narrow, other, AscendC::RoundMode::CAST_RINT, 16);
}
