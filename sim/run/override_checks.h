// SPDX-License-Identifier: Apache-2.0
#pragma once
// Overrides of the tiling (--tiling, --block-dim) that could not do what they say.

#include <string>

#include "sim/runtime/operator.h"

namespace davsim {

// Error(kUsage) when --tiling and --block-dim give different numbers of blocks.
void check_overrides_agree(const TilingOverrides& overrides);

// Error(kTiling) when there is any; `reason` says why none can act.
void refuse_overrides(const TilingOverrides& overrides, const std::string& reason);

}  // namespace davsim
