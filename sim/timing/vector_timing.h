// SPDX-License-Identifier: Apache-2.0
#pragma once
// How long the vector unit is held by an instruction, and how long after that its result is ready.
//
//   busy    = max(floor, sum over repeats of max(cycles a repeat, turns at the busiest bank group)
//   + extra) latency = vector.ops.<op>.fixed (+ vector.partial_extra when a repeat is not full)
//
// Floor: the larger of vector.min_issue_interval and the opcode's own. A dependent instruction
// (behind a barrier or a flag) starts after busy + latency, an independent one after busy.
//
// With vector.pipelined false the fixed part holds the pipe as well (950: one vector function a
// call). Driven by the config section `vector`; figures come from the mskpp and PTO tables named
// there, and BankConflicts.

#include <array>

#include "sim/base/units.h"
#include "sim/config/soc_config.h"
#include "sim/isa/instruction.h"
#include "sim/timing/bank_conflicts.h"

namespace davsim {

struct PipeTime {
    Cycles busy;     // until the pipe can start the next instruction
    Cycles latency;  // from there until the result is visible
};

// What of an instruction's busy time goes to operands that compete for the unified buffer.
struct BankStalls {
    Cycles groups;  // reads, or writes, of one bank group
    Cycles banks;   // a read and a write of one bank; 0 where that is not modelled
};

class VectorTiming {
public:
    VectorTiming(const VectorConfig& config, const UbBanksConfig& banks);

    PipeTime of(const Instruction& instruction) const;

    BankStalls bank_stalls(const Instruction& instruction) const;

    // Cycles of its repeats alone: no floor, no conflict, nothing fixed.
    Cycles ideal(const Instruction& instruction) const;

private:
    // Cycles a repeat in units of 1/kScale, by operand width.
    struct Row {
        std::int64_t b32 = 0;
        std::int64_t b16 = 0;
        std::int64_t b8 = 0;
        std::int64_t floor_b32 = 0;
        std::int64_t floor_b16 = 0;
        std::int64_t extra_b16 = 0;
        std::int64_t fixed = 0;
    };

    std::int64_t per_repeat(const Instruction& instruction) const;
    // Of the repeats' work in units of 1/kScale cycle.
    std::int64_t busy(const Instruction& instruction, std::int64_t work) const;

    std::array<Row, kOpcodeCount> rows_{};
    BankConflicts banks_;
    BankConflicts groups_only_;
    std::int64_t min_issue_;
    std::int64_t partial_extra_;
    bool pipelined_;
};

}  // namespace davsim
