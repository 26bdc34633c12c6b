// SPDX-License-Identifier: Apache-2.0
#pragma once
// How stage two cuts the channels into slices for the cores.

#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/op_kernel/group_norm_backward_tiling_data.h"

namespace davsim::gnb {

// Fills slice_groups, slice_cols and slice_rows.
void choose_slices(const Shape& shape, const PlatformInfo& platform, std::int64_t blocks,
                   ::gnb::TilingData& tiling);

}  // namespace davsim::gnb
