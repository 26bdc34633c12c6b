// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the host tells the kernel, byte for byte. Shared by op_host (fills it) and op_kernel (reads
// it), so it knows neither side's headers. The README of the operator explains each field.

#include <cstdint>

namespace gnb {

// Tiling key = strategy * kKeyBase + type pair.
enum Strategy : std::uint32_t {
    kGroupResident = 1,
    kChannelRows = 2,
    kChannelChunks = 3,
    kPixel = 4,
    kSplitGroup = 5,
    kClear = 6,
};
enum TypePair : std::uint32_t {
    kF32F32 = 0,
    kF16F16 = 1,
    kBf16Bf16 = 2,
    kF16F32 = 3,
    kBf16F32 = 4
};
constexpr std::uint32_t kKeyBase = 10;

// Bounds of arrays in the kernel; the host keeps within them.
constexpr std::uint32_t kMaxGroupsPerTile = 64;
constexpr std::uint32_t kMaxBuffers = 5;
constexpr std::uint32_t kStatBatch = 128;     // tasks whose mean and rstd are fetched at once
constexpr std::uint32_t kSumSlotFloats = 16;  // workspace of one share: S1 at 0, S2 at 8

#pragma pack(push, 8)
struct TilingData {
    // The problem. With HxW = 1 the kernel sees the D channels of a group as its lanes:
    // `rows` 1 and `lanes` D; otherwise `rows` D and `lanes` HxW.
    std::int64_t samples;
    std::int64_t channels;
    std::int64_t groups;
    std::int64_t channels_per_group;
    std::int64_t rows;
    std::int64_t lanes;
    // Work split.
    std::int64_t shares;  // samples * groups * split_rows * split_cols
    std::int64_t rows_per_share;
    std::int64_t cols_per_share;
    std::uint32_t split_rows;
    std::uint32_t split_cols;
    // Tiles.
    std::uint32_t tile_groups;  // whole groups a tile (1 unless groups are small)
    std::uint32_t tile_rows;
    std::uint32_t tile_cols;
    std::uint32_t tile_elems;    // capacity of a tile buffer, elements
    std::uint32_t buffers;       // input tiles in flight or held
    std::uint32_t block_rows;    // rows whose sums are finished together
    std::uint32_t vector_elems;  // capacity of a per-row vector
    // Reduction of dgamma and dbeta.
    std::int64_t slot_pitch;    // partials of a group: channels_per_group rounded up to 32 B
    std::int64_t partial_rows;  // rows of the workspace, each groups * slot_pitch floats
    std::int64_t slice_groups;  // groups a slice of stage two (0: slices within a group)
    std::int64_t
        slice_cols;  // partials of a group a slice, a divisor of nothing: the last is shorter
    std::uint32_t slice_rows;  // workspace rows a load
    std::uint32_t accumulate;  // 1: each core sums its own samples in UB, partial_rows = blocks
    // What is wanted.
    std::uint32_t want_dx;
    std::uint32_t want_dgamma;
    std::uint32_t want_dbeta;
    std::uint32_t has_gamma;
    float inverse_m;  // 1 / (D * HxW)
    std::uint32_t
        spread_rows;  // per-row factors that Brcb can spread at once; 0: one instruction a row
};
#pragma pack(pop)

static_assert(sizeof(TilingData) == 176, "host and kernel must agree");

}  // namespace gnb
