// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host header of the library functions: sizes of temporary buffers, tilings. Where the operators'
// host API is at hand (programs of davsim-cc), with its tiling classes, shapes and platform.

#include "securec.h"
#include "sim/ascendc/api/adv/host_layout_sizes.h"
#include "sim/ascendc/api/adv/host_norm_sizes.h"
#include "sim/ascendc/api/adv/layout_types.h"
#include "sim/ascendc/api/adv/norm_types.h"
#include "sim/ascendc/api/adv/softmax_types.h"
#if __has_include("tiling/library_tilings.h")
#include "graph/tensor.h"
#include "tiling/library_tilings.h"
#include "tiling/platform/platform_ascendc.h"
#endif
