// SPDX-License-Identifier: Apache-2.0
#include "sim/events/event.h"

#include <array>

namespace davsim {

std::string_view name_of(StallCause cause) {
    static constexpr std::array<std::string_view, kStallCauseCount> kNames = {
        "none", "scalar issue", "pipe busy", "flag", "barrier", "queue full", "result", "SyncAll"};
    return kNames[static_cast<std::size_t>(cause)];
}

}  // namespace davsim
