// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ascend C's header of tiling macros.

#include "sim/ascendc/api/tiling_macros.h"
