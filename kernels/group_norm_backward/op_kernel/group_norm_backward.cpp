// SPDX-License-Identifier: Apache-2.0
// Entry of the group-norm backward kernel. The tiling key is strategy * 10 + type pair; which pairs
// exist depends on the architecture.

#include "channel_chunks.h"
#include "channel_rows.h"
#include "clear.h"
#include "group_resident.h"
#include "pixel.h"
#include "split_group.h"

#define GNB_STRATEGIES(pair, T, U)                     \
    if (TILING_KEY_IS(10 + (pair))) {                  \
        gnb::GroupResident<T, U>::Process(data, args); \
    } else if (TILING_KEY_IS(20 + (pair))) {           \
        gnb::ChannelRows<T, U>::Process(data, args);   \
    } else if (TILING_KEY_IS(30 + (pair))) {           \
        gnb::ChannelChunks<T, U>::Process(data, args); \
    } else if (TILING_KEY_IS(40 + (pair))) {           \
        gnb::Pixel<T, U>::Process(data, args);         \
    } else if (TILING_KEY_IS(50 + (pair))) {           \
        gnb::SplitGroup<T, U>::Process(data, args);    \
    } else if (TILING_KEY_IS(60 + (pair))) {           \
        gnb::Clear<T, U>::Process(data, args);         \
    }

extern "C" __global__ __aicore__ void group_norm_backward(GM_ADDR grad_out, GM_ADDR input,
                                                          GM_ADDR mean, GM_ADDR rstd, GM_ADDR gamma,
                                                          GM_ADDR grad_input, GM_ADDR grad_gamma,
                                                          GM_ADDR grad_beta, GM_ADDR workspace,
                                                          GM_ADDR tiling) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    GET_TILING_DATA_WITH_STRUCT(gnb::TilingData, data, tiling);
    const gnb::Arguments args{grad_out,   input,     mean,
                              rstd,       gamma,     grad_input,
                              grad_gamma, grad_beta, AscendC::GetUserWorkspace(workspace)};
    GNB_STRATEGIES(0, float, float)
    GNB_STRATEGIES(1, half, half)
#if __NPU_ARCH__ != 1001
    GNB_STRATEGIES(2, bfloat16_t, bfloat16_t)
#endif
#if __NPU_ARCH__ == 3510
    GNB_STRATEGIES(3, half, float)
    GNB_STRATEGIES(4, bfloat16_t, float)
#endif
}
