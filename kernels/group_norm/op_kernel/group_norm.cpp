// SPDX-License-Identifier: Apache-2.0
// Entry of the group normalisation kernel.

#include "normaliser.h"

extern "C" __global__ __aicore__ void group_norm(GM_ADDR self, GM_ADDR gamma, GM_ADDR beta,
                                                 GM_ADDR out, GM_ADDR mean, GM_ADDR rstd,
                                                 GM_ADDR /*workspace*/, GM_ADDR tiling) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    GET_TILING_DATA_WITH_STRUCT(gn::TilingData, data, tiling);
    const gn::Arguments args{self, gamma, beta, out, mean, rstd};
    if (TILING_KEY_IS(0)) {
        gn::Normaliser<float>(data, args).Process();
    } else if (TILING_KEY_IS(1)) {
        gn::Normaliser<half>(data, args).Process();
    }
#if __NPU_ARCH__ != 1001
    else if (TILING_KEY_IS(2)) {
        gn::Normaliser<bfloat16_t>(data, args).Process();
    }
#endif
}
