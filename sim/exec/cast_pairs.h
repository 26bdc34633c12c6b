// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: which conversions Cast offers.

#include "sim/exec/kernel.h"

namespace davsim::exec {

// Null if Cast has no such pair, or not in this mode.
Kernel cast_kernel(DataType from, DataType to, RoundMode round);

}  // namespace davsim::exec
