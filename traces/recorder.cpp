// SPDX-License-Identifier: Apache-2.0
#include "traces/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace davsim::traces {
namespace {

constexpr std::array<std::string_view, 3> kLevelNames = {"off", "pipe", "full"};
// A flag becomes two slices of begin, flow point and end.
constexpr std::uint64_t kEventsPerFlag = 6;

AddressRange range_of(const Region& region, bool write) {
    AddressRange range;
    range.begin = region.begin();
    range.bytes = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(region.end() - region.begin(), UINT32_MAX));
    range.space = region.space;
    range.write = write;
    return range;
}

void add_ranges(Record& record, const Instruction& instruction) {
    const Footprint footprint = footprint_of(instruction);
    std::size_t next = 0;
    for (int i = 0; i < footprint.read_count; ++i) {
        record.ranges[next++] = range_of(footprint.reads[static_cast<std::size_t>(i)], false);
    }
    for (int i = 0; i < footprint.write_count; ++i) {
        record.ranges[next++] = range_of(footprint.writes[static_cast<std::size_t>(i)], true);
    }
}

void add_shape(Record& record, const Instruction& instruction) {
    const OpClass op_class = info_of(instruction.opcode).op_class;
    if (op_class == OpClass::kTransfer || instruction.opcode == Opcode::kMoveUb) {
        record.dtype = instruction.dma.dtype;
        record.count = instruction.dma.bursts;
        record.size = instruction.dma.burst_bytes;
        return;
    }
    record.dtype = instruction.dtype;
    record.count = static_cast<std::uint32_t>(active_elements(instruction));
    record.size = repeats_of(instruction);
}

}  // namespace

std::string_view name_of(TraceLevel level) {
    return kLevelNames[static_cast<std::size_t>(level)];
}

std::optional<TraceLevel> parse_trace_level(std::string_view name) {
    const auto* found = std::find(kLevelNames.begin(), kLevelNames.end(), name);
    if (found == kLevelNames.end()) return std::nullopt;
    return static_cast<TraceLevel>(found - kLevelNames.begin());
}

TraceRecorder::TraceRecorder(const RecorderOptions& options)
    : options_(options), store_(options.spill_folder) {}

void TraceRecorder::on_launch_begin(const LaunchInfo& info) {
    info_ = info;
    span_ = Cycles(0);
    store_ = RecordStore(options_.spill_folder);
    throughput_ = Throughput(info.clock_mhz);
    flags_ = 0;
    events_ = 0;
    dropped_ = 0;
    cut_at_ = Cycles(0);
}

bool TraceRecorder::take(std::uint64_t events, Cycles at) {
    // Once something is cut, everything later is, so that the file is a complete beginning.
    if (dropped_ == 0 && events_ + events <= options_.max_events) {
        events_ += events;
        return true;
    }
    if (dropped_ == 0) cut_at_ = at;
    dropped_ += events;
    return false;
}

void TraceRecorder::on_instruction(const InstructionEvent& event) {
    const Instruction& instruction = *event.instruction;
    // Flags and barriers have events of their own that know both sides.
    if (info_of(instruction.opcode).op_class == OpClass::kSync) return;
    if (!take(1, event.complete)) return;
    Record record;
    record.begin = event.start.count();
    record.end = event.complete.count();
    record.waited = event.waited.count();
    record.cause = event.cause;
    record.bytes = event.bytes;
    record.block = event.block;
    record.core = event.core;
    record.kind = RecordKind::kInstruction;
    record.pipe = instruction.pipe;
    record.opcode = instruction.opcode;
    add_shape(record, instruction);
    if (options_.level == TraceLevel::kFull) add_ranges(record, instruction);
    store_.add(record);
}

void TraceRecorder::on_flag(const FlagEvent& event) {
    if (!take(kEventsPerFlag, event.wait_end)) return;
    Record record;
    record.block = event.block;
    record.core = event.core;
    record.event = event.event;
    record.pairing = flags_++;

    record.kind = RecordKind::kSetFlag;
    record.pipe = event.source;
    record.other = event.destination;
    // The last cycle before the flag is up, as the vendor draws it: what was issued before it has
    // completed.
    record.begin = event.set.count() - 1;
    record.end = event.set.count();
    store_.add(record);

    record.kind = RecordKind::kWaitFlag;
    record.pipe = event.destination;
    record.other = event.source;
    record.begin = event.wait_start.count();
    record.end = event.wait_end.count();
    record.set_begin = event.set.count() - 1;
    store_.add(record);
}

void TraceRecorder::on_scalar_stall(const ScalarStallEvent& event) {
    // Waits for flags and for other cores have slices of their own.
    if (event.cause == StallCause::kFlag || event.cause == StallCause::kBarrier ||
        event.cause == StallCause::kSyncAll) {
        return;
    }
    if (!take(1, event.to)) return;
    Record record;
    record.begin = event.from.count();
    record.end = event.to.count();
    record.cause = event.cause;
    record.block = event.block;
    record.core = event.core;
    record.kind = RecordKind::kScalarStall;
    record.pipe = Pipe::kS;
    store_.add(record);
}

void TraceRecorder::on_barrier(const BarrierEvent& event) {
    if (!take(1, event.to)) return;
    Record record;
    record.begin = event.from.count();
    record.end = event.to.count();
    record.block = event.block;
    record.core = event.core;
    record.pipe = event.pipe;
    record.kind = RecordKind::kBarrier;
    if (event.pipe == Pipe::kAll) record.kind = RecordKind::kBarrierAll;
    if (event.sync_all) record.kind = RecordKind::kSyncAll;
    store_.add(record);
}

void TraceRecorder::on_block(const BlockEvent& event) {
    if (!take(1, event.end)) return;
    Record record;
    record.begin = event.begin.count();
    record.end = event.end.count();
    record.block = event.block;
    record.core = event.core;
    record.kind = RecordKind::kBlock;
    store_.add(record);
}

std::string TraceRecorder::message() const {
    if (dropped_ == 0) return {};
    return fmt::format(
        "the trace holds the first {} of {} events (up to about cycle {}); raise "
        "--trace-max-events for all of them",
        events_, events_ + dropped_, cut_at_.count());
}

}  // namespace davsim::traces
