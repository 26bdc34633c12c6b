// SPDX-License-Identifier: Apache-2.0
// archs: 1001 2201 3510
// expect: UNSUPPORTED: queues outside the unified buffer on arch
#include "kernel_operator.h"

void kernel() {
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::A1, 1> queue;
    pipe.InitBuffer(queue, 1, 1024);
}
