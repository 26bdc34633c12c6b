// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/group_norm/op_host/shape.h"

namespace davsim::gn {

// Error(kTiling) for overrides that cannot run.
TilingResult choose_tiling(const Shape& shape, const PlatformInfo& platform,
                           const TilingOverrides& overrides);

}  // namespace davsim::gn
