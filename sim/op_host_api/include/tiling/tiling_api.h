// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
