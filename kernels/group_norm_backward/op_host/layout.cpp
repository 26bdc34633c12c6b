// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/layout.h"

#include <algorithm>

#include "kernels/group_norm_backward/op_host/parameter_slices.h"
#include "kernels/group_norm_backward/op_host/ub_plan.h"

namespace davsim::gnb {
namespace {

constexpr std::int64_t kBlock = 32;          // bytes
constexpr std::int64_t kRepeatLanes = 64;    // fp32 lanes of a vector repeat
constexpr std::int64_t kRowUnit = 16;        // rows a tile, so that per-row vectors start on blocks
constexpr std::int64_t kBlockRows = 256;     // rows whose sums are finished together, about
constexpr std::int64_t kMaxSpread = 2040;    // blocks that one Brcb writes
constexpr std::int64_t kMaxRepStride = 255;  // blocks
constexpr std::int64_t kAccumulateShare = 8;  // sums kept in UB may take an eighth of it
constexpr int kArch910A = 1001;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}
std::int64_t round_up(std::int64_t a, std::int64_t b) {
    return ceil_div(a, b) * b;
}

class Builder {
public:
    Builder(const Shape& shape, const PlatformInfo& platform, const Wish& wish,
            const Decision& decision)
        : s_(shape), platform_(platform), wish_(wish), decision_(decision), t_(layout_.data) {}

    Layout build() {
        describe_problem();
        if (ok()) split();
        if (ok()) choose_blocks();
        if (ok()) choose_tile();
        if (ok()) finish_tile();
        if (ok()) choose_partials();
        if (ok()) classify();
        if (ok()) check_capacity();
        return layout_;
    }

private:
    bool ok() const { return layout_.problem.empty(); }
    void refuse(const std::string& why) { layout_.problem = why; }
    bool on910() const { return platform_.npu_arch == kArch910A; }
    bool pixel() const { return s_.hxw == 1; }
    std::int64_t per_block(DataType type) const {
        return kBlock / static_cast<std::int64_t>(size_of(type));
    }
    std::int64_t pitch_unit() const {
        return pixel() ? std::max(per_block(s_.data_type), per_block(s_.mean_type))
                       : per_block(s_.data_type);
    }
    // Ascend910A writes whole blocks: a run of the output must have at least one.
    bool run_too_short(std::int64_t elements) const {
        return on910() && layout_.block_dim > 1 && elements > 0 &&
               elements < per_block(s_.data_type);
    }

    void describe_problem() {
        t_.samples = s_.n;
        t_.channels = s_.c;
        t_.groups = s_.group;
        t_.channels_per_group = s_.channels_per_group();
        t_.rows = pixel() ? 1 : s_.channels_per_group();
        t_.lanes = pixel() ? s_.channels_per_group() : s_.hxw;
        t_.slot_pitch =
            round_up(t_.channels_per_group, pixel() ? pitch_unit() : per_block(s_.mean_type));
        t_.buffers = decision_.buffers;
        t_.want_dx = s_.want_dx ? 1 : 0;
        t_.want_dgamma = s_.want_dgamma ? 1 : 0;
        t_.want_dbeta = s_.want_dbeta ? 1 : 0;
        t_.has_gamma = s_.has_gamma ? 1 : 0;
        t_.inverse_m = static_cast<float>(1.0 / static_cast<double>(s_.group_elements()));
    }

