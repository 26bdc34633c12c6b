// SPDX-License-Identifier: Apache-2.0
#include <acl/acl.h>  // for nothing, as kernels do

#include "kernel_operator.h"
#include "picky_tiling_key.h"

using namespace AscendC;

class Kernel {
public:
    __aicore__ inline void Process(GM_ADDR x, GM_ADDR y, uint32_t count) {
        GlobalTensor<float> from, to;
        from.SetGlobalBuffer((__gm__ float*)x, count);
        to.SetGlobalBuffer((__gm__ float*)y, count);
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, (count * sizeof(float) + 31) / 32 * 32);
        LocalTensor<float> tile = buffer.Get<float>();
        const DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0};
        DataCopyPad(tile, from, copy, DataCopyPadExtParams<float>{false, 0, 0, 0});
        PipeBarrier<PIPE_ALL>();
        DataCopyPad(to, tile, copy);
    }
};

template <uint32_t WIDTH, bool CRASH>
__global__ __aicore__ void picky(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(Test::PickyTilingData);
    GET_TILING_DATA(data, tiling);
    if constexpr (CRASH) { *reinterpret_cast<volatile int*>(16) = 1; }
    while (data.fault == 7) { asm volatile(""); }
    if (WIDTH == 20 && data.inner.half == 0.5F) Kernel().Process(x, y, data.count[0]);
}
