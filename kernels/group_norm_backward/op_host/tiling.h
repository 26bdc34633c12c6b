// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host tiling: strategy, tile sizes, blocks and workspace of a problem on a SoC.

#include "kernels/group_norm_backward/op_host/shape.h"

namespace davsim::gnb {

// Error(kTiling) if the overrides cannot run, with the reason.
TilingResult choose_tiling(const Shape& shape, const PlatformInfo& platform,
                           const TilingOverrides& overrides);

// Ascend950, empty tensors with channels: dgamma and dbeta become zero.
TilingResult clear_tiling(const Shape& shape, const PlatformInfo& platform);

}  // namespace davsim::gnb
