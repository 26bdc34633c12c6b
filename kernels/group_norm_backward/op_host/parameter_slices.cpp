// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/parameter_slices.h"

#include <algorithm>

namespace davsim::gnb {
namespace {

constexpr std::int64_t kMaxWidth = 2048;  // floats of a slice, so that many rows are loaded at once
constexpr std::int64_t kMinWidth = 64;    // floats, 256 bytes a burst
constexpr std::int64_t kMaxRows = 4095;   // bursts of a transfer
constexpr std::int64_t kSpare = 4096;     // bytes for rounding and the row ends of Ascend910A
constexpr int kArch910A = 1001;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

// Ascend910A: the last slice must have a whole block of results, unless it is the only one.
bool last_fits(std::int64_t total, std::int64_t slice, std::int64_t least) {
    const std::int64_t rest = total % slice;
    return total <= slice || (slice >= least && (rest == 0 || rest >= least));
}

}  // namespace

void choose_slices(const Shape& s, const PlatformInfo& platform, std::int64_t blocks,
                   ::gnb::TilingData& t) {
    const std::int64_t d = t.channels_per_group;
    const std::int64_t least =
        platform.npu_arch == kArch910A ? 32 / static_cast<std::int64_t>(size_of(s.mean_type)) : 1;
    std::int64_t width = 0;
    t.slice_groups = 0;
    t.slice_cols = 0;
    if (t.slot_pitch <= kMaxWidth) {
        const std::int64_t even = ceil_div(t.groups, blocks);
        std::int64_t groups =
            std::min(std::max(even, ceil_div(kMinWidth, t.slot_pitch)), kMaxWidth / t.slot_pitch);
        groups = std::min(std::max<std::int64_t>(groups, 1), t.groups);
        while (!last_fits(t.groups * d, groups * d, least)) ++groups;
        t.slice_groups = groups;
        width = groups * t.slot_pitch;
    } else {
        std::int64_t cols = kMaxWidth;
        while (!last_fits(d, cols, least)) cols -= kMinWidth;
        t.slice_cols = cols;
        width = cols;
    }
    const std::int64_t row_bytes = width * static_cast<std::int64_t>(sizeof(float));
    const std::int64_t room = platform.ub_bytes - kSpare - 2 * row_bytes;
    const std::int64_t rows = std::max<std::int64_t>(1, room / (2 * row_bytes));
    t.slice_rows = static_cast<std::uint32_t>(std::min({rows, t.partial_rows, kMaxRows}));
}

}  // namespace davsim::gnb
