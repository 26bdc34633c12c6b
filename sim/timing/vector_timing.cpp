// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/vector_timing.h"

#include <algorithm>
#include <cmath>

#include "sim/isa/footprint.h"

namespace davsim {
namespace {

// Fractions of a cycle are kept in integers so that results are the same everywhere.
constexpr std::int64_t kScale = 1024;

std::int64_t scaled(double cycles) {
    return std::llround(cycles * static_cast<double>(kScale));
}

// kMoveUb counts 256-byte pieces as repeats.
std::int64_t repeats(const Instruction& ins) {
    if (ins.opcode != Opcode::kMoveUb) return repeats_of(ins);
    return static_cast<std::int64_t>((bytes_moved(ins) + kRepeatBytes - 1) / kRepeatBytes);
}

}  // namespace

VectorTiming::VectorTiming(const VectorConfig& config)
    : min_issue_(config.min_issue_interval),
      count_extra_(config.count_mode_extra),
      pipelined_(config.pipelined) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const VectorOpCost& op = config.ops[i];
        rows_[i] = {scaled(op.cycles_per_repeat_b32), scaled(op.cycles_per_repeat_b16),
                    scaled(op.cycles_per_repeat_b8), op.fixed};
    }
}

PipeTime VectorTiming::of(const Instruction& ins) const {
    const Row& row = rows_[static_cast<std::size_t>(ins.opcode)];
    const std::size_t width = size_of(ins.dtype);
    const std::int64_t per_repeat = width >= sizeof(float) ? row.b32
                                    : width == 2           ? row.b16
                                                           : row.b8;
    const std::int64_t work = (per_repeat * repeats(ins) + kScale - 1) / kScale;
    const bool counter = ins.opcode != Opcode::kMoveUb && ins.vec.mask.counter;
    const std::int64_t fixed = row.fixed + (counter ? count_extra_ : 0);
    const std::int64_t busy = std::max(min_issue_, work);
    if (pipelined_) return {Cycles(busy), Cycles(fixed)};
    return {Cycles(busy + fixed), Cycles(0)};
}

}  // namespace davsim
