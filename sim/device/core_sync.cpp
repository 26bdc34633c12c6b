// SPDX-License-Identifier: Apache-2.0
// Automatic synchronisation: the barriers and flags that AiCore inserts where AutoSync asks for
// them. They go the way of the kernel's own, so that they cost what those cost, and are marked.
#include "sim/device/ai_core.h"

namespace davsim {
namespace {

constexpr std::uint8_t kInsertedEvent = FlagTable::kInsertedEvent;

}  // namespace

void AiCore::insert(Opcode opcode, Pipe pipe, const SyncPayload& sync) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.pipe = pipe;
    instruction.inserted = true;
    instruction.site = site;
    instruction.sync = sync;
    work(around_.config.scalar.issue);
    push(instruction, {}, 0);
}

void AiCore::insert_flag(Pipe source, Pipe destination) {
    const SyncPayload sync{source, destination, kInsertedEvent};
    inserting_ = true;
    if (source == Pipe::kS) {
        set_flag(destination, kInsertedEvent);
        insert(Opcode::kWaitFlag, destination, sync);
    } else {
        insert(Opcode::kSetFlag, source, sync);
        wait_flag(source, kInsertedEvent);
    }
    inserting_ = false;
}

void AiCore::sync_before(const Instruction& instruction, const Footprint& footprint) {
    const AutoSync::Need need = auto_sync_.before(instruction, footprint);
    if (need.vector_barrier) insert(Opcode::kPipeBarrier, Pipe::kV, {Pipe::kV, Pipe::kV, 0});
    if (need.scalar_flag) insert_flag(Pipe::kS, instruction.pipe);
}

// `region`: GM as host addresses, as the kernel knows them.
void AiCore::sync_before_scalar(const Region& region, bool store) {
    for (const Pipe pipe : {Pipe::kV, Pipe::kMte2, Pipe::kMte3}) {
        if (auto_sync_.before_scalar(pipe, region, store)) insert_flag(pipe, Pipe::kS);
    }
    if (store) auto_sync_.scalar_stored(region);
}

}  // namespace davsim
