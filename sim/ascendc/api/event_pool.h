// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which event ids of each pipe pair are reserved: bookkeeping of the scalar unit, not the flags
// themselves.

#include <array>
#include <cstdint>

#include "sim/ascendc/api/sync.h"

namespace AscendC {
namespace detail {

class EventPool {
public:
    // The lowest free id, without reserving it.
    TEventID fetch(const char* api, HardEvent event) const {
        const std::uint32_t taken = taken_[static_cast<std::size_t>(event)];
        const int id = __builtin_ctz(~taken);
        if (static_cast<std::uint32_t>(id) >= core().context().event_ids) refuse_exhausted(api);
        return static_cast<TEventID>(id);
    }

    TEventID allocate(HardEvent event) {
        const TEventID id = fetch("AllocEventID", event);
        taken_[static_cast<std::size_t>(event)] |= 1U << id;
        return id;
    }

    void release(HardEvent event, std::int64_t id) {
        if (id < 0 || id >= std::int64_t{core().context().event_ids})
            refuse_event_id("ReleaseEventID", id);
        taken_[static_cast<std::size_t>(event)] &= ~(1U << id);
    }

    void clear() { taken_.fill(0); }

private:
    [[noreturn, gnu::cold, gnu::noinline]] static void refuse_exhausted(const char* api) {
        refuse(api, "number of event ids in use", std::to_string(core().context().event_ids),
               "one less, so that an id is left; FreeTensor or ReleaseEventID returns one");
    }

    std::array<std::uint32_t, kEventCount> taken_{};
};

}  // namespace detail
}  // namespace AscendC
