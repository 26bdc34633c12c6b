// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the host tells the kernel, byte for byte. Shared by op_host and op_kernel.

#include <cstdint>

namespace gn {

// Tiling key: the element type of every tensor.
enum Type : std::uint32_t { kF32 = 0, kF16 = 1, kBf16 = 2 };

#pragma pack(push, 8)
struct TilingData {
    std::int64_t groups;              // of a sample
    std::int64_t channels_per_group;  // rows of a group
    std::int64_t pixels;              // elements of a row
    std::int64_t tasks;               // groups of all samples
    std::int64_t tasks_per_core;      // of the first `long_cores` blocks; the others have one less
    std::int64_t long_cores;
    std::int64_t tile;  // elements that are worked on at a time
    float epsilon;
    std::uint32_t unused;
};
#pragma pack(pop)

}  // namespace gn
