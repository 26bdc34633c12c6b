// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/tiling.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "kernels/group_norm_backward/op_host/cost.h"
#include "kernels/group_norm_backward/op_host/layout.h"
#include "kernels/group_norm_backward/op_host/wish.h"
#include "sim/base/error.h"

namespace davsim::gnb {
namespace {

constexpr std::int64_t kTileStep = 64;   // elements
constexpr std::int64_t kMinShare = 512;  // elements; smaller shares are all overhead
constexpr std::int64_t kMaxSharesPerCore = 4;
constexpr std::int64_t kMaxSplits = 64;
constexpr std::uint32_t kMaxBuffers910A = 2;
constexpr int kArch910A = 1001;

std::uint32_t type_pair(const Shape& s) {
    if (s.data_type == DataType::kFloat32) return ::gnb::kF32F32;
    const bool half = s.data_type == DataType::kFloat16;
    if (s.mean_type == DataType::kFloat32) return half ? ::gnb::kF16F32 : ::gnb::kBf16F32;
    return half ? ::gnb::kF16F16 : ::gnb::kBf16Bf16;
}

// Tries decisions and remembers the cheapest.
class Search {
public:
    Search(const Shape& shape, const PlatformInfo& platform, const Wish& wish)
        : s_(shape), platform_(platform), wish_(wish) {}

    Layout run() {
        for_each_split();
        if (!best_) throw Error(Fault::kTiling, "tiling: " + reason());
        return *best_;
    }

private:
    std::string reason() const {
        const bool pixels = s_.hxw == 1;
        const bool misplaced = wish_.strategy != 0 && pixels != (wish_.strategy == ::gnb::kPixel) &&
                               wish_.strategy != ::gnb::kSplitGroup;
        const bool only_strategy = wish_.split_rows == 0 && wish_.split_cols == 0 &&
                                   wish_.buffers == 0 && !wish_.fixes_tile();
        if (!problem_.empty() && (wish_.strategy == 0 || !(misplaced || only_strategy)))
            return problem_;
        return std::string("strategy ") + strategy_name(wish_.strategy) + " " + requirement() +
               "; without it the tiling chooses for itself";
    }

    // What the wished strategy asks for and this problem, with the sizes given, does not have.
    std::string requirement() const {
        const std::string hxw = "HxW is " + std::to_string(s_.hxw);
        switch (wish_.strategy) {
            case ::gnb::kPixel: return "needs HxW = 1, " + hxw;
            case ::gnb::kSplitGroup:
                return "needs groups of at least " + std::to_string(2 * kMinShare) +
                       " elements to cut and cores to spare; a group has " +
                       std::to_string(s_.group_elements()) + " elements, there are " +
                       std::to_string(s_.groups()) + " groups for " +
                       std::to_string(platform_.vector_cores) + " cores";
            case ::gnb::kGroupResident:
                return "needs HxW > 1 and room for x and dy of a whole group in UB: " +
                       std::to_string(2 * s_.group_elements() *
                                      static_cast<std::int64_t>(size_of(s_.data_type))) +
                       " bytes and working copies, UB has " + std::to_string(platform_.ub_bytes) +
                       " bytes; " + hxw;
            case ::gnb::kChannelRows:
                return "needs HxW > 1 and groups of several tiles of whole rows; " + hxw +
                       ", a group has " + std::to_string(s_.channels_per_group()) + " rows";
            default: return "needs rows of more than one tile; " + hxw;
        }
    }

    void for_each_split() {
        if (wish_.split_rows != 0 || wish_.split_cols != 0) {
            return try_split(std::max(wish_.split_rows, 1U), std::max(wish_.split_cols, 1U));
        }
        try_split(1, 1);
        // Whoever gives tile sizes means those of whole groups, unless the strategy says otherwise.
        if (wish_.fixes_tile() && wish_.strategy != ::gnb::kSplitGroup) return;
        const std::int64_t tasks = s_.groups();
        const std::int64_t most =
            std::min(kMaxSplits, kMaxSharesPerCore * platform_.vector_cores / tasks);
        const std::int64_t rows = s_.hxw == 1 ? 1 : s_.channels_per_group();
        for (std::int64_t r = 1; r <= std::min(most, rows); ++r) {
            for (std::int64_t c = 1; r * c <= most; ++c) {
                const bool useful = r * c > 1 && s_.group_elements() / (r * c) >= kMinShare;
                // Columns are cut when there are no more rows to cut, or instead of rows.
                if (useful && (c == 1 || r == rows || r == 1)) {
                    try_split(static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(c));
                }
            }
        }
    }

