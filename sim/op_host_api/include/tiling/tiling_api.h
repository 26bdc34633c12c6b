// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "register/op_impl_registry.h"
#include "register/tilingdata_base.h"
#include "sim/ascendc/api/adv/host_layout_sizes.h"
#include "sim/ascendc/api/adv/host_norm_sizes.h"
#include "tiling/library_tilings.h"
#include "tiling/platform/platform_ascendc.h"

// Host helpers of the kernel libraries live here; many sources open it for these names only.
namespace AscendC {
using std::map;
using std::string;
using std::vector;
}  // namespace AscendC
namespace matmul_tiling {}
