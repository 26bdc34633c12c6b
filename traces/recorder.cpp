// SPDX-License-Identifier: Apache-2.0
#include "traces/recorder.h"

#include <algorithm>

namespace davsim::traces {

TraceRecorder::TraceRecorder(RecorderOptions options)
    : options_(std::move(options)),
      cache_(options_.level == TraceLevel::kFull, options_.conflicts) {}

void TraceRecorder::on_launch_begin(const LaunchInfo& info) {
    LaunchMeta meta;
    meta.kernel = info.kernel;
    meta.level = name_of(options_.level);
    meta.clock_mhz = info.clock_mhz;
    meta.cores = info.cores;
    meta.vector_per_core = options_.vector_per_core;
    meta.l2_line_bytes = options_.l2_line_bytes;
    meta.group_conflicts = static_cast<bool>(options_.conflicts);
    meta.bank_conflicts = meta.group_conflicts && options_.read_write_conflicts;
    meta.blocks = info.blocks;
    meta.window_begin = options_.window.begin;
    meta.window_end = options_.window.end;
    meta.only_cores = options_.only_cores;
    meta.remarks = options_.remarks;
    store_ = std::make_unique<StoreWriter>(options_.path, meta);
    cache_ = ShapeCache(options_.level == TraceLevel::kFull, options_.conflicts);
    blocks_ = BlockAccounting(info.cores);
    throughput_ = Throughput(info.clock_mhz);
    span_ = Cycles(0);
}

bool TraceRecorder::wanted(int core, Cycles from, Cycles to) const {
    if (!options_.window.touches(from.count(), to.count())) return false;
    return options_.only_cores.empty() ||
           std::binary_search(options_.only_cores.begin(), options_.only_cores.end(), core);
}

Row TraceRecorder::row_of(RowKind kind, int core, std::uint32_t block, Cycles begin, Cycles end) {
    Row row;
    row.kind = kind;
    row.core = core;
    row.block = block;
    row.begin = begin.count();
    row.end = end.count();
    return row;
}

void TraceRecorder::keep(const Row& row, const Shape& shape) {
    Row indexed = row;
    indexed.shape = store_->index_of(shape);
    store_->add(indexed, shape);
}

void TraceRecorder::on_instruction(const InstructionEvent& event) {
    const Instruction& instruction = *event.instruction;
    const OpClass op_class = info_of(instruction.opcode).op_class;
    // Flags and barriers have events of their own that know both sides.
    if (op_class == OpClass::kSync) return blocks_.add(event, {});
    const KnownShape& known = cache_.of(event, *store_);
    blocks_.add(event, known.work);
    if (options_.level == TraceLevel::kSync) return;
    if (!wanted(event.core, event.start, event.complete)) return;
    Row row = row_of(RowKind::kInstruction, event.core, event.block, event.start, event.complete);
    row.shape = known.index;
    row.issued = event.issued.count();
    row.waited = event.waited.count();
    row.cause = event.cause;
    if (known.shape.has_gm()) row.gm = instruction.dma.gm;
    store_->add(row, known.shape);
}

void TraceRecorder::on_flag(const FlagEvent& event) {
    if (!wanted(event.core, event.set_start, event.wait_end)) return;
    Shape shape;
    shape.kind = RowKind::kFlag;
    shape.pipe = event.source;
    shape.other = event.destination;
    shape.event = event.event;
    shape.count = event.inserted ? 1 : 0;
    shape.site = cache_.site(event.site);
    Row row = row_of(RowKind::kFlag, event.core, event.block, event.set_start, event.wait_end);
    row.set = event.set.count();
    row.reached = event.wait_start.count();
    keep(row, shape);
}

void TraceRecorder::on_scalar_stall(const ScalarStallEvent& event) {
    blocks_.add(event);
    if (!wanted(event.core, event.from, event.to)) return;
    Shape shape;
    shape.kind = RowKind::kScalarStall;
    shape.pipe = event.pipe;
    shape.site = cache_.site(event.site);
    Row row = row_of(RowKind::kScalarStall, event.core, event.block, event.from, event.to);
    row.cause = event.cause;
    keep(row, shape);
}

void TraceRecorder::on_barrier(const BarrierEvent& event) {
    blocks_.add(event);
    if (!wanted(event.core, event.from, event.to)) return;
    Shape shape;
    shape.kind = RowKind::kBarrier;
    if (event.pipe == Pipe::kAll) shape.kind = RowKind::kBarrierAll;
    if (event.sync_all) shape.kind = RowKind::kSyncAll;
    shape.pipe = event.pipe;
    shape.site = cache_.site(event.site);
    shape.event = event.inserted ? 1 : 0;
    keep(row_of(shape.kind, event.core, event.block, event.from, event.to), shape);
}

void TraceRecorder::on_transfer(const TransferEvent& event) {
    throughput_.add(event);
    blocks_.add(event);
    if (options_.level != TraceLevel::kFull || !wanted(event.core, event.start, event.complete))
        return;
    Shape shape;
    shape.kind = RowKind::kTransfer;
    shape.pipe = event.write ? Pipe::kMte3 : Pipe::kMte2;
    shape.event = event.write ? 1 : 0;
    shape.bytes = event.bytes;
    // The memory system knows no blocks; the reader takes those of the rows around it.
    Row row = row_of(RowKind::kTransfer, event.core, 0, event.start, event.complete);
    row.line_bytes = event.line_bytes;
    row.hit_bytes = event.hit_bytes;
    row.hbm_bytes = event.hbm_read + event.hbm_write;
    keep(row, shape);
}

void TraceRecorder::on_block(const BlockEvent& event) {
    store_->add(blocks_.finish(event));
    if (!wanted(event.core, event.begin, event.end)) return;
    Shape shape;
    shape.kind = RowKind::kBlock;
    keep(row_of(RowKind::kBlock, event.core, event.block, event.begin, event.end), shape);
}

void TraceRecorder::on_buffer(const BufferEvent& event) {
    if (event.bytes == 0) return;  // buffers given back
    if (!wanted(event.core, Cycles(options_.window.begin), Cycles(options_.window.begin))) return;
    Shape shape;
    shape.kind = RowKind::kBuffer;
    shape.name = cache_.name(event.what);
    shape.ranges[0] = {event.begin, event.bytes, Space::kUb, true};
    const Cycles at(0);  // reserved before anything is timed
    keep(row_of(RowKind::kBuffer, event.core, event.block, at, at), shape);
}

void TraceRecorder::on_launch_end(Cycles span) {
    span_ = span;
    // Kernel libraries may be gone when the store is finished.
    cache_.resolve_sites();
}

void TraceRecorder::finish(std::map<std::string, std::string> attachments) {
    EndMeta end;
    end.span = span_.count();
    end.bin_ns = throughput_.bin_ns();
    end.bins = throughput_.bins();
    end.sites = cache_.sites();
    end.strings = cache_.strings();
    end.attachments = std::move(attachments);
    store_->finish(std::move(end));
    store_.reset();
}

}  // namespace davsim::traces
