// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/cases/words.h"

#include <cstring>

#include "kernels/group_norm_backward/op_host/wish.h"
#include "kernels/group_norm_backward/op_kernel/group_norm_backward_tiling_data.h"

namespace davsim::gnb {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

// Tiles of a share.
std::int64_t pieces(const ::gnb::TilingData& t) {
    const std::int64_t chunks = ceil_div(t.cols_per_share, t.tile_cols);
    return chunks > 1 ? t.rows_per_share * chunks : ceil_div(t.rows_per_share, t.tile_rows);
}

std::string tiles(const ::gnb::TilingData& t) {
    const std::string tile = std::to_string(t.tile_rows) + "x" + std::to_string(t.tile_cols);
    if (t.split_rows * t.split_cols > 1) {
        return "each group in " + std::to_string(t.split_rows) + "x" +
               std::to_string(t.split_cols) + " shares, tiles of " + tile;
    }
    if (t.tile_groups > 1) return std::to_string(t.tile_groups) + " groups of " + tile + " a tile";
    const std::int64_t count = pieces(t);
    return "a group in " + std::to_string(count) + " tile" + (count == 1 ? "" : "s") + " of " +
           tile;
}

std::string reading(const Shape& s, const ::gnb::TilingData& t) {
    if (!s.want_dx) return "sums only";
    const std::int64_t count = pieces(t);
    if (count > t.buffers) {
        return std::to_string(t.buffers - 1) + " of " + std::to_string(count) + " tiles stay in UB";
    }
    const bool split = t.split_rows * t.split_cols > 1;
    return split ? "a core's last share stays in UB" : "x and dy read once";
}

}  // namespace

void put_in_words(const Shape& shape, TilingResult& tiling) {
    ::gnb::TilingData data;
    std::memcpy(&data, tiling.data.data(), sizeof(data));
    const auto strategy = static_cast<std::uint32_t>(tiling.key / ::gnb::kKeyBase);
    tiling.fields.insert(tiling.fields.begin(), {{"strategy", strategy_name(strategy)},
                                                 {"block_dim", std::to_string(tiling.block_dim)}});
    if (strategy == ::gnb::kClear) {
        tiling.strategy = "clear: empty input, grad_gamma and grad_beta are zeroed";
        return;
    }
    tiling.strategy = std::string(strategy_name(strategy)) + ": " + tiles(data) + ", " +
                      std::to_string(data.buffers) + " buffers, " + reading(shape, data);
}

}  // namespace davsim::gnb