    void split() {
        t_.rows_per_share = ceil_div(t_.rows, decision_.split_rows);
        if (on910() && decision_.split_rows > 1)
            t_.rows_per_share = round_up(t_.rows_per_share, kBlock / 4);
        t_.cols_per_share = ceil_div(t_.lanes, decision_.split_cols);
        if (decision_.split_cols > 1) t_.cols_per_share = round_up(t_.cols_per_share, kRepeatLanes);
        t_.split_rows = static_cast<std::uint32_t>(ceil_div(t_.rows, t_.rows_per_share));
        t_.split_cols = static_cast<std::uint32_t>(ceil_div(t_.lanes, t_.cols_per_share));
        if (t_.split_rows != decision_.split_rows) {
            refuse("split_rows is " + std::to_string(decision_.split_rows) + ", but " +
                   std::to_string(t_.rows) + " rows make " + std::to_string(t_.split_rows) +
                   " shares of " + std::to_string(t_.rows_per_share));
        } else if (t_.split_cols != decision_.split_cols) {
            refuse("split_cols is " + std::to_string(decision_.split_cols) + ", but " +
                   std::to_string(t_.lanes) + " columns make " + std::to_string(t_.split_cols) +
                   " shares of " + std::to_string(t_.cols_per_share));
        }
        t_.shares = s_.groups() * t_.split_rows * t_.split_cols;
    }

    void choose_blocks() {
        const std::int64_t most = std::min<std::int64_t>(platform_.vector_cores, t_.shares);
        layout_.block_dim =
            wish_.block_dim != 0 ? wish_.block_dim : static_cast<std::uint32_t>(most);
        if (!on910() || s_.group_elements() >= per_block(s_.data_type)) return;
        // Cores would write into each other's blocks.
        if (wish_.block_dim > 1) {
            refuse("block_dim is " + std::to_string(wish_.block_dim) +
                   ", allowed is 1 (a group has less than 32 "
                   "bytes and " +
                   platform_.soc + " writes whole blocks)");
        }
        layout_.block_dim = 1;
    }

    bool split_at_all() const { return t_.split_rows * t_.split_cols > 1; }

    void choose_tile() {
        t_.tile_groups = 1;
        if (wish_.tile_groups != 0) return tile_of_groups(wish_.tile_groups);
        if (wish_.tile_cols != 0 && wish_.tile_cols != t_.cols_per_share)
            return tile_of_chunk(wish_.tile_cols);
        const std::int64_t pitch = round_up(t_.cols_per_share, pitch_unit());
        if (wish_.tile_rows != 0) return tile_of_rows(wish_.tile_rows);
        const std::int64_t group = t_.rows_per_share * pitch;
        if (!split_at_all() && group <= decision_.tile_limit) {
            const std::int64_t per_core = ceil_div(s_.groups(), layout_.block_dim);
            return tile_of_groups(std::min({decision_.tile_limit / group, s_.group, per_core,
                                            std::int64_t{::gnb::kMaxGroupsPerTile}}));
        }
        std::int64_t rows = std::min(decision_.tile_limit / pitch, t_.rows_per_share);
        if (rows == 0) return tile_of_chunk(even_chunk());
        if (rows >= kRowUnit && rows < t_.rows_per_share) rows = rows / kRowUnit * kRowUnit;
        tile_of_rows(rows);
    }

    void tile_of_groups(std::int64_t groups) {
        if (split_at_all() && groups > 1)
            return refuse("tile_groups needs whole groups, but groups are split");
        if (groups > s_.group) {
            return refuse("tile_groups is " + std::to_string(groups) +
                          ", allowed is at most group=" + std::to_string(s_.group));
        }
        t_.tile_groups = static_cast<std::uint32_t>(groups);
        t_.tile_rows = static_cast<std::uint32_t>(t_.rows_per_share);
        t_.tile_cols = static_cast<std::uint32_t>(t_.cols_per_share);
    }

    void tile_of_rows(std::int64_t rows) {
        if (rows > t_.rows_per_share) {
            return refuse("tile_rows is " + std::to_string(rows) + ", allowed is at most " +
                          std::to_string(t_.rows_per_share) + " (rows of a share)");
        }
        // The last tile must not leave a run of less than a block (Ascend910A).
        while (rows > 1 && run_too_short(t_.rows_per_share % rows * t_.cols_per_share)) rows -= 1;
        t_.tile_rows = static_cast<std::uint32_t>(rows);
        t_.tile_cols = static_cast<std::uint32_t>(t_.cols_per_share);
    }

