// SPDX-License-Identifier: Apache-2.0
#include "sim/views/pipe_statistics.h"

namespace davsim {

void PipeStatistics::on_launch_begin(const LaunchInfo& info) {
    result_ = LaunchStatistics{};
    result_.info = info;
    const auto cores = static_cast<std::size_t>(info.cores);
    result_.cores.resize(cores);
    busy_.assign(cores, {});
}

void PipeStatistics::on_launch_end(Cycles span) {
    result_.span = span;
    for (std::size_t c = 0; c < result_.cores.size(); ++c) {
        for (std::size_t p = 0; p < busy_[c].size(); ++p) {
            if (static_cast<Pipe>(p) != Pipe::kS)
                result_.cores[c].pipes[p].busy = busy_[c][p].total();
        }
    }
}

CoreUse& PipeStatistics::core(int index) {
    return result_.cores.at(static_cast<std::size_t>(index));
}

void PipeStatistics::on_instruction(const InstructionEvent& event) {
    const Instruction& instruction = *event.instruction;
    PipeUse& use = core(event.core).pipe(instruction.pipe);
    use.waited[static_cast<std::size_t>(event.cause)] += event.waited;
    if (info_of(instruction.opcode).op_class == OpClass::kSync) {
        ++use.syncs;
        return;
    }
    ++use.instructions;
    use.bytes += event.bytes;
    use.ideal += event.ideal;
    busy_[static_cast<std::size_t>(event.core)][static_cast<std::size_t>(instruction.pipe)].add(
        event.start, event.complete);
}

void PipeStatistics::on_scalar_stall(const ScalarStallEvent& event) {
    core(event.core).pipe(Pipe::kS).waited[static_cast<std::size_t>(event.cause)] +=
        event.to - event.from;
}

void PipeStatistics::on_barrier(const BarrierEvent& event) {
    // The wait itself arrives as a stall of the pipe or of the scalar unit.
    if (event.pipe == Pipe::kAll) ++core(event.core).pipe(Pipe::kS).syncs;
}

void PipeStatistics::on_transfer(const TransferEvent& event) {
    MemoryUse& memory = result_.memory;
    (event.write ? memory.gm_write : memory.gm_read) += event.bytes;
    memory.line_bytes += event.line_bytes;
    memory.hit_bytes += event.hit_bytes;
    memory.hbm_read += event.hbm_read;
    memory.hbm_write += event.hbm_write;
}

void PipeStatistics::on_block(const BlockEvent& event) {
    CoreUse& use = core(event.core);
    ++use.blocks;
    use.active += event.end - event.begin;
    use.pipe(Pipe::kS).busy += event.scalar_busy;
}

}  // namespace davsim
