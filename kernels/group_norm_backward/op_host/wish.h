// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the user fixed of a tiling with --tiling; 0 leaves a field to us.

#include <cstdint>

#include "sim/runtime/operator_case.h"

namespace davsim::gnb {

struct Wish {
    std::uint32_t strategy = 0;
    std::uint32_t block_dim = 0;
    std::uint32_t buffers = 0;
    std::uint32_t tile_groups = 0;
    std::uint32_t tile_rows = 0;
    std::uint32_t tile_cols = 0;
    std::uint32_t split_rows = 0;
    std::uint32_t split_cols = 0;

    bool fixes_tile() const { return tile_groups != 0 || tile_rows != 0 || tile_cols != 0; }
};

// Error(kTiling): unknown key, not a number, zero, beyond what the SoC or the kernel can do.
Wish read_overrides(const TilingOverrides& overrides, const PlatformInfo& platform);

const char* strategy_name(std::uint32_t strategy);

}  // namespace davsim::gnb
