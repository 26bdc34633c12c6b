// SPDX-License-Identifier: Apache-2.0
// Two phases with a cross-core flag between them: each core doubles its piece of x, then adds the
// piece of the next core. The flag goes up behind the store (PIPE_MTE3), so whoever has waited
// finds all pieces in memory. SyncAll would do the same for all pipes.
#include "kernel_operator.h"

namespace phases {

constexpr uint32_t kPiece = 256;  // elements

}  // namespace phases

// x, doubled and z: one piece a block.
extern "C" __global__ __aicore__ void phases_kernel(GM_ADDR x, GM_ADDR doubled, GM_ADDR z) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    using namespace AscendC;
    const uint32_t block = GetBlockIdx();
    const uint32_t next = (block + 1) % GetBlockNum();
    GlobalTensor<float> gm_x, gm_doubled, gm_z;
    gm_x.SetGlobalBuffer((__gm__ float*)x);
    gm_doubled.SetGlobalBuffer((__gm__ float*)doubled);
    gm_z.SetGlobalBuffer((__gm__ float*)z);
    const LocalTensor<float> own(TPosition::VECCALC, 0, phases::kPiece);
    const LocalTensor<float> other(TPosition::VECCALC, phases::kPiece * sizeof(float),
                                   phases::kPiece);

    DataCopy(own, gm_x[block * phases::kPiece], phases::kPiece);
    SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
    Muls(own, own, 2.0f, phases::kPiece);
    SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
    WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
    DataCopy(gm_doubled[block * phases::kPiece], own, phases::kPiece);

    CrossCoreSetFlag<0, PIPE_MTE3>(0);
    CrossCoreWaitFlag(0);

    DataCopy(other, gm_doubled[next * phases::kPiece], phases::kPiece);
    SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
    Add(own, own, other, phases::kPiece);
    SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
    WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
    DataCopy(gm_z[block * phases::kPiece], own, phases::kPiece);
}
