// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who orders the dependent instructions of one core.

#include <cstdint>
#include <optional>
#include <string_view>

namespace davsim {

enum class SyncMode : std::uint8_t {
    // What is written is what runs: a missing flag gives wrong data.
    kManual,
    // As the vendor's compiler does by default: V after V and everything between the scalar unit
    // and a pipe is ordered by barriers and flags that it inserts. V, MTE2 and MTE3 among each
    // other
    // stay the kernel's business (queues order them). Source: Ascend C guide, automatic
    // synchronisation.
    kAuto,
};

// "manual", "auto".
constexpr std::string_view name_of(SyncMode mode) {
    return mode == SyncMode::kAuto ? "auto" : "manual";
}

constexpr std::optional<SyncMode> parse_sync_mode(std::string_view name) {
    if (name == "manual") return SyncMode::kManual;
    if (name == "auto") return SyncMode::kAuto;
    return std::nullopt;
}

}  // namespace davsim
