// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/cost.h"

#include <algorithm>

namespace davsim::gnb {
namespace {

// What a tile costs beyond its bytes (transfer start, the chain of dependent vector instructions,
// flags), and a meeting of all cores, each as the bytes a core could have moved meanwhile. About 20
// bytes a cycle and core when all cores load, 100 cycles a tile, 1000 a meeting.
constexpr double kTileBytes = 2048;
constexpr double kMeetingBytes = 20480;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace

double cost_of(const Shape& s, const Layout& layout) {
    const ::gnb::TilingData& t = layout.data;
    const bool apart = t.split_rows * t.split_cols > 1;
    const auto bytes = static_cast<double>(size_of(s.data_type));
    const auto shares = static_cast<double>(ceil_div(t.shares, layout.block_dim));
    const double elements =
        static_cast<double>(t.rows_per_share) * static_cast<double>(t.cols_per_share);
    const auto pieces = static_cast<double>(layout.pieces);
    const double buffers = t.buffers;
    const double kept = pieces <= buffers ? 1.0 : (buffers - 1) / pieces;

    const double load = 2 * bytes * elements;
    const double tiles =
        pieces *
        (apart ? shares
               : static_cast<double>(ceil_div(static_cast<std::int64_t>(shares), t.tile_groups)));
    double cost = shares * load + tiles * kTileBytes;
    if (s.want_dx) {
        const double reloaded = apart ? shares - kept : shares * (1 - kept);
        cost += reloaded * load + shares * bytes * elements + tiles * kTileBytes;
    }
    return cost + (apart ? kMeetingBytes : 0.0);
}

}  // namespace davsim::gnb