    // Chunks of nearly equal size, as few as fit.
    std::int64_t even_chunk() const {
        const std::int64_t most = decision_.tile_limit / kRepeatLanes * kRepeatLanes;
        if (most == 0) return 0;
        std::int64_t chunk =
            round_up(ceil_div(t_.cols_per_share, ceil_div(t_.cols_per_share, most)), kRepeatLanes);
        chunk = std::min(chunk, most);
        while (chunk > kRepeatLanes && run_too_short(t_.cols_per_share % chunk))
            chunk -= kRepeatLanes;
        return chunk;
    }

    void tile_of_chunk(std::int64_t cols) {
        if (cols == 0) return refuse("UB is too small for a tile");
        if (cols > t_.cols_per_share) {
            return refuse("tile_cols is " + std::to_string(cols) + ", allowed is at most " +
                          std::to_string(t_.cols_per_share) + " (columns of a share)");
        }
        if (cols % pitch_unit() != 0) {
            return refuse("tile_cols is " + std::to_string(cols) + ", allowed are multiples of " +
                          std::to_string(pitch_unit()) + " (32 bytes) or all " +
                          std::to_string(t_.cols_per_share));
        }
        if (wish_.tile_rows > 1) {
            return refuse("tile_rows is " + std::to_string(wish_.tile_rows) +
                          ", allowed is 1 when a row is cut into chunks");
        }
        t_.tile_rows = 1;
        t_.tile_cols = static_cast<std::uint32_t>(cols);
    }

    void finish_tile() {
        const std::int64_t pitch = round_up(t_.tile_cols, pitch_unit());
        const std::int64_t rows = static_cast<std::int64_t>(t_.tile_rows) * t_.tile_groups;
        const std::int64_t elems = round_up(rows * pitch, kRepeatLanes);
        if (elems > INT32_MAX)
            return refuse("a tile of " + std::to_string(elems) + " elements is too large for UB");
        t_.tile_elems = static_cast<std::uint32_t>(elems);
        const std::int64_t chunks = ceil_div(t_.cols_per_share, t_.tile_cols);
        layout_.pieces =
            chunks > 1 ? t_.rows_per_share * chunks : ceil_div(t_.rows_per_share, t_.tile_rows);
        check_runs(chunks);
        std::int64_t tiles = std::max<std::int64_t>(1, kBlockRows / t_.tile_rows);
        if (tiles >= kBlock / 4) tiles = tiles / (kBlock / 4) * (kBlock / 4);
        t_.block_rows = static_cast<std::uint32_t>(
            std::min(t_.tile_rows * tiles, round_up(t_.rows_per_share, t_.tile_rows)));
        const std::int64_t slots =
            t_.tile_groups > 1
                ? t_.tile_groups * t_.slot_pitch
                : round_up(std::min<std::int64_t>(t_.block_rows, t_.rows_per_share) + 8, kRowUnit);
        t_.vector_elems = static_cast<std::uint32_t>(pixel() ? kRowUnit : slots);
        choose_spread(pitch, rows);
    }

    void check_runs(std::int64_t chunks) {
        const std::int64_t last_cols = t_.lanes - (t_.split_cols - 1) * t_.cols_per_share;
        const std::int64_t last_rows = t_.rows - (t_.split_rows - 1) * t_.rows_per_share;
        const std::int64_t tail_chunk = chunks > 1 ? t_.cols_per_share % t_.tile_cols : 0;
        const std::int64_t last_chunk = chunks > 1 ? last_cols % t_.tile_cols : last_cols;
        const std::int64_t last_tile = last_rows % t_.tile_rows;
        bool bad = run_too_short(tail_chunk);
        if (t_.split_cols > 1 || chunks > 1) {
            bad = bad || run_too_short(last_chunk);
        } else {
            bad = bad || run_too_short(last_rows * t_.lanes) ||
                  run_too_short(last_tile * t_.lanes) ||
                  run_too_short(t_.rows_per_share % t_.tile_rows * t_.lanes);
        }
        // On one core a short run inside a tensor would still be written word by word through the
        // cache.
        if (bad)
            refuse("a tile of this tiling would write less than 32 bytes, which " + platform_.soc +
                   " cannot");
    }

