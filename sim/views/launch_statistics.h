// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one launch did, summed up: the plain results of the PipeStatistics listener.

#include <array>
#include <cstdint>
#include <vector>

#include "sim/base/units.h"
#include "sim/events/event.h"
#include "sim/isa/opcode.h"

namespace davsim {

// One pipe of one core. `busy` is the time with at least one instruction between start and
// completion (kS: time the scalar unit spent computing and issuing).
struct PipeUse {
    Cycles busy;
    std::uint64_t instructions = 0;                 // flags and barriers are not counted
    std::uint64_t syncs = 0;                        // flags and barriers
    Cycles ideal;                                   // of its instructions, see InstructionEvent
    std::uint64_t bytes = 0;                        // operands, or data of the transfers
    std::array<Cycles, kStallCauseCount> waited{};  // before instructions started, by cause
};

struct CoreUse {
    std::array<PipeUse, kPipeCount> pipes{};
    std::uint32_t blocks = 0;
    Cycles active;  // from begin to end of its blocks, added up

    const PipeUse& pipe(Pipe pipe) const { return pipes[static_cast<std::size_t>(pipe)]; }
    PipeUse& pipe(Pipe pipe) { return pipes[static_cast<std::size_t>(pipe)]; }
    bool used() const { return blocks != 0; }
};

// Bytes as the memory system saw them, all cores together.
struct MemoryUse {
    std::uint64_t gm_read = 0;  // asked for by instructions
    std::uint64_t gm_write = 0;
    std::uint64_t line_bytes = 0;  // of L2 lines touched
    std::uint64_t hit_bytes = 0;   // of line_bytes, found in L2
    std::uint64_t hbm_read = 0;
    std::uint64_t hbm_write = 0;

    // 0 when nothing was touched.
    double l2_hit_rate() const {
        return line_bytes == 0 ? 0.0
                               : static_cast<double>(hit_bytes) / static_cast<double>(line_bytes);
    }
};

struct LaunchStatistics {
    LaunchInfo info;
    Cycles span;
    std::vector<CoreUse> cores;  // by core index
    MemoryUse memory;

    int used_cores() const;
    // Sums over all cores.
    PipeUse pipe_total(Pipe pipe) const;
    // Largest busy time of this pipe on any core.
    Cycles pipe_max(Pipe pipe) const;
    // Mean over the used cores of busy / span; 0 for an empty launch.
    double pipe_ratio(Pipe pipe) const;
    // Of all pipes and cores, flags and barriers included.
    std::uint64_t instructions() const;
};

}  // namespace davsim
