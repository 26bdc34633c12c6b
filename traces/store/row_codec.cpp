// SPDX-License-Identifier: Apache-2.0
#include "traces/store/row_codec.h"

#include <algorithm>

namespace davsim::traces {
namespace {

// The byte in front of a row: the cause, and what differs from the expectation.
constexpr std::uint8_t kCauseMask = 0x0F;
constexpr std::uint8_t kOtherDuration = 0x10;
constexpr std::uint8_t kOtherWait = 0x20;
constexpr std::uint8_t kOtherBlock = 0x40;
static_assert(kStallCauseCount <= kCauseMask + 1);

std::int64_t expected_wait(const Expectation::PipeState& pipe, std::int64_t begin) {
    return std::max<std::int64_t>(begin - pipe.busy_until, 0);
}

std::uint8_t block_mark(const Row& row, const Expectation& last) {
    return row.block != last.block ? kOtherBlock : std::uint8_t{0};
}

}  // namespace

void RowEncoder::add(const Row& row, const Shape& shape, ByteWriter& out) {
    if (row.kind == RowKind::kInstruction) {
        instruction(row, shape, out);
    } else {
        plain(row, out);
    }
}

void RowEncoder::instruction(const Row& row, const Shape& shape, ByteWriter& out) {
    Expectation::PipeState& pipe = last_.pipe(shape.pipe);
    std::int64_t& duration = last_.duration(row.shape);
    auto marks = static_cast<std::uint8_t>(row.cause) | block_mark(row, last_);
    if (row.end - row.begin != duration) marks |= kOtherDuration;
    if (row.waited != expected_wait(pipe, row.begin)) marks |= kOtherWait;
    out.byte(static_cast<std::uint8_t>(marks));
    if ((marks & kOtherBlock) != 0) out.number(row.block);
    out.difference(row.begin - pipe.begin);
    if ((marks & kOtherDuration) != 0) out.difference(row.end - row.begin);
    if ((marks & kOtherWait) != 0) out.difference(row.waited);
    out.difference(row.issued - pipe.issued);
    if (shape.has_gm()) {
        out.difference(static_cast<std::int64_t>(row.gm - last_.gm));
        last_.gm = row.gm;
    }
    last_.block = row.block;
    duration = row.end - row.begin;
    pipe.begin = row.begin;
    pipe.issued = row.issued;
    pipe.busy_until = std::max(pipe.busy_until, row.end);
}

void RowEncoder::plain(const Row& row, ByteWriter& out) {
    const std::uint8_t marks = block_mark(row, last_);
    out.byte(static_cast<std::uint8_t>(marks | static_cast<std::uint8_t>(row.cause)));
    if (marks != 0) out.number(row.block);
    out.difference(row.begin - last_.last);
    out.difference(row.end - row.begin);
    if (row.kind == RowKind::kFlag) {
        out.difference(row.set - row.begin);
        out.difference(row.end - row.reached);
    }
    if (row.kind == RowKind::kTransfer) {
        out.number(row.line_bytes);
        out.number(row.hit_bytes);
        out.number(row.hbm_bytes);
    }
    last_.block = row.block;
    last_.last = row.begin;
}

void RowDecoder::read(ByteReader& in, Row& row, const Shape& shape) {
    row.kind = shape.kind;
    const std::uint8_t marks = in.byte();
    const auto cause = static_cast<std::uint8_t>(marks & kCauseMask);
    row.cause = cause < kStallCauseCount ? static_cast<StallCause>(cause) : StallCause::kNone;
    if ((marks & kOtherBlock) != 0) last_.block = static_cast<std::uint32_t>(in.number());
    row.block = last_.block;
    if (row.kind == RowKind::kInstruction) {
        instruction(in, marks, row, shape);
    } else {
        plain(in, row);
    }
}

void RowDecoder::instruction(ByteReader& in, std::uint8_t marks, Row& row, const Shape& shape) {
    Expectation::PipeState& pipe = last_.pipe(shape.pipe);
    std::int64_t& duration = last_.duration(row.shape);
    row.begin = pipe.begin + in.difference();
    if ((marks & kOtherDuration) != 0) duration = in.difference();
    row.end = row.begin + duration;
    row.waited = (marks & kOtherWait) != 0 ? in.difference() : expected_wait(pipe, row.begin);
    row.issued = pipe.issued + in.difference();
    if (shape.has_gm()) {
        last_.gm += static_cast<std::uint64_t>(in.difference());
        row.gm = last_.gm;
    }
    pipe.begin = row.begin;
    pipe.issued = row.issued;
    pipe.busy_until = std::max(pipe.busy_until, row.end);
}

void RowDecoder::plain(ByteReader& in, Row& row) {
    row.begin = last_.last + in.difference();
    row.end = row.begin + in.difference();
    if (row.kind == RowKind::kFlag) {
        row.set = row.begin + in.difference();
        row.reached = row.end - in.difference();
    }
    if (row.kind == RowKind::kTransfer) {
        row.line_bytes = in.number();
        row.hit_bytes = in.number();
        row.hbm_bytes = in.number();
    }
    last_.last = row.begin;
}

void encode(const BlockUse& use, ByteWriter& out) {
    out.number(static_cast<std::uint64_t>(use.core));
    out.number(use.block);
    out.difference(use.begin);
    out.difference(use.end - use.begin);
    for (const BlockPipeUse& pipe : use.pipes) {
        out.difference(pipe.busy);
        out.difference(pipe.ideal);
        out.number(pipe.instructions);
        out.number(pipe.syncs);
        out.number(pipe.bytes);
        for (const std::int64_t waited : pipe.waited) out.difference(waited);
    }
    for (const std::uint64_t bytes :
         {use.memory.read, use.memory.write, use.memory.read_line, use.memory.write_line,
          use.memory.read_hit, use.memory.write_hit, use.memory.hbm_read, use.memory.hbm_write,
          use.vector_operations, use.ub_read, use.ub_write, use.scalar_ub_read,
          use.scalar_ub_write}) {
        out.number(bytes);
    }
    for (const std::int64_t cycles : use.vector_cycles) out.difference(cycles);
    for (const std::int64_t cycles : use.scalar_waited_on) out.difference(cycles);
    out.difference(use.conflicts.groups);
    out.difference(use.conflicts.banks);
}

BlockUse decode_block_use(ByteReader& in) {
    BlockUse use;
    use.core = static_cast<int>(in.number());
    use.block = static_cast<std::uint32_t>(in.number());
    use.begin = in.difference();
    use.end = use.begin + in.difference();
    for (BlockPipeUse& pipe : use.pipes) {
        pipe.busy = in.difference();
        pipe.ideal = in.difference();
        pipe.instructions = in.number();
        pipe.syncs = in.number();
        pipe.bytes = in.number();
        for (std::int64_t& waited : pipe.waited) waited = in.difference();
    }
    for (std::uint64_t* bytes :
         {&use.memory.read, &use.memory.write, &use.memory.read_line, &use.memory.write_line,
          &use.memory.read_hit, &use.memory.write_hit, &use.memory.hbm_read, &use.memory.hbm_write,
          &use.vector_operations, &use.ub_read, &use.ub_write, &use.scalar_ub_read,
          &use.scalar_ub_write}) {
        *bytes = in.number();
    }
    for (std::int64_t& cycles : use.vector_cycles) cycles = in.difference();
    for (std::int64_t& cycles : use.scalar_waited_on) cycles = in.difference();
    use.conflicts.groups = in.difference();
    use.conflicts.banks = in.difference();
    return use;
}

}  // namespace davsim::traces
