// SPDX-License-Identifier: Apache-2.0
#pragma once
// Synchronisation between cores by hardware: cross-core flags (CrossCoreSetFlag, CrossCoreWaitFlag)
// and the barrier over all vector cores (SyncAll). Absent on 1001, which synchronises through GM
// only: soft_sync.h.
//
// What a vector core reports to its cube core (modes 2 and 4) is accepted; the cube half does not
// run, so a wait for it ends the launch as unsupported.

#include <cstdint>

#include "sim/ascendc/api/sync.h"

namespace AscendC {
namespace detail {

template <int kDependent>
inline constexpr bool kHasCoreFlags = !kIs910 && kDependent >= 0;

constexpr bool known_core_mode(std::uint8_t mode) {
    return mode <= 2 || (mode == 4 && __NPU_ARCH__ == 3510);
}

constexpr std::uint8_t core_flag(std::uint16_t id) {
    return static_cast<std::uint8_t>(id & 0xFU);  // the hardware keeps four bits
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_cube_half(const char* api) {
    core().fail(davsim::Fault::kUnsupported,
                std::string(api) + ": the cube half of a mixed kernel is not simulated");
    __builtin_unreachable();
}

}  // namespace detail

// Reports, once everything issued to `pipe` so far is complete, that this core has got here.
template <uint8_t modeId, pipe_t pipe>
DAVSIM_API void CrossCoreSetFlag(uint16_t flagId) {
    static_assert(detail::kHasCoreFlags<modeId>,
                  "UNSUPPORTED: CrossCoreSetFlag on arch " DAVSIM_ARCH_TEXT);
    static_assert(detail::known_core_mode(modeId),
                  "UNSUPPORTED: CrossCoreSetFlag of this mode on arch " DAVSIM_ARCH_TEXT);
    static_assert(pipe != PIPE_ALL && (pipe != PIPE_S || modeId == 4),
                  "UNSUPPORTED: CrossCoreSetFlag of this pipe on arch " DAVSIM_ARCH_TEXT);
    constexpr davsim::Pipe kQueue = detail::pipe_of(pipe);
    // The scalar unit and the cube's pipes have nothing in flight on a vector core.
    constexpr bool kVectorCore = kQueue == davsim::Pipe::kV || kQueue == davsim::Pipe::kMte2 ||
                                 kQueue == davsim::Pipe::kMte3;
    davsim::Instruction instruction = detail::sync_instruction(
        davsim::Opcode::kSetCoreFlag, kVectorCore ? kQueue : davsim::Pipe::kMte3,
        {kQueue, davsim::Pipe::kS}, detail::core_flag(flagId), DAVSIM_SITE);
    instruction.sync.mode = static_cast<davsim::CoreFlagMode>(modeId);
    detail::core().issue(instruction);
}

// Holds the scalar unit, and with it everything that is not yet issued, until the counter of the
// flag is not 0. On 3510 hardware only `pipe` is held.
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S>
DAVSIM_API void CrossCoreWaitFlag(uint16_t flagId) {
    static_assert(detail::kHasCoreFlags<modeId>,
                  "UNSUPPORTED: CrossCoreWaitFlag on arch " DAVSIM_ARCH_TEXT);
    static_assert(detail::known_core_mode(modeId),
                  "UNSUPPORTED: CrossCoreWaitFlag of this mode on arch " DAVSIM_ARCH_TEXT);
    detail::note_site(__builtin_return_address(0));
    if (__NPU_ARCH__ == 3510 && modeId >= 2) detail::refuse_cube_half("CrossCoreWaitFlag");
    detail::core().wait_core_flag(detail::core_flag(flagId));
}

// The pipes at which the cube and the vector half of SyncAll report.
struct SyncAllConfig {
    pipe_t triggerPipe = PIPE_ALL;
    pipe_t waitPipe = PIPE_ALL;
};
inline constexpr SyncAllConfig DEFAULT_SYNC_ALL_CONFIG = {PIPE_ALL, PIPE_ALL};

// Every vector core of the launch arrives before any goes on. On hardware it takes flags 11 to 14;
// 1001 has no such flags, there it stands for a barrier through GM (config key sync.sync_all).
template <bool isAIVOnly = true, const SyncAllConfig& config = DEFAULT_SYNC_ALL_CONFIG>
DAVSIM_API void SyncAll() {
    detail::note_site(__builtin_return_address(0));
    if (!isAIVOnly && detail::core().context().cube_half)
        detail::refuse_cube_half("SyncAll<false>");
    detail::core().barrier_all();
    detail::core().sync_all();
}

}  // namespace AscendC
