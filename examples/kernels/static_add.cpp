// SPDX-License-Identifier: Apache-2.0
// z = x + y with static tensors: the kernel says where in UB each tensor lies and orders the pipes
// itself. Two sets of buffers, one event id each.
#include "kernel_operator.h"

namespace static_add {

constexpr uint32_t kTile = 1024;  // elements

struct Buffers {
    AscendC::LocalTensor<float> x, y, z;
    event_t event;
};

// Loads wait until the last addition has read the buffers, the addition until they are loaded and
// the last result is stored, the store until the addition is done.
__aicore__ inline void add_tile(const Buffers& b, AscendC::GlobalTensor<float> x,
                                AscendC::GlobalTensor<float> y, AscendC::GlobalTensor<float> z) {
    AscendC::WaitFlag<AscendC::HardEvent::V_MTE2>(b.event);
    AscendC::DataCopy(b.x, x, kTile);
    AscendC::DataCopy(b.y, y, kTile);
    AscendC::SetFlag<AscendC::HardEvent::MTE2_V>(b.event);
    AscendC::WaitFlag<AscendC::HardEvent::MTE2_V>(b.event);
    AscendC::WaitFlag<AscendC::HardEvent::MTE3_V>(b.event);
    AscendC::Add(b.z, b.x, b.y, kTile);
    AscendC::SetFlag<AscendC::HardEvent::V_MTE2>(b.event);
    AscendC::SetFlag<AscendC::HardEvent::V_MTE3>(b.event);
    AscendC::WaitFlag<AscendC::HardEvent::V_MTE3>(b.event);
    AscendC::DataCopy(z, b.z, kTile);
    AscendC::SetFlag<AscendC::HardEvent::MTE3_V>(b.event);
}

}  // namespace static_add

// `tiles` tiles of 1024 elements, shared by the blocks in turn.
extern "C" __global__ __aicore__ void static_add_kernel(GM_ADDR x, GM_ADDR y, GM_ADDR z,
                                                        uint32_t tiles) {
    using namespace AscendC;
    InitSocState();
    GlobalTensor<float> gm_x, gm_y, gm_z;
    gm_x.SetGlobalBuffer((__gm__ float*)x);
    gm_y.SetGlobalBuffer((__gm__ float*)y);
    gm_z.SetGlobalBuffer((__gm__ float*)z);
    LocalMemAllocator<> memory;
    static_add::Buffers buffers[2];
    for (int i = 0; i < 2; ++i) {
        buffers[i].x = memory.Alloc<TPosition::VECIN, float, static_add::kTile>();
        buffers[i].y = memory.Alloc<TPosition::VECIN, float, static_add::kTile>();
        buffers[i].z = memory.Alloc<TPosition::VECOUT, float, static_add::kTile>();
        buffers[i].event = i == 0 ? EVENT_ID0 : EVENT_ID1;
        // The first round waits for nobody.
        SetFlag<HardEvent::V_MTE2>(buffers[i].event);
        SetFlag<HardEvent::MTE3_V>(buffers[i].event);
    }
    uint32_t round = 0;
    for (uint32_t tile = GetBlockIdx(); tile < tiles; tile += GetBlockNum(), ++round) {
        const uint64_t at = uint64_t{tile} * static_add::kTile;
        static_add::add_tile(buffers[round % 2], gm_x[at], gm_y[at], gm_z[at]);
    }
    for (const auto& b : buffers) {
        WaitFlag<HardEvent::V_MTE2>(b.event);
        WaitFlag<HardEvent::MTE3_V>(b.event);
    }
}
