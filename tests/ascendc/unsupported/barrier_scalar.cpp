// SPDX-License-Identifier: Apache-2.0
// archs: 2201
// expect: PipeBarrier<PIPE_S> does not exist
#include "kernel_operator.h"

void kernel() {
    AscendC::PipeBarrier<PIPE_S>();
}
