// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ascend C's header of element types.

#include "sim/ascendc/api/types.h"
