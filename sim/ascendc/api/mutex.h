// SPDX-License-Identifier: Apache-2.0
#pragma once
// Mutex: a lock that the pipes of a core take one after another, in the order in which the kernel
// says so. Unlock<pipe> comes into effect when everything before it in that pipe is complete, and
// the next Lock waits for it in its pipe. 3510 has 28; on 1001 and 2201 the calls have no effect,
// as in Ascend C.
//
// Source: Ascend C API reference, Mutex.

#include <cstdint>

#include "sim/ascendc/api/sync.h"

namespace AscendC {

using MutexID = uint8_t;

namespace detail {

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_lock(const char* api, int id,
                                                               const char* state,
                                                               const char* allowed) {
    refuse(api, "lock", std::to_string(id) + ", which is " + state, allowed);
}

inline davsim::PipeLock& lock_of(const char* api, int id) {
    if (id >= davsim::kPipeLocks) refuse_number(api, "id", id, "0..27");
    return core().locks[static_cast<std::size_t>(id)];
}

// The flag that `from` left, waited for by `pipe`.
inline void wait_for_lock(davsim::Pipe from, davsim::Pipe pipe, std::uint8_t id, const void* site) {
    if (pipe == davsim::Pipe::kS && from == davsim::Pipe::kS)
        return core().wait_flag(davsim::Pipe::kS, id);
    const davsim::Pipe queue = pipe == davsim::Pipe::kS ? from : pipe;
    core().issue(sync_instruction(davsim::Opcode::kWaitFlag, queue, {from, from}, id, site));
    if (pipe != davsim::Pipe::kS) return;
    // The scalar unit waits for flags that are meant for it only.
    const EventPipes to_scalar{from, davsim::Pipe::kS};
    core().issue(sync_instruction(davsim::Opcode::kSetFlag, from, to_scalar, id, site));
    core().wait_flag(from, id);
}

inline void take_lock(davsim::Pipe pipe, std::uint8_t id, const void* site) {
    davsim::PipeLock& lock = lock_of("Mutex::Lock", id);
    if (lock.held) refuse_lock("Mutex::Lock", id, "locked", "one that was unlocked");
    if (lock.left) wait_for_lock(lock.pipe, pipe, id, site);
    lock = {true, false, pipe};
}

inline void give_lock(davsim::Pipe pipe, std::uint8_t id, const void* site) {
    davsim::PipeLock& lock = lock_of("Mutex::Unlock", id);
    if (!lock.held || lock.pipe != pipe)
        refuse_lock("Mutex::Unlock", id, lock.held ? "locked by another pipe" : "not locked",
                    "one that this pipe has locked");
    if (pipe == davsim::Pipe::kS) {
        core().set_flag(pipe, id);
    } else {
        core().issue(sync_instruction(davsim::Opcode::kSetFlag, pipe, {pipe, pipe}, id, site));
    }
    lock = {false, true, pipe};
}

}  // namespace detail

class Mutex {
public:
    template <pipe_t pipe>
    DAVSIM_API static void Lock(MutexID id) {
        static_assert(pipe != PIPE_ALL, "Mutex::Lock: one pipe, not PIPE_ALL");
        const void* site = DAVSIM_SITE;
        if constexpr (detail::kIs950) detail::take_lock(detail::pipe_of(pipe), id, site);
    }
    template <pipe_t pipe>
    DAVSIM_API static void Unlock(MutexID id) {
        static_assert(pipe != PIPE_ALL, "Mutex::Unlock: one pipe, not PIPE_ALL");
        const void* site = DAVSIM_SITE;
        if constexpr (detail::kIs950) detail::give_lock(detail::pipe_of(pipe), id, site);
    }
};

// The lowest id that is not taken.
inline MutexID AllocMutexID() {
    if constexpr (!detail::kIs950) return 0;
    std::uint32_t& taken = detail::core().locks_taken;
    const int id = __builtin_ctz(~taken);
    if (id >= davsim::kPipeLocks)
        detail::refuse_number("AllocMutexID", "ids in use", id, "27 or less before the call");
    taken |= 1U << id;
    return static_cast<MutexID>(id);
}
inline void ReleaseMutexID(MutexID id) {
    if constexpr (!detail::kIs950) return;
    detail::lock_of("ReleaseMutexID", id);
    detail::core().locks_taken &= ~(1U << id);
}

}  // namespace AscendC
