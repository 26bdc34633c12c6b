// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which event ids of each pipe pair are reserved: bookkeeping of the scalar unit, not the flags
// themselves.

#include <array>
#include <cstdint>

#include "sim/ascendc/api/sync.h"

namespace AscendC {
namespace detail {

// Kernel libraries bring their own: they are linked to nothing.
constexpr const char* pipe_name(davsim::Pipe pipe) {
    constexpr const char* kNames[] = {"S", "MTE1", "M", "FIX", "MTE2", "V", "MTE3", "ALL"};
    return kNames[static_cast<std::size_t>(pipe)];
}

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
        taken_at_ = core().site;
        return id;
    }

    // At the end of the pipe: ids that the kernel took and never gave back.
    void report_leaks() {
        for (std::size_t event = 0; event < taken_.size(); ++event) {
            if (taken_[event] == 0) continue;
            const EventPipes pipes = kEventPipes[event];
            core().note_violation(
                davsim::Rule::kEventId,
                "AllocEventID: " + std::to_string(__builtin_popcount(taken_[event])) +
                    " event id(s) of " + std::string(pipe_name(pipes.source)) + " to " +
                    std::string(pipe_name(pipes.destination)) +
                    " never released, allowed is ReleaseEventID for each",
                taken_at_);
        }
        taken_.fill(0);
    }

    void release(HardEvent event, std::int64_t id) {
        if (id < 0 || id >= std::int64_t{core().context().event_ids})
            refuse_event_id("ReleaseEventID", id);
        taken_[static_cast<std::size_t>(event)] &= ~(1U << id);
    }

    void clear() { taken_.fill(0); }

private:
    [[noreturn, gnu::cold, gnu::noinline]] static void refuse_exhausted(const char* api) {
        refuse_rule(davsim::Rule::kEventId, api, "number of event ids in use",
                    std::to_string(core().context().event_ids),
                    "one less, so that an id is left; FreeTensor or ReleaseEventID returns one");
    }

    std::array<std::uint32_t, kEventCount> taken_{};
    const void* taken_at_ = nullptr;  // the line that took the latest one
};

}  // namespace detail
}  // namespace AscendC
