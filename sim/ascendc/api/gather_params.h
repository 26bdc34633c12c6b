// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parameter structs of Gatherb, GatherMask and CastDequant.

#include <cstdint>

#include "sim/ascendc/api/enums.h"

namespace AscendC {

// Of all fields only the destination's strides count; dstBlkStride 0 is taken for 1.
struct GatherRepeatParams {
    GatherRepeatParams() = default;
    GatherRepeatParams(uint8_t dst_blk, uint8_t dst_rep)
        : dstRepStride(dst_rep), dstBlkStride(dst_blk) {}
    uint32_t blockNumber = 8;
    uint16_t dstRepStride = 8;
    uint8_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t src0RepStride = 8;
    uint8_t src1RepStride = 8;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

struct GatherMaskParams {
    GatherMaskParams() = default;
    GatherMaskParams(uint8_t src0_blk, uint16_t repeats, uint16_t src0_rep, uint8_t src1_rep)
        : src0BlockStride(src0_blk),
          repeatTimes(repeats),
          src0RepeatStride(src0_rep),
          src1RepeatStride(src1_rep) {}
    uint8_t src0BlockStride = 1;
    uint16_t repeatTimes = 0;
    uint16_t src0RepeatStride = 8;
    uint8_t src1RepeatStride = 8;
};

inline constexpr GatherMaskMode defaultGatherMaskMode = GatherMaskMode::VERSION_V2;

// The parameters of the 16 elements of a block: scale, 9-bit offset, whether the result is signed.
inline constexpr int32_t VDEQ_TENSOR_SIZE = 16;

struct VdeqInfo {
    VdeqInfo() = default;
    VdeqInfo(const float scales[VDEQ_TENSOR_SIZE], const int16_t offsets[VDEQ_TENSOR_SIZE],
             const bool sign_modes[VDEQ_TENSOR_SIZE]) {
        for (int32_t i = 0; i < VDEQ_TENSOR_SIZE; ++i) {
            vdeqScale[i] = scales[i];
            vdeqOffset[i] = offsets[i];
            vdeqSignMode[i] = sign_modes[i];
        }
    }
    float vdeqScale[VDEQ_TENSOR_SIZE] = {};
    int16_t vdeqOffset[VDEQ_TENSOR_SIZE] = {};
    bool vdeqSignMode[VDEQ_TENSOR_SIZE] = {};
};

}  // namespace AscendC
