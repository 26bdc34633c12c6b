// SPDX-License-Identifier: Apache-2.0
#pragma once
// How long the vector unit is held by an instruction, and how long after that its result is ready.
//
//   busy    = max(vector.min_issue_interval, cycles per repeat x repeats)
//   latency = vector.ops.<op>.fixed (+ vector.count_mode_extra in counter mode)
//
// With vector.pipelined false the fixed part holds the pipe as well (950: one vector function a
// call). Driven by the config section `vector`; figures come from the mskpp and PTO tables named
// there.

#include <array>

#include "sim/base/units.h"
#include "sim/config/soc_config.h"
#include "sim/isa/instruction.h"

namespace davsim {

struct PipeTime {
    Cycles busy;     // until the pipe can start the next instruction
    Cycles latency;  // from there until the result is visible
};

class VectorTiming {
public:
    explicit VectorTiming(const VectorConfig& config);

    PipeTime of(const Instruction& instruction) const;

private:
    // Cycles a repeat in units of 1/kScale, by operand width.
    struct Row {
        std::int64_t b32 = 0;
        std::int64_t b16 = 0;
        std::int64_t b8 = 0;
        std::int64_t fixed = 0;
    };

    std::array<Row, kOpcodeCount> rows_{};
    std::int64_t min_issue_;
    std::int64_t count_extra_;
    bool pipelined_;
};

}  // namespace davsim
