// SPDX-License-Identifier: Apache-2.0
#pragma once
// Given to the compiler with -include in front of every kernel source: the qualifiers and
// predefined macros of the device compiler, which sources use without including anything.

#include "sim/ascendc/api/arch.h"
