// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parameter structs of the vector APIs. Strides count 32-byte blocks.

#include <cstdint>

namespace AscendC {

struct UnaryRepeatParams {
    UnaryRepeatParams() = default;
    UnaryRepeatParams(uint16_t dst_blk, uint16_t src_blk, uint8_t dst_rep, uint8_t src_rep,
                      bool half_block = false)
        : dstBlkStride(dst_blk),
          srcBlkStride(src_blk),
          dstRepStride(dst_rep),
          srcRepStride(src_rep),
          halfBlock(half_block) {}
    uint16_t dstBlkStride = 1;
    uint16_t srcBlkStride = 1;
    uint8_t dstRepStride = 8;
    uint8_t srcRepStride = 8;
    bool halfBlock = false;
};

struct BinaryRepeatParams {
    BinaryRepeatParams() = default;
    BinaryRepeatParams(uint8_t dst_blk, uint8_t src0_blk, uint8_t src1_blk, uint8_t dst_rep,
                       uint8_t src0_rep, uint8_t src1_rep)
        : dstBlkStride(dst_blk),
          src0BlkStride(src0_blk),
          src1BlkStride(src1_blk),
          dstRepStride(dst_rep),
          src0RepStride(src0_rep),
          src1RepStride(src1_rep) {}
    uint8_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t dstRepStride = 8;
    uint8_t src0RepStride = 8;
    uint8_t src1RepStride = 8;
};

// The block strides default to 0, as in Ascend C: callers pass 1.
struct CopyRepeatParams {
    CopyRepeatParams() = default;
    CopyRepeatParams(uint16_t dst_stride, uint16_t src_stride, uint16_t dst_rep, uint16_t src_rep)
        : dstStride(dst_stride),
          srcStride(src_stride),
          dstRepeatSize(dst_rep),
          srcRepeatSize(src_rep) {}
    uint16_t dstStride = 0;
    uint16_t srcStride = 0;
    uint16_t dstRepeatSize = 8;
    uint16_t srcRepeatSize = 8;
};

struct BrcbRepeatParams {
    BrcbRepeatParams() = default;
    BrcbRepeatParams(uint16_t dst_blk, uint16_t dst_rep)
        : dstBlkStride(dst_blk), dstRepStride(dst_rep) {}
    uint16_t dstBlkStride = 1;
    uint16_t dstRepStride = 8;
};

}  // namespace AscendC
