// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/wish.h"

#include <array>
#include <charconv>

#include "kernels/group_norm_backward/op_kernel/group_norm_backward_tiling_data.h"
#include "sim/base/error.h"

namespace davsim::gnb {
namespace {

// Event ids of a pipe pair bound the buffers of the ring: 8, but 4 on Ascend910A.
constexpr std::uint32_t kMaxBuffers910A = 2;
constexpr std::uint32_t kMaxSplits = 64;
constexpr int kArch910A = 1001;

struct Field {
    const char* name;
    std::uint32_t Wish::*member;
};
constexpr std::array<Field, 8> kFields = {{{"strategy", &Wish::strategy},
                                           {"block_dim", &Wish::block_dim},
                                           {"buffers", &Wish::buffers},
                                           {"tile_groups", &Wish::tile_groups},
                                           {"tile_rows", &Wish::tile_rows},
                                           {"tile_cols", &Wish::tile_cols},
                                           {"split_rows", &Wish::split_rows},
                                           {"split_cols", &Wish::split_cols}}};

[[noreturn]] void refuse(const std::string& message) {
    throw Error(Fault::kTiling, "tiling: " + message);
}

std::uint32_t number(const std::string& key, const std::string& text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        refuse(key + " is '" + text + "', allowed is a whole number of 1 or more");
    }
    if (value == 0) refuse(key + " is 0, allowed is 1 or more");
    return value;
}

std::uint32_t strategy_number(const std::string& text) {
    for (std::uint32_t s = ::gnb::kGroupResident; s <= ::gnb::kSplitGroup; ++s) {
        if (text == strategy_name(s) || text == std::to_string(s)) return s;
    }
    std::string allowed;
    for (std::uint32_t s = ::gnb::kGroupResident; s <= ::gnb::kSplitGroup; ++s) {
        allowed += std::string(allowed.empty() ? "" : ", ") + strategy_name(s);
    }
    refuse("strategy is '" + text + "', allowed are " + allowed);
}

void set_field(Wish& wish, const std::string& key, const std::string& text) {
    for (const Field& field : kFields) {
        if (key != field.name) continue;
        wish.*field.member = key == "strategy" ? strategy_number(text) : number(key, text);
        return;
    }
    std::string allowed;
    for (const Field& field : kFields)
        allowed += std::string(allowed.empty() ? "" : ", ") + field.name;
    refuse("'" + key + "' is unknown, allowed are " + allowed);
}

void at_most(const char* name, std::uint32_t value, std::uint32_t limit, const std::string& why) {
    if (value > limit) {
        refuse(std::string(name) + " is " + std::to_string(value) + ", allowed is at most " +
               std::to_string(limit) + " (" + why + ")");
    }
}

}  // namespace

const char* strategy_name(std::uint32_t strategy) {
    switch (strategy) {
        case ::gnb::kGroupResident: return "group_resident";
        case ::gnb::kChannelRows: return "channel_rows";
        case ::gnb::kChannelChunks: return "channel_chunks";
        case ::gnb::kPixel: return "pixel";
        case ::gnb::kSplitGroup: return "split_group";
        case ::gnb::kClear: return "clear";
        default: return "unknown";
    }
}

Wish read_overrides(const TilingOverrides& overrides, const PlatformInfo& platform) {
    Wish wish;
    for (const auto& [key, text] : overrides.fields) set_field(wish, key, text);
    if (overrides.block_dim) {
        if (*overrides.block_dim == 0) refuse("block_dim is 0, allowed is 1 or more");
        wish.block_dim = *overrides.block_dim;
    }
    at_most("block_dim", wish.block_dim, static_cast<std::uint32_t>(platform.vector_cores),
            "vector cores of " + platform.soc + "; SyncAll needs all blocks on cores at once");
    at_most("buffers", wish.buffers,
            platform.npu_arch == kArch910A ? kMaxBuffers910A : ::gnb::kMaxBuffers,
            "event ids of a pipe pair");
    at_most("tile_groups", wish.tile_groups, ::gnb::kMaxGroupsPerTile, "scalars the kernel holds");
    const std::uint64_t splits = std::uint64_t{wish.split_rows == 0 ? 1U : wish.split_rows} *
                                 (wish.split_cols == 0 ? 1U : wish.split_cols);
    if (splits > kMaxSplits) {
        refuse("split_rows * split_cols is " + std::to_string(splits) + ", allowed is at most " +
               std::to_string(kMaxSplits));
    }
    return wish;
}

}  // namespace davsim::gnb
