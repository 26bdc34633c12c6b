// SPDX-License-Identifier: Apache-2.0
// y = x + 1, badly: forgets the flag between load and addition, and on two blocks hangs. Tests name
// the lines.
#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void faulty_operator(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                      GM_ADDR tiling) {
    constexpr uint32_t kCount = 64;
    TPipe pipe;
    TBuf<TPosition::VECCALC> in_buf, out_buf;
    pipe.InitBuffer(in_buf, kCount * sizeof(float));
    pipe.InitBuffer(out_buf, kCount * sizeof(float));
    LocalTensor<float> in = in_buf.Get<float>();
    LocalTensor<float> out = out_buf.Get<float>();
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x));
    to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
    DataCopy(in, from, kCount);
    Adds(out, in, 1.0f, kCount);
    if (GetBlockNum() == 1) SetFlag<HardEvent::V_MTE3>(0);
    WaitFlag<HardEvent::V_MTE3>(0);
    DataCopy(to, out, kCount);
}
