// SPDX-License-Identifier: Apache-2.0
#pragma once
// TQueSync: the flags between two pipes by the pipes' names.

#include "sim/ascendc/api/sync.h"

namespace AscendC {
namespace detail {

constexpr HardEvent event_between(davsim::Pipe source, davsim::Pipe destination) {
    for (std::size_t i = 0; i < kEventCount; ++i) {
        if (kEventPipes[i].source == source && kEventPipes[i].destination == destination)
            return static_cast<HardEvent>(i);
    }
    return HardEvent::MAX;
}

}  // namespace detail

template <pipe_t src, pipe_t dst>
class TQueSync {
public:
    DAVSIM_API void SetFlag(TEventID id) { detail::set_flag(kEvent, id, DAVSIM_SITE); }
    DAVSIM_API void WaitFlag(TEventID id) { detail::wait_flag(kEvent, id, DAVSIM_SITE); }

private:
    static constexpr HardEvent kEvent =
        detail::event_between(detail::pipe_of(src), detail::pipe_of(dst));
    static_assert(kEvent != HardEvent::MAX, "TQueSync: there are no flags between these pipes");
};

}  // namespace AscendC
