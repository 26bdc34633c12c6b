// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: DataCopy of bfloat16_t on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<bfloat16_t> local;
    AscendC::GlobalTensor<bfloat16_t> global;
    AscendC::DataCopy(local, global, 16);
}
