// SPDX-License-Identifier: Apache-2.0
#pragma once
// The flags behind a queue: which pipe pair a hand-over uses, and the steps on one buffer.

#include <cstdint>
#include <string>

#include "sim/ascendc/api/tpipe.h"

namespace AscendC {
namespace detail {

// Who fills a buffer of a queue from `src` to `dst`, and who empties it. V_V stands for a barrier.
constexpr HardEvent ready_event(TPosition src, TPosition dst) {
    const bool loaded = src == TPosition::GM || src == TPosition::VECIN;
    const bool stored = dst == TPosition::GM || dst == TPosition::VECOUT;
    if (loaded) return stored ? HardEvent::MTE2_MTE3 : HardEvent::MTE2_V;
    return stored ? HardEvent::V_MTE3 : HardEvent::V_V;
}

constexpr HardEvent reverse(HardEvent event) {
    switch (event) {
        case HardEvent::MTE2_MTE3: return HardEvent::MTE3_MTE2;
        case HardEvent::MTE2_V: return HardEvent::V_MTE2;
        case HardEvent::V_MTE3: return HardEvent::MTE3_V;
        default: return HardEvent::V_V;
    }
}

constexpr HardEvent free_event(TPosition src, TPosition dst) {
    return reverse(ready_event(src, dst));
}

// EnQue<from, to>: only the memories count.
constexpr HardEvent leg_event(TPosition from, TPosition to) {
    if (from == TPosition::GM) return HardEvent::MTE2_V;
    return to == TPosition::GM ? HardEvent::V_MTE3 : HardEvent::V_V;
}

// EnQue: the producer's flag, or the barrier that orders V after V.
inline void hand_over(Buffer& buffer, HardEvent event, const void* site) {
    buffer.state = BufferState::kEnqueued;
    buffer.site = site;
    if (event == HardEvent::V_V) return pipe_barrier(davsim::Pipe::kV, site);
    buffer.ready_event = event;
    buffer.ready_id = current_pipe().events().allocate(event);
    set_flag(event, buffer.ready_id, site);
}

// DeQue: the consumer waits.
inline void take_over(Buffer& buffer, const void* site) {
    buffer.state = BufferState::kDequeued;
    buffer.site = site;
    if (buffer.ready_id == kNoEvent) return;
    wait_flag(buffer.ready_event, buffer.ready_id, site);
    current_pipe().events().release(buffer.ready_event, buffer.ready_id);
    buffer.ready_id = kNoEvent;
}

// FreeTensor: the consumer's flag; the id stays reserved until the next AllocTensor of this buffer.
inline void give_back(Buffer& buffer, HardEvent event, const void* site) {
    buffer.state = BufferState::kFree;
    buffer.site = site;
    if (event == HardEvent::V_V) return;
    buffer.free_event = event;
    buffer.free_id = current_pipe().events().allocate(event);
    set_flag(event, buffer.free_id, site);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_allocation(TPosition position,
                                                                     int count) {
    refuse_rule(davsim::Rule::kQueue, "AllocTensor", "number of free buffers",
                "0 of " + std::to_string(count) + " in the " + position_name(position) + " queue",
                count == 0 ? "a queue after InitBuffer" : "1 or more; FreeTensor gives one back");
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_state(const char* api,
                                                                const Buffer& buffer,
                                                                const char* allowed) {
    refuse_rule(davsim::Rule::kQueue, api, "tensor",
                std::string(state_name(buffer.state)) + " (" + position_name(buffer.position) +
                    " queue, UB offset " + std::to_string(buffer.begin) + ")",
                allowed);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_depth(TPosition position, int depth) {
    refuse_rule(davsim::Rule::kQueue, "EnQue", "number of tensors in the queue",
                std::to_string(depth) + " (" + position_name(position) + " queue)",
                "less than its depth of " + std::to_string(depth) + " before the call");
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_empty(TPosition position) {
    refuse_rule(davsim::Rule::kQueue, "DeQue", "number of tensors in the queue",
                std::string("0 (") + position_name(position) + " queue)",
                "1 or more; EnQue comes first");
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_owner(const char* api,
                                                                TPosition position) {
    refuse_rule(davsim::Rule::kQueue, api, "tensor",
                std::string("not from this ") + position_name(position) + " queue",
                "a tensor of this queue's AllocTensor or DeQue");
}

}  // namespace detail
}  // namespace AscendC