    void choose_spread(std::int64_t pitch, std::int64_t rows) {
        t_.spread_rows = 0;
        if (on910() || pixel() || !s_.want_dx) return;
        const bool one_tile = t_.tile_groups > 1 || t_.tile_rows >= t_.rows_per_share;
        const bool aligned = one_tile || t_.tile_rows % 8 == 0;
        const std::int64_t slots =
            t_.tile_groups > 1 ? t_.tile_groups * t_.slot_pitch : round_up(t_.tile_rows, 8);
        const bool columns = pitch / 8 <= kMaxRepStride && ceil_div(pitch, kRepeatLanes) < rows;
        if (aligned && columns && slots <= kMaxSpread)
            t_.spread_rows = static_cast<std::uint32_t>(slots);
    }

    void choose_partials() {
        if (!s_.want_dgamma && !s_.want_dbeta) return;
        // With HxW = 1 a share of columns has channels of its own.
        const std::int64_t rows = s_.n * (pixel() ? 1 : t_.split_cols);
        const std::int64_t bytes =
            2 * t_.groups * t_.slot_pitch * static_cast<std::int64_t>(sizeof(float));
        const bool fits = bytes <= platform_.ub_bytes / kAccumulateShare;
        t_.accumulate = fits && rows > layout_.block_dim ? 1 : 0;
        t_.partial_rows = t_.accumulate != 0 ? layout_.block_dim : rows;
        choose_slices(s_, platform_, layout_.block_dim, t_);
    }

    void classify() {
        const std::int64_t chunks = ceil_div(t_.cols_per_share, t_.tile_cols);
        layout_.strategy = pixel()                        ? ::gnb::kPixel
                           : split_at_all()               ? ::gnb::kSplitGroup
                           : layout_.pieces <= t_.buffers ? ::gnb::kGroupResident
                           : chunks == 1                  ? ::gnb::kChannelRows
                                                          : ::gnb::kChannelChunks;
    }

    void check_capacity() {
        for (const auto& plan :
             {ub_plan(s_, t_, platform_.npu_arch), stage_two_plan(s_, t_, platform_.npu_arch)}) {
            const std::int64_t needed = total_bytes(plan);
            if (needed <= platform_.ub_bytes) continue;
            layout_.overflow = true;
            // The search for the largest tile passes here often; only the last attempt needs the
            // text.
            if (!wish_.fixes_tile() && decision_.tile_limit > kRepeatLanes)
                return refuse("UB is too small");
            return refuse("needs " + std::to_string(needed) + " bytes of UB, " + platform_.soc +
                          " has " + std::to_string(platform_.ub_bytes) + ": " + list_text(plan));
        }
    }

    const Shape& s_;
    const PlatformInfo& platform_;
    const Wish& wish_;
    const Decision& decision_;
    Layout layout_;
    ::gnb::TilingData& t_;
};

}  // namespace

Layout lay_out(const Shape& shape, const PlatformInfo& platform, const Wish& wish,
               const Decision& decision) {
    return Builder(shape, platform, wish, decision).build();
}

std::uint64_t workspace_bytes(const Shape& shape, const Layout& layout) {
    const ::gnb::TilingData& t = layout.data;
    std::int64_t floats = 0;
    if (shape.want_dgamma || shape.want_dbeta)
        floats += 2 * t.partial_rows * t.groups * t.slot_pitch;
    if (t.split_rows * t.split_cols > 1) floats += t.shares * ::gnb::kSumSlotFloats;
    return static_cast<std::uint64_t>(floats) * sizeof(float);
}

}  // namespace davsim::gnb
