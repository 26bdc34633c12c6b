// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a decision (splits, buffers, tile capacity) to the tiling struct, with every rule that the
// kernel relies on checked.

#include <cstdint>
#include <string>

#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/op_host/wish.h"
#include "kernels/group_norm_backward/op_kernel/group_norm_backward_tiling_data.h"

namespace davsim::gnb {

struct Decision {
    std::uint32_t split_rows = 1;
    std::uint32_t split_cols = 1;
    std::uint32_t buffers = 2;
    std::int64_t tile_limit = 0;  // elements a tile may have; not used if the wish fixes the tile
};

struct Layout {
    std::string problem;  // why this decision cannot run; empty: it can
    ::gnb::TilingData data{};
    std::uint32_t strategy = 0;
    std::uint32_t block_dim = 1;
    std::int64_t pieces = 1;  // tiles a unit
    bool overflow = false;    // the problem is that UB is too small
};

Layout lay_out(const Shape& shape, const PlatformInfo& platform, const Wish& wish,
               const Decision& decision);

// Bytes of user workspace that the kernel expects.
std::uint64_t workspace_bytes(const Shape& shape, const Layout& layout);

}  // namespace davsim::gnb
