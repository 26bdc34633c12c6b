// SPDX-License-Identifier: Apache-2.0
// The sum of a vector: each core sums its share and adds it to the result, which must be 0 before.
// The addition happens in L2, in the order in which the stores arrive.
#include "kernel_operator.h"

// `share` elements a block, at most 8192.
extern "C" __global__ __aicore__ void atomic_sum_kernel(GM_ADDR x, GM_ADDR sum, uint32_t share) {
    using namespace AscendC;
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    TBuf<TPosition::VECCALC> work;
    pipe.InitBuffer(in, 1, share * sizeof(float));
    pipe.InitBuffer(out, 1, 32);
    pipe.InitBuffer(work, share * sizeof(float));
    GlobalTensor<float> gm_x, gm_sum;
    gm_x.SetGlobalBuffer((__gm__ float*)x + share * GetBlockIdx());
    gm_sum.SetGlobalBuffer((__gm__ float*)sum);

    LocalTensor<float> loaded = in.AllocTensor<float>();
    DataCopy(loaded, gm_x, share);
    in.EnQue(loaded);
    loaded = in.DeQue<float>();
    LocalTensor<float> result = out.AllocTensor<float>();
    ReduceSum(result, loaded, work.Get<float>(), share);
    in.FreeTensor(loaded);
    out.EnQue(result);
    result = out.DeQue<float>();
    SetAtomicAdd<float>();
    DataCopyPad(gm_sum, result, DataCopyExtParams(1, sizeof(float), 0, 0, 0));
    SetAtomicNone();
    out.FreeTensor(result);
}
