// SPDX-License-Identifier: Apache-2.0
#include "sim/run/override_checks.h"

#include <fmt/format.h>

#include <charconv>

#include "sim/base/error.h"

namespace davsim {

void check_overrides_agree(const TilingOverrides& overrides) {
    const auto field = overrides.fields.find("block_dim");
    if (field == overrides.fields.end() || !overrides.block_dim) return;
    const std::string& text = field->second;
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc() && end == text.data() + text.size() && value == *overrides.block_dim)
        return;
    throw Error(Fault::kUsage, fmt::format("--tiling: block_dim is '{}', but --block-dim is {}",
                                           text, *overrides.block_dim));
}

void refuse_overrides(const TilingOverrides& overrides, const std::string& reason) {
    if (overrides.fields.empty() && !overrides.block_dim) return;
    throw Error(Fault::kTiling,
                fmt::format("{}: {}, so it cannot act",
                            overrides.fields.empty() ? "--block-dim" : "--tiling", reason));
}

}  // namespace davsim
