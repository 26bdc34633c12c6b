// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sums up what each block does while it runs. A block's events are all told before its end is, so a
// core needs one running sum.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/events/event.h"
#include "sim/views/interval_union.h"
#include "traces/store/block_use.h"

namespace davsim::traces {

// What an instruction amounts to besides its event; the same for all of one shape.
struct InstructionWork {
    std::uint64_t operations = 0;
    std::uint64_t ub_read = 0;
    std::uint64_t ub_write = 0;
    UbConflicts conflicts;
};
InstructionWork work_of(const Instruction& instruction);

class BlockAccounting {
public:
    explicit BlockAccounting(int cores = 0) : cores_(static_cast<std::size_t>(cores)) {}

    void add(const InstructionEvent& event, const InstructionWork& work);
    void add(const ScalarStallEvent& event);
    void add(const BarrierEvent& event);
    void add(const TransferEvent& event);
    void add(const ScalarEvent& event);
    // The finished sum; the next block of the core starts at nothing.
    BlockUse finish(const BlockEvent& event);

private:
    struct Core {
        BlockUse use;
        std::array<IntervalUnion, kPipeCount> busy{};
    };
    Core& core(int index) { return cores_.at(static_cast<std::size_t>(index)); }

    std::vector<Core> cores_;
};

}  // namespace davsim::traces
