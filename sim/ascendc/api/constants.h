// SPDX-License-Identifier: Apache-2.0
#pragma once
// Named sizes that kernel code spells.

#include <cstdint>

namespace AscendC {

constexpr int32_t ONE_BLK_SIZE = 32;           // bytes of a block
constexpr int32_t DEFAULT_C0_SIZE = 32;        // the same, its older name
constexpr int32_t ONE_REPEAT_BYTE_SIZE = 256;  // bytes of a repeat
constexpr int32_t DEFAULT_BLK_NUM = 8;         // blocks of a repeat
constexpr uint8_t DEFAULT_BLK_STRIDE = 1;
constexpr uint8_t DEFAULT_REPEAT_STRIDE = 8;
constexpr uint8_t HALF_DEFAULT_REPEAT_STRIDE = 4;
constexpr int32_t MAX_REPEAT_TIMES = 255;
constexpr uint32_t ONE_BLK_FLOAT_NUM = 8;  // floats of a block
constexpr uint32_t BRCB_BROADCAST_NUMBER = 8;
constexpr uint8_t DEFAULT_DATA_COPY_STRIDE = 0;
constexpr uint8_t B32_BYTE_SIZE = 4;
constexpr uint8_t B32_DATA_NUM_PER_BLOCK = 8;
constexpr int32_t B32_DATA_NUM_PER_REPEAT = 64;
constexpr uint8_t B16_BYTE_SIZE = 2;
constexpr uint8_t B16_DATA_NUM_PER_BLOCK = 16;
constexpr int32_t B16_DATA_NUM_PER_REPEAT = 128;
constexpr uint16_t TWO_BLK_SIZE = 64;
constexpr uint64_t FULL_MASK = ~uint64_t{0};
constexpr int32_t TMP_UB_OFFSET = 188416;  // 2201: where the UB that library calls use begins
constexpr uint32_t TMP_UB_SIZE = 8 * 1024;

constexpr int32_t BYTE_PER_FRACTAL = 512;  // bytes of a 16 x 16 piece of 2-byte elements
#if __NPU_ARCH__ == 1001
constexpr int32_t TOTAL_UB_SIZE = 256 * 1024;
#elif __NPU_ARCH__ == 2201
constexpr int32_t TOTAL_UB_SIZE = 192 * 1024;
#else
constexpr int32_t TOTAL_UB_SIZE = 248 * 1024;
#endif

// What stands in the mask argument when isSetMask is false.
constexpr uint64_t MASK_PLACEHOLDER = 0;
inline constexpr uint64_t MASK_PLACEHOLDER_LIST[2] = {0, 0};

}  // namespace AscendC

// The core's memories in bytes: what code of one source for several products asks for.
#if __NPU_ARCH__ == 1001
constexpr uint64_t ASC_UB_SIZE = 256 * 1024;
constexpr uint64_t ASC_L1_SIZE = 1024 * 1024;
constexpr uint64_t ASC_L0C_SIZE = 256 * 1024;
constexpr uint64_t ASC_BT_SIZE = 0;
#elif __NPU_ARCH__ == 2201
constexpr uint64_t ASC_UB_SIZE = 192 * 1024 - 256;
constexpr uint64_t ASC_L1_SIZE = 512 * 1024 - 256;
constexpr uint64_t ASC_L0C_SIZE = 128 * 1024;
constexpr uint64_t ASC_BT_SIZE = 1024;
#else
constexpr uint64_t ASC_UB_SIZE = 248 * 1024;
constexpr uint64_t ASC_L1_SIZE = 512 * 1024;
constexpr uint64_t ASC_L0C_SIZE = 256 * 1024;
constexpr uint64_t ASC_BT_SIZE = 4 * 1024;
#endif
constexpr uint64_t ASC_L0A_SIZE = 64 * 1024;
constexpr uint64_t ASC_L0B_SIZE = 64 * 1024;
