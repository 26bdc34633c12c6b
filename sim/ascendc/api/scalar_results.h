// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a reduction's result gets from the vector pipe through the scalar unit into its destination,
// with the flags that the hardware needs on the way.

#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/sync.h"
#include "sim/ascendc/api/tpipe.h"

namespace AscendC {
namespace detail {

// On 3510 the calls that come here are vector functions, which need no TPipe: without one, the last
// event id serves.
inline TEventID free_event(HardEvent event) {
    if (kIs950 && core().pipe_object == nullptr)
        return static_cast<TEventID>(core().context().event_ids - 1);
    return current_pipe().FetchEventID(event);
}

inline void set_and_wait(HardEvent event, const void* site) {
    const TEventID id = free_event(event);
    set_flag(event, id, site);
    wait_flag(event, id, site);
}

// After the scalar unit has written UB: vector pipe and stores may go on.
inline void publish_scalar_store(const void* site) {
    set_and_wait(HardEvent::S_V, site);
    set_and_wait(HardEvent::S_MTE3, site);
}

template <typename T>
void store_result(const LocalTensor<T>& dst, T value, const void* site) {
    dst.SetValue(0, value);
    publish_scalar_store(site);
}

template <typename T>
void copy_result(const LocalTensor<T>& dst, const LocalTensor<T>& work, const void* site) {
    set_and_wait(HardEvent::V_S, site);
    store_result(dst, work.GetValue(0), site);
}

}  // namespace detail
}  // namespace AscendC