    void try_split(std::uint32_t rows, std::uint32_t cols) {
        const std::uint32_t most =
            platform_.npu_arch == kArch910A ? kMaxBuffers910A : ::gnb::kMaxBuffers;
        const std::uint32_t first = wish_.buffers != 0 ? wish_.buffers : 2;
        const std::uint32_t last = wish_.buffers != 0 ? wish_.buffers : most;
        for (std::uint32_t buffers = first; buffers <= last; ++buffers) {
            Decision decision;
            decision.split_rows = rows;
            decision.split_cols = cols;
            decision.buffers = buffers;
            if (wish_.fixes_tile()) {
                decision.tile_limit = platform_.ub_bytes;
                consider(lay_out(s_, platform_, wish_, decision));
            } else {
                largest_tile(decision);
            }
        }
    }

    // The largest tile that fits, and smaller ones if the wished strategy needs them.
    void largest_tile(Decision decision) {
        decision.tile_limit =
            platform_.ub_bytes / element_bytes(decision.buffers) / kTileStep * kTileStep;
        while (decision.tile_limit >= kTileStep) {
            const Layout layout = lay_out(s_, platform_, wish_, decision);
            if (layout.overflow) {
                decision.tile_limit -= kTileStep;
                if (decision.tile_limit < kTileStep) problem_ = layout.problem;
                continue;
            }
            if (consider(layout)) return;
            if (!layout.problem.empty()) return;
            decision.tile_limit = decision.tile_limit / 2 / kTileStep * kTileStep;
        }
    }

    // UB that an element of a tile takes at least: see ub_plan().
    std::int64_t element_bytes(std::int64_t buffers) const {
        const auto data = static_cast<std::int64_t>(size_of(s_.data_type));
        const auto wide = static_cast<std::int64_t>(sizeof(float));
        const bool pixel = s_.hxw == 1;
        const std::int64_t gamma = pixel ? static_cast<std::int64_t>(size_of(s_.mean_type)) : 0;
        const std::int64_t copies = pixel || data < wide ? 3 : 2;
        return buffers * (2 * data + gamma) + (s_.want_dx ? 2 * data : 0) + copies * wide;
    }

    // True if the layout is what was wished for.
    bool consider(const Layout& layout) {
        if (!layout.problem.empty()) {
            if (problem_.empty()) problem_ = layout.problem;
            return false;
        }
        if (wish_.strategy != 0 && layout.strategy != wish_.strategy) return false;
        const double cost = cost_of(s_, layout);
        if (!best_ || cost < best_cost_) {
            best_ = layout;
            best_cost_ = cost;
        }
        return true;
    }

    const Shape& s_;
    const PlatformInfo& platform_;
    const Wish& wish_;
    std::optional<Layout> best_;
    double best_cost_ = 0;
    std::string problem_;
};

TilingResult finish(const Shape& s, const Layout& layout) {
    TilingResult result;
    result.data.resize(sizeof(layout.data));
    std::memcpy(result.data.data(), &layout.data, sizeof(layout.data));
    result.key = layout.strategy * ::gnb::kKeyBase + type_pair(s);
    result.block_dim = layout.block_dim;
    result.workspace = workspace_bytes(s, layout);
    return result;
}

}  // namespace

TilingResult choose_tiling(const Shape& s, const PlatformInfo& platform,
                           const TilingOverrides& overrides) {
    const Wish wish = read_overrides(overrides, platform);
    return finish(s, Search(s, platform, wish).run());
}

TilingResult clear_tiling(const Shape& s, const PlatformInfo& platform) {
    constexpr std::int64_t kTile = 8192;  // channels a store
    Layout layout;
    ::gnb::TilingData& t = layout.data;
    t.samples = s.n;
    t.channels = s.c;
    t.groups = s.group;
    t.channels_per_group = s.channels_per_group();
    t.want_dgamma = s.want_dgamma ? 1 : 0;
    t.want_dbeta = s.want_dbeta ? 1 : 0;
    t.tile_elems = static_cast<std::uint32_t>(kTile);
    layout.strategy = ::gnb::kClear;
    layout.block_dim = static_cast<std::uint32_t>(
        std::min<std::int64_t>((s.c + kTile - 1) / kTile, platform.vector_cores));
    TilingResult result = finish(s, layout);
    result.workspace = 0;
    return result;
}

}  // namespace davsim::gnb
