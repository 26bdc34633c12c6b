// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "exe_graph/runtime/tiling_context.h"
#include "platform/platform_infos_def.h"
#include "register/op_def.h"
#include "register/op_impl_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
