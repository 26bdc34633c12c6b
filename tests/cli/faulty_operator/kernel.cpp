// SPDX-License-Identifier: Apache-2.0
// Stands in for group-norm backward: forgets the flag between load and addition, and on two blocks
// hangs.
#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void group_norm_backward(GM_ADDR grad_out, GM_ADDR, GM_ADDR,
                                                          GM_ADDR, GM_ADDR, GM_ADDR grad_input,
                                                          GM_ADDR, GM_ADDR, GM_ADDR, GM_ADDR) {
    constexpr uint32_t kCount = 64;
    TPipe pipe;
    TBuf<TPosition::VECCALC> in_buf, out_buf;
    pipe.InitBuffer(in_buf, kCount * sizeof(float));
    pipe.InitBuffer(out_buf, kCount * sizeof(float));
    LocalTensor<float> in = in_buf.Get<float>();
    LocalTensor<float> out = out_buf.Get<float>();
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(grad_out));
    to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(grad_input));
    DataCopy(in, from, kCount);
    Adds(out, in, 1.0f, kCount);
    if (GetBlockNum() == 1) SetFlag<HardEvent::V_MTE3>(0);
    WaitFlag<HardEvent::V_MTE3>(0);
    DataCopy(to, out, kCount);
}

#include "sim/ascendc/kernel_glue.h"
DAVSIM_EXPORT_KERNEL(group_norm_backward)
