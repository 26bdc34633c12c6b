// SPDX-License-Identifier: Apache-2.0
#pragma once
// Event flags of one core: one bit for every (source pipe, destination pipe, event id). SetFlag
// makes a flag visible, WaitFlag consumes it. A flag that is set twice before it is waited for is a
// kernel fault (undefined on hardware, in practice a hang).
//
// Number of ids a pipe pair: config key sync.event_ids.

#include <array>
#include <cstdint>

#include "sim/base/units.h"
#include "sim/isa/opcode.h"

namespace davsim {

struct FlagState {
    bool set = false;
    Cycles visible;    // from when the destination may pass
    Cycles set_start;  // when the source pipe took SetFlag up
    Cycles consumed;   // when it was last waited for
    std::uint64_t pairing = 0;
    const void* site = nullptr;  // of the SetFlag
};

class FlagTable {
public:
    static constexpr int kMaxEvents = 32;
    // The one event that no kernel can name: flags that automatic synchronisation inserts.
    static constexpr std::uint8_t kInsertedEvent = kMaxEvents - 1;

    FlagState& at(Pipe source, Pipe destination, std::uint8_t event) {
        return flags_[(static_cast<std::size_t>(source) * kPipeCount +
                       static_cast<std::size_t>(destination)) *
                          kMaxEvents +
                      event % kMaxEvents];
    }

    void clear() { flags_.fill({}); }

    // Calls visit(source, destination, event, state) for every flag that is set.
    template <class Visit>
    void for_each_set(Visit visit) const {
        for (std::size_t i = 0; i < flags_.size(); ++i) {
            if (!flags_[i].set) continue;
            const std::size_t pair = i / kMaxEvents;
            visit(static_cast<Pipe>(pair / kPipeCount), static_cast<Pipe>(pair % kPipeCount),
                  static_cast<int>(i % kMaxEvents), flags_[i]);
        }
    }

private:
    std::array<FlagState, static_cast<std::size_t>(kPipeCount) * kPipeCount * kMaxEvents> flags_{};
};

}  // namespace davsim
