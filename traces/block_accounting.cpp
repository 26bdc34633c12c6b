// SPDX-License-Identifier: Apache-2.0
#include "traces/block_accounting.h"

#include <algorithm>

#include "sim/isa/footprint.h"

namespace davsim::traces {
namespace {

VectorClass class_of(DataType type) {
    switch (type) {
        case DataType::kFloat32: return VectorClass::kFp32;
        case DataType::kFloat16: return VectorClass::kFp16;
        case DataType::kInt32:
        case DataType::kUint32: return VectorClass::kInt32;
        case DataType::kInt16:
        case DataType::kUint16: return VectorClass::kInt16;
        default: return VectorClass::kOther;
    }
}

bool is_sync(const Instruction& instruction) {
    return info_of(instruction.opcode).op_class == OpClass::kSync;
}

}  // namespace

InstructionWork work_of(const Instruction& instruction) {
    InstructionWork work;
    if (is_sync(instruction)) return work;
    const Footprint footprint = footprint_of(instruction);
    if (instruction.pipe == Pipe::kV) {
        const bool twice =
            instruction.opcode == Opcode::kMulAddDst || instruction.opcode == Opcode::kAxpy;
        if (instruction.opcode != Opcode::kMoveUb)
            work.operations = active_elements(instruction) * (twice ? 2U : 1U);
    }
    for (int i = 0; i < footprint.read_count; ++i) {
        const Region& region = footprint.reads[static_cast<std::size_t>(i)];
        if (region.space == Space::kUb) work.ub_read += region.bytes * region.count;
    }
    for (int i = 0; i < footprint.write_count; ++i) {
        const Region& region = footprint.writes[static_cast<std::size_t>(i)];
        if (region.space == Space::kUb) work.ub_write += region.bytes * region.count;
    }
    return work;
}

void BlockAccounting::add(const InstructionEvent& event, const InstructionWork& work) {
    Core& sums = core(event.core);
    const Instruction& instruction = *event.instruction;
    BlockPipeUse& use = sums.use.pipe(instruction.pipe);
    use.waited[static_cast<std::size_t>(event.cause)] += event.waited.count();
    if (is_sync(instruction)) {
        ++use.syncs;
        return;
    }
    ++use.instructions;
    use.bytes += event.bytes;
    use.ideal += event.ideal.count();
    IntervalUnion& busy = sums.busy[static_cast<std::size_t>(instruction.pipe)];
    const Cycles before = busy.total();
    busy.add(event.start, event.complete);
    const std::int64_t added = (busy.total() - before).count();
    use.busy += added;
    if (instruction.pipe != Pipe::kV) return;
    sums.use.vector_cycles[static_cast<std::size_t>(class_of(instruction.dtype))] += added;
    sums.use.vector_operations += work.operations;
    sums.use.ub_read += work.ub_read;
    sums.use.ub_write += work.ub_write;
    sums.use.conflicts.groups += work.conflicts.groups;
    sums.use.conflicts.banks += work.conflicts.banks;
}

void BlockAccounting::add(const ScalarStallEvent& event) {
    const auto pipe = static_cast<std::size_t>(event.pipe);
    if (event.cause == StallCause::kQueueFull || event.cause == StallCause::kFlag)
        core(event.core).use.scalar_waited_on.at(pipe) += (event.to - event.from).count();
    core(event.core).use.pipe(Pipe::kS).waited[static_cast<std::size_t>(event.cause)] +=
        (event.to - event.from).count();
}

void BlockAccounting::add(const BarrierEvent& event) {
    if (event.pipe == Pipe::kAll) ++core(event.core).use.pipe(Pipe::kS).syncs;
}

void BlockAccounting::add(const TransferEvent& event) {
    BlockMemoryUse& memory = core(event.core).use.memory;
    (event.write ? memory.write : memory.read) += event.bytes;
    (event.write ? memory.write_line : memory.read_line) += event.line_bytes;
    (event.write ? memory.write_hit : memory.read_hit) += event.hit_bytes;
    memory.hbm_read += event.hbm_read;
    memory.hbm_write += event.hbm_write;
}

void BlockAccounting::add(const ScalarEvent& event) {
    if (event.space != Space::kUb) return;
    BlockUse& use = core(event.core).use;
    if (event.kind == ScalarEvent::Kind::kLoad) use.scalar_ub_read += event.bytes;
    if (event.kind == ScalarEvent::Kind::kStore) use.scalar_ub_write += event.bytes;
}

BlockUse BlockAccounting::finish(const BlockEvent& event) {
    Core& sums = core(event.core);
    BlockUse use = sums.use;
    sums.use = BlockUse{};
    use.core = event.core;
    use.block = event.block;
    use.begin = event.begin.count();
    use.end = event.end.count();
    use.pipe(Pipe::kS).busy += event.scalar_busy.count();
    return use;
}

}  // namespace davsim::traces
