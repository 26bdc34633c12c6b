// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "log/log.h"
#include "op_host/tiling_templates_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/tiling_api.h"

namespace optiling {

BEGIN_TILING_DATA_DEF(ScaledListPart)
TILING_DATA_FIELD_DEF(uint8_t, hasBias);
TILING_DATA_FIELD_DEF(float, scale);
TILING_DATA_FIELD_DEF_ARR(uint16_t, 3, marks);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(ScaledListPartOp, ScaledListPart)

BEGIN_TILING_DATA_DEF(ScaledListTilingData)
TILING_DATA_FIELD_DEF(uint32_t, tensors);
TILING_DATA_FIELD_DEF_STRUCT(ScaledListPart, part);
TILING_DATA_FIELD_DEF_ARR(uint64_t, 8, sizes);
TILING_DATA_FIELD_DEF(int64_t, weightSum);
TILING_DATA_FIELD_DEF_STRUCT(SoftMaxTiling, softmax);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(ScaledList, ScaledListTilingData)

struct ScaledListCompileInfo {
    uint32_t cores = 0;
};

}  // namespace optiling
