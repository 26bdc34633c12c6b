// SPDX-License-Identifier: Apache-2.0
#pragma once
// Synchronisation inside a core. A flag is set by one pipe and waited for by another; where the
// scalar unit is one of the two, it acts itself, otherwise the flag is an instruction in the queue
// of its pipe.

#include <array>
#include <cstdint>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/enums.h"

namespace AscendC {
namespace detail {

struct EventPipes {
    davsim::Pipe source;
    davsim::Pipe destination;
};

inline constexpr std::size_t kEventCount = static_cast<std::size_t>(HardEvent::MAX);

// In the order of HardEvent.
inline constexpr std::array<EventPipes, kEventCount> kEventPipes = [] {
    using davsim::Pipe;
    return std::array<EventPipes, kEventCount>{{
        {Pipe::kMte2, Pipe::kMte1}, {Pipe::kMte1, Pipe::kMte2}, {Pipe::kMte1, Pipe::kM},
        {Pipe::kM, Pipe::kMte1},    {Pipe::kMte2, Pipe::kV},    {Pipe::kV, Pipe::kMte2},
        {Pipe::kMte3, Pipe::kV},    {Pipe::kV, Pipe::kMte3},    {Pipe::kM, Pipe::kV},
        {Pipe::kV, Pipe::kM},       {Pipe::kV, Pipe::kV},       {Pipe::kMte3, Pipe::kMte1},
        {Pipe::kMte1, Pipe::kMte3}, {Pipe::kMte1, Pipe::kV},    {Pipe::kMte2, Pipe::kM},
        {Pipe::kM, Pipe::kMte2},    {Pipe::kV, Pipe::kMte1},    {Pipe::kM, Pipe::kFix},
        {Pipe::kFix, Pipe::kM},     {Pipe::kMte3, Pipe::kMte2}, {Pipe::kMte2, Pipe::kMte3},
        {Pipe::kS, Pipe::kV},       {Pipe::kV, Pipe::kS},       {Pipe::kS, Pipe::kMte2},
        {Pipe::kMte2, Pipe::kS},    {Pipe::kS, Pipe::kMte3},    {Pipe::kMte3, Pipe::kS},
        {Pipe::kMte2, Pipe::kFix},  {Pipe::kFix, Pipe::kMte2},  {Pipe::kFix, Pipe::kS},
        {Pipe::kM, Pipe::kS},       {Pipe::kFix, Pipe::kMte3},  {Pipe::kMte1, Pipe::kFix},
        {Pipe::kFix, Pipe::kMte1},  {Pipe::kFix, Pipe::kFix},
    }};
}();

constexpr EventPipes pipes_of(HardEvent event) {
    return kEventPipes[static_cast<std::size_t>(event)];
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_event_id(const char* api,
                                                                   std::int64_t id) {
    refuse_rule(davsim::Rule::kEventId, api, "eventID", std::to_string(id),
                "0.." + std::to_string(core().context().event_ids - 1));
}

inline davsim::Instruction sync_instruction(davsim::Opcode opcode, davsim::Pipe queue,
                                            EventPipes pipes, std::uint8_t id, const void* site) {
    davsim::Instruction instruction;
    instruction.opcode = opcode;
    instruction.pipe = queue;
    instruction.site = site;
    instruction.sync = davsim::SyncPayload{pipes.source, pipes.destination, id};
    return instruction;
}

inline void set_flag(HardEvent event, std::int64_t id, const void* site) {
    if (id < 0 || id >= std::int64_t{core().context().event_ids}) refuse_event_id("SetFlag", id);
    const EventPipes pipes = pipes_of(event);
    const auto flag = static_cast<std::uint8_t>(id);
    if (pipes.source == davsim::Pipe::kS) return core().set_flag(pipes.destination, flag);
    core().issue(sync_instruction(davsim::Opcode::kSetFlag, pipes.source, pipes, flag, site));
}

inline void wait_flag(HardEvent event, std::int64_t id, const void* site) {
    if (id < 0 || id >= std::int64_t{core().context().event_ids}) refuse_event_id("WaitFlag", id);
    const EventPipes pipes = pipes_of(event);
    const auto flag = static_cast<std::uint8_t>(id);
    if (pipes.destination == davsim::Pipe::kS) return core().wait_flag(pipes.source, flag);
    core().issue(sync_instruction(davsim::Opcode::kWaitFlag, pipes.destination, pipes, flag, site));
}

inline void pipe_barrier(davsim::Pipe pipe, const void* site) {
    core().issue(sync_instruction(davsim::Opcode::kPipeBarrier, pipe, {pipe, pipe}, 0, site));
}

constexpr davsim::Pipe pipe_of(pipe_t pipe) {
    switch (pipe) {
        case PIPE_S: return davsim::Pipe::kS;
        case PIPE_V: return davsim::Pipe::kV;
        case PIPE_M: return davsim::Pipe::kM;
        case PIPE_MTE1: return davsim::Pipe::kMte1;
        case PIPE_MTE2: return davsim::Pipe::kMte2;
        case PIPE_MTE3: return davsim::Pipe::kMte3;
        case PIPE_FIX: return davsim::Pipe::kFix;
        case PIPE_ALL: break;
    }
    return davsim::Pipe::kAll;
}

}  // namespace detail

template <HardEvent event>
DAVSIM_API void SetFlag(int64_t eventID) {
    detail::set_flag(event, eventID, DAVSIM_SITE);
}

template <HardEvent event>
DAVSIM_API void WaitFlag(int64_t eventID) {
    detail::wait_flag(event, eventID, DAVSIM_SITE);
}

// Later instructions of the pipe wait until earlier ones are complete; PIPE_ALL: of every pipe, and
// the scalar unit waits too.
template <pipe_t pipe>
DAVSIM_API void PipeBarrier() {
    static_assert(pipe != PIPE_S, "PipeBarrier<PIPE_S> does not exist");
    const void* site = DAVSIM_SITE;
    if constexpr (pipe == PIPE_ALL) {
        detail::core().barrier_all();
    } else {
        detail::pipe_barrier(detail::pipe_of(pipe), site);
    }
}

// Orders the scalar unit's own memory accesses, which are in order here: costs its instruction
// only.
template <MemDsbT type>
void DataSyncBarrier() {
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
}

}  // namespace AscendC
