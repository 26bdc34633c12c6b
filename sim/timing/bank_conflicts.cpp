// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/bank_conflicts.h"

#include <algorithm>

#include "sim/isa/footprint.h"

namespace davsim {

namespace {

// A selection with a scalar has one vector source.
bool reads_src1(const Instruction& ins) {
    if (ins.opcode != Opcode::kSelect) return true;
    const auto mode = static_cast<SelectMode>(ins.vec.variant);
    return mode == SelectMode::kRegister || mode == SelectMode::kTensor;
}

}  // namespace

BankConflicts::BankConflicts(const UbBanksConfig& banks, bool enabled, bool read_write)
    : groups_(static_cast<std::uint32_t>(banks.groups)),
      row_bytes_(static_cast<std::uint32_t>(banks.row_bytes)),
      enabled_(enabled && banks.groups > 0 && banks.groups <= kMaxGroups && banks.row_bytes > 0),
      read_write_(read_write) {
    if (enabled_) {
        rows_a_layer_ =
            static_cast<std::uint32_t>(banks.groups * banks.bank_bytes / banks.row_bytes);
    }
}

BankConflicts::Rows BankConflicts::rows_of(const VectorOperand& operand,
                                           std::uint32_t lanes) const {
    const std::uint32_t block_rows = std::max(1U, kBlockBytes / row_bytes_);
    const auto bytes = lanes * static_cast<std::uint32_t>(size_of(operand.dtype));
    Rows rows;
    rows.first = operand.addr / row_bytes_;
    rows.step = operand.blk_stride * block_rows;
    rows.shift = operand.rep_stride * block_rows;
    // A block stride of 0 reads one block for all: one row.
    rows.count = operand.blk_stride == 0 ? 1U : (bytes + kBlockBytes - 1) / kBlockBytes;
    return rows;
}

BankConflicts::Access BankConflicts::access_of(const Instruction& ins) const {
    const OpcodeInfo& info = info_of(ins.opcode);
    const VectorPayload& vec = ins.vec;
    const std::uint32_t lanes = repeat_extent(ins);
    Access access;
    const auto read = [&](const Rows& rows) {
        access.reads[static_cast<std::size_t>(access.read_count++)] = rows;
    };
    if (ins.opcode == Opcode::kBrcb) {  // 8 elements spread over 8 blocks
        access.write =
            rows_of(vec.dst, kRepeatBytes / static_cast<std::uint32_t>(size_of(vec.dst.dtype)));
        return access;
    }
    // Rows that offsets pick are not known here; what these instructions need is in their row.
    if (info.op_class == OpClass::kShuffle || info.op_class == OpClass::kRegister) return access;
    if (info.sources > 0) read(rows_of(vec.src0, lanes));
    if (info.sources > 1 && reads_src1(ins)) read(rows_of(vec.src1, lanes));
    // What a reduction or comparison leaves of a repeat is one row or less.
    const bool few = info.op_class == OpClass::kReduce || info.op_class == OpClass::kCompare;
    if (!few) access.write = rows_of(vec.dst, lanes);
    if (info.accumulates) read(access.write);
    return access;
}

// Neighbouring rows lie in different groups.
bool BankConflicts::harmless(const Rows& rows) const {
    return rows.count <= 1 || (rows.step % groups_ == 1 % groups_ && rows.count <= groups_);
}

// Repeats after which the pattern of groups comes back, seen from the first operand; 1 when all
// operands move along together.
std::uint32_t BankConflicts::period(const Access& access) const {
    const auto same = [&](const Rows& rows) {
        return rows.count == 0 || (rows.shift - access.reads[0].shift) % groups_ == 0;
    };
    bool together = same(access.write) || harmless(access.write);
    for (int i = 0; i < access.read_count; ++i) {
        together = together && same(access.reads[static_cast<std::size_t>(i)]);
    }
    return together ? 1 : groups_;
}

std::int64_t BankConflicts::beats(const Access& access, std::uint32_t repeat) const {
    std::array<std::uint8_t, kMaxGroups> reads{};
    std::array<std::uint8_t, kMaxGroups> writes{};
    std::uint8_t most = 1;
    const auto count = [&](const Rows& rows, std::array<std::uint8_t, kMaxGroups>& served) {
        std::uint32_t row = rows.first + rows.shift * repeat;
        for (std::uint32_t i = 0; i < rows.count; ++i, row += rows.step) {
            most = std::max(most, ++served[row & (groups_ - 1)]);
        }
    };
    for (int i = 0; i < access.read_count; ++i) {
        count(access.reads[static_cast<std::size_t>(i)], reads);
    }
    count(access.write, writes);
    return most + (read_write_ && shares_a_bank(access, repeat) ? 1 : 0);
}

bool BankConflicts::shares_a_bank(const Access& access, std::uint32_t repeat) const {
    const auto bank = [&](const Rows& rows, std::uint32_t i) {
        const std::uint32_t row = rows.first + rows.shift * repeat + rows.step * i;
        return (row / rows_a_layer_) * groups_ + (row & (groups_ - 1));
    };
    for (int r = 0; r < access.read_count; ++r) {
        const Rows& rows = access.reads[static_cast<std::size_t>(r)];
        for (std::uint32_t i = 0; i < rows.count; ++i) {
            for (std::uint32_t j = 0; j < access.write.count; ++j) {
                if (bank(rows, i) == bank(access.write, j)) return true;
            }
        }
    }
    return false;
}

std::int64_t BankConflicts::work(const Instruction& ins, std::int64_t repeats,
                                 std::int64_t per_repeat, std::int64_t scale) const {
    const bool counted = enabled_ && ins.opcode != Opcode::kMoveUb && !handles_records(ins);
    if (!counted || repeats == 0) return per_repeat * repeats;
    const Access access = access_of(ins);
    const bool one_read = access.read_count <= 1 && harmless(access.reads[0]);
    if (one_read && harmless(access.write) && !read_write_) return per_repeat * repeats;
    const std::int64_t round = read_write_ ? repeats : period(access);
    std::int64_t sum = 0;
    std::int64_t left = 0;  // what the last, incomplete round needs
    const std::int64_t rounds = repeats / round;
    const std::int64_t rest = repeats % round;
    for (std::int64_t r = 0; r < std::min(round, repeats); ++r) {
        const std::int64_t cycles =
            std::max(per_repeat, scale * beats(access, static_cast<std::uint32_t>(r)));
        sum += cycles;
        if (r < rest) left += cycles;
    }
    return sum * rounds + left;
}

}  // namespace davsim
