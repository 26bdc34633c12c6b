// SPDX-License-Identifier: Apache-2.0
// Groups are dealt to cores in runs of equal length, give or take one. A tile is as large as UB
// allows: two input and two output buffers in the element type and one in fp32.

#include "kernels/group_norm/op_host/tiling.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "kernels/group_norm/op_kernel/group_norm_tiling_data.h"
#include "sim/base/error.h"

namespace davsim::gn {
namespace {

constexpr int kArch910A = 1001;
constexpr std::int64_t kBlockBytes = 32;
// A tile is whole vector repeats, and at most what one reduction takes.
constexpr std::int64_t kTileUnit = 256;
constexpr std::int64_t kLargestTile = 8192;
constexpr std::int64_t kSmallBuffers = 8192;

std::int64_t tile_elements(const Shape& s, const PlatformInfo& platform) {
    const auto size = static_cast<std::int64_t>(size_of(s.type));
    const std::int64_t per_element = 4 * size + 2 * static_cast<std::int64_t>(sizeof(float));
    const std::int64_t fit = (platform.ub_bytes - kSmallBuffers) / per_element;
    return std::min(fit, kLargestTile) / kTileUnit * kTileUnit;
}

// Line of the scalar unit's data cache.
constexpr std::int64_t kCacheLineBytes = 64;

// The 910 writes mean and rstd with the scalar unit, whose cache writes whole lines back: each
// block has to own whole lines of them, all blocks equally many.
std::int64_t most_blocks_910(const Shape& s, const PlatformInfo& platform) {
    const auto size = static_cast<std::int64_t>(size_of(s.type));
    if (s.hxw % (kBlockBytes / size) != 0) return 1;
    const std::int64_t line = kCacheLineBytes / size;
    for (std::int64_t blocks = std::min<std::int64_t>(platform.vector_cores, s.groups() / line);
         blocks > 1; --blocks)
        if (s.groups() % (blocks * line) == 0) return blocks;
    return 1;
}

std::int64_t most_blocks(const Shape& s, const PlatformInfo& platform) {
    if (platform.npu_arch == kArch910A) return most_blocks_910(s, platform);
    return std::min<std::int64_t>(platform.vector_cores, s.groups());
}

std::int64_t blocks_of(const TilingOverrides& overrides, std::int64_t most) {
    std::int64_t blocks = most;
    for (const auto& [key, text] : overrides.fields) {
        if (key != "block_dim") {
            throw Error(Fault::kTiling,
                        "group_norm: tiling: no field '" + key + "', allowed is block_dim");
        }
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), blocks);
        if (code != std::errc() || end != text.data() + text.size() || blocks < 1 ||
            blocks > most) {
            throw Error(Fault::kTiling, "group_norm: block_dim is '" + text +
                                            "', allowed is 1 to " + std::to_string(most));
        }
    }
    return blocks;
}

}  // namespace

TilingResult choose_tiling(const Shape& s, const PlatformInfo& platform,
                           const TilingOverrides& overrides) {
    const std::int64_t blocks = blocks_of(overrides, most_blocks(s, platform));
    ::gn::TilingData data{};
    data.groups = s.group;
    data.channels_per_group = s.channels_per_group();
    data.pixels = s.hxw;
    data.tasks = s.groups();
    data.tasks_per_core = (s.groups() + blocks - 1) / blocks;
    data.long_cores = s.groups() - (data.tasks_per_core - 1) * blocks;
    data.tile = tile_elements(s, platform);
    data.epsilon = static_cast<float>(s.epsilon);

    TilingResult result;
    result.data.resize(sizeof(data));
    std::memcpy(result.data.data(), &data, sizeof(data));
    result.key = s.type == DataType::kFloat32   ? ::gn::kF32
                 : s.type == DataType::kFloat16 ? ::gn::kF16
                                                : ::gn::kBf16;
    result.block_dim = static_cast<std::uint32_t>(blocks);
    return result;
}

}  // namespace davsim::gn
