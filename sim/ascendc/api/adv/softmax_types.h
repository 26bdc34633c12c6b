// SPDX-License-Identifier: Apache-2.0
#pragma once
// What SoftMax and its relatives take besides tensors.

#include <cstdint>

// Made on the host by SoftMaxTilingFunc; a kernel passes it on. davsim's library reads the shape
// only and cuts the work by the space it finds.
struct SoftMaxTiling {
    uint32_t srcM = 0;
    uint32_t srcK = 0;
    uint32_t srcSize = 0;
    uint32_t outMaxM = 0;
    uint32_t outMaxK = 0;
    uint32_t outMaxSize = 0;
    uint32_t splitM = 0;
    uint32_t splitK = 0;
    uint32_t splitSize = 0;
    uint32_t reduceM = 0;
    uint32_t reduceK = 0;
    uint32_t reduceSize = 0;
    uint32_t rangeM = 0;
    uint32_t tailM = 0;
    uint32_t tailSplitSize = 0;
    uint32_t tailReduceSize = 0;
};

// Made by LogSoftMaxTilingFunc.
struct LogSoftMaxTiling : SoftMaxTiling {};

namespace AscendC {

namespace tiling {
using ::LogSoftMaxTiling;
using ::SoftMaxTiling;
}  // namespace tiling

enum class SoftmaxMode { SOFTMAX_NORMAL = 0, SOFTMAX_OUTPUT_WITHOUT_BRC = 1 };

struct SoftmaxConfig {
    constexpr SoftmaxConfig(bool check_tiling) : isCheckTiling(check_tiling) {}
    constexpr SoftmaxConfig(bool check_tiling, uint32_t rows, uint32_t columns,
                            SoftmaxMode output = SoftmaxMode::SOFTMAX_NORMAL)
        : isCheckTiling(check_tiling), oriSrcM(rows), oriSrcK(columns), mode(output) {}
    bool isCheckTiling = true;
    uint32_t oriSrcM = 0;
    uint32_t oriSrcK = 0;
    SoftmaxMode mode = SoftmaxMode::SOFTMAX_NORMAL;
};
inline constexpr SoftmaxConfig SOFTMAX_DEFAULT_CFG = {true, 0, 0, SoftmaxMode::SOFTMAX_NORMAL};

// Of SoftmaxFlashV3: rows and columns, and how it shifts them. loopCnt counts its calls for these
// rows; splitMeanCnt parts of a row have a mean each.
struct SoftMaxParams {
    uint32_t srcM = 0;
    uint32_t srcK = 0;
    uint32_t oriSrcM = 0;
    uint32_t oriSrcK = 0;
    uint32_t loopCnt = 1;
    uint32_t splitMeanCnt = 8;
    float alpha = 0.9375;
};

// Rows and columns as they lie in UB, and how many of them count.
struct SoftMaxShapeInfo {
    uint32_t srcM = 0;
    uint32_t srcK = 0;
    uint32_t oriSrcM = 0;
    uint32_t oriSrcK = 0;
};

}  // namespace AscendC
