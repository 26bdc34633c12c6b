// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: Cast bfloat16_t->float on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<bfloat16_t> narrow;
    AscendC::LocalTensor<float> wide;
    AscendC::Cast(wide, narrow, AscendC::RoundMode::CAST_NONE, 16);
}
