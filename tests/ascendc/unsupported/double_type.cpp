// SPDX-License-Identifier: Apache-2.0
// archs: 2201
// expect: UNSUPPORTED: Add of double on arch 2201
#include "kernel_operator.h"

void kernel() {
    AscendC::LocalTensor<double> local;
    AscendC::GlobalTensor<double> global;
    AscendC::DataCopy(local, global, 16);  // moves it
    AscendC::Add(local, local, local, 16);
}
