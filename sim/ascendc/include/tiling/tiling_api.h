// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host header of the library functions: sizes of temporary buffers, tilings.

#include "sim/ascendc/api/adv/host_sizes.h"
