// SPDX-License-Identifier: Apache-2.0
// archs: 1001
// expect: UNSUPPORTED: DataCopyPad of float on arch 1001
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<float> local;
    AscendC::GlobalTensor<float> global;
    AscendC::DataCopyPad(local, global, AscendC::DataCopyExtParams{1, 4, 0, 0, 0},
                         AscendC::DataCopyPadExtParams<float>{false, 0, 0, 0});
}
