// SPDX-License-Identifier: Apache-2.0
#pragma once
// ShapeInfo: the shape that a kernel attaches to a tensor, for dumps and for its own use.

#include <cstdint>

#include "sim/ascendc/api/arch.h"

namespace AscendC {

constexpr int32_t K_MAX_SHAPE_DIM = 8;
constexpr int32_t K_MAX_DIM = 8;  // of slices

enum class DataFormat : uint8_t { ND = 0, NZ, NCHW, NC1HWC0, NHWC, NCDHW, NDC1HWC0, FRACTAL_Z_3D };

struct ShapeInfo {
    ShapeInfo() = default;
    ShapeInfo(const uint8_t dim, const uint32_t extents[], const uint8_t original_dim,
              const uint32_t original_extents[], const DataFormat format)
        : shapeDim(dim), originalShapeDim(original_dim), dataFormat(format) {
        for (uint8_t i = 0; i < dim && i < K_MAX_SHAPE_DIM; ++i) shape[i] = extents[i];
        for (uint8_t i = 0; i < original_dim && i < K_MAX_SHAPE_DIM; ++i)
            originalShape[i] = original_extents[i];
    }
    ShapeInfo(const uint8_t dim, const uint32_t extents[], const DataFormat format)
        : ShapeInfo(dim, extents, dim, extents, format) {}
    ShapeInfo(const uint8_t dim, const uint32_t extents[])
        : ShapeInfo(dim, extents, DataFormat::ND) {}

    uint8_t shapeDim = 0;
    uint8_t originalShapeDim = 0;
    uint32_t shape[K_MAX_SHAPE_DIM] = {};
    uint32_t originalShape[K_MAX_SHAPE_DIM] = {};
    DataFormat dataFormat = DataFormat::ND;
};

// Elements of the shape.
inline int GetShapeSize(const ShapeInfo& shapeInfo) {
    int size = 1;
    for (uint8_t i = 0; i < shapeInfo.shapeDim; ++i) size *= static_cast<int>(shapeInfo.shape[i]);
    return size;
}

}  // namespace AscendC
