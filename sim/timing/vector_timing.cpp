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

bool ignores_mask(Opcode opcode) {
    return opcode == Opcode::kMoveUb || opcode == Opcode::kBrcb || opcode == Opcode::kGatherBlock ||
           opcode == Opcode::kGatherMask || info_of(opcode).op_class == OpClass::kRegister;
}

// Lanes of the last repeat, or of every repeat, are masked off.
bool is_partial(const Instruction& ins) {
    if (ignores_mask(ins.opcode) || handles_records(ins)) return false;
    const std::uint64_t lanes = lanes_per_repeat(ins);
    if (ins.vec.mask.counter && ins.opcode != Opcode::kCopy) return ins.vec.mask.lo % lanes != 0;
    return active_elements(ins) != lanes * ins.vec.repeat;
}

}  // namespace

VectorTiming::VectorTiming(const VectorConfig& config, const UbBanksConfig& banks)
    : banks_(banks, config.bank_conflicts, config.bank_read_write),
      groups_only_(banks, config.bank_conflicts, false),
      min_issue_(config.min_issue_interval),
      partial_extra_(config.partial_extra),
      pipelined_(config.pipelined) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const VectorOpCost& op = config.ops[i];
        rows_[i] = {scaled(op.cycles_per_repeat_b32),
                    scaled(op.cycles_per_repeat_b16),
                    scaled(op.cycles_per_repeat_b8),
                    std::max(op.floor_b32, min_issue_),
                    std::max(op.floor_b16, min_issue_),
                    scaled(static_cast<double>(op.extra_b16)),
                    op.fixed};
    }
}

std::int64_t VectorTiming::per_repeat(const Instruction& ins) const {
    const Row& row = rows_[static_cast<std::size_t>(ins.opcode)];
    const std::size_t width = size_of(ins.dtype);
    if (width >= sizeof(float)) return row.b32;
    return width == 2 ? row.b16 : row.b8;
}

Cycles VectorTiming::ideal(const Instruction& ins) const {
    return Cycles((per_repeat(ins) * repeats(ins) + kScale - 1) / kScale);
}

std::int64_t VectorTiming::busy(const Instruction& ins, std::int64_t work) const {
    const Row& row = rows_[static_cast<std::size_t>(ins.opcode)];
    const std::size_t width = size_of(ins.dtype);
    const std::int64_t once = width == 2 ? row.extra_b16 : 0;
    return std::max(width >= sizeof(float) ? row.floor_b32 : row.floor_b16,
                    (work + once + kScale - 1) / kScale);
}

PipeTime VectorTiming::of(const Instruction& ins) const {
    const Row& row = rows_[static_cast<std::size_t>(ins.opcode)];
    const std::int64_t held = busy(ins, banks_.work(ins, repeats(ins), per_repeat(ins), kScale));
    const std::int64_t fixed = row.fixed + (is_partial(ins) ? partial_extra_ : 0);
    if (pipelined_) return {Cycles(held), Cycles(fixed)};
    return {Cycles(held + fixed), Cycles(0)};
}

BankStalls VectorTiming::bank_stalls(const Instruction& ins) const {
    const std::int64_t each = per_repeat(ins);
    const std::int64_t count = repeats(ins);
    const std::int64_t alone = busy(ins, each * count);
    const std::int64_t groups = busy(ins, groups_only_.work(ins, count, each, kScale));
    const std::int64_t all = busy(ins, banks_.work(ins, count, each, kScale));
    return {Cycles(groups - alone), Cycles(all - groups)};
}

}  // namespace davsim
