// SPDX-License-Identifier: Apache-2.0
// The data side of CoreEngine: what instructions do to memory, and when their sources must be
// saved.
#include <algorithm>
#include <cstring>

#include "sim/device/core_engine.h"
#include "sim/isa/footprint.h"

namespace davsim {
namespace {

Range range_of(const Region& region) {
    return {static_cast<std::uint32_t>(region.begin()), static_cast<std::uint32_t>(region.end())};
}

}  // namespace

// Keeps the UB ranges that an instruction reads and writes until its effect has happened.
void CoreEngine::remember_ranges(PipeEntry& entry, const Footprint& footprint) {
    entry.read_count = 0;
    for (int i = 0; i < footprint.read_count; ++i) {
        const Region& region = footprint.reads[static_cast<std::size_t>(i)];
        if (region.space != Space::kUb) continue;
        const auto slot = static_cast<std::size_t>(entry.read_count++);
        entry.reads[slot] = range_of(region);
        entry.read_operands[slot] = region.operand;
    }
    entry.writes = {};
    for (int i = 0; i < footprint.write_count; ++i) {
        const Region& region = footprint.writes[static_cast<std::size_t>(i)];
        if (region.space == Space::kUb)
            entry.writes[static_cast<std::size_t>(i)] = range_of(region);
    }
}

void CoreEngine::about_to_write_ub(const Range& range) {
    protect_flights(range, nullptr);
}

// Saves the sources of everything that has started but not yet read them, where `write` overlaps
// them.
void CoreEngine::protect_flights(const Range& write, const PipeEntry* writer) {
    if (write.begin == write.end) return;
    queue(Pipe::kV).for_each_flight([&](PipeEntry& entry) {
        if (&entry == writer || entry.snapshot != nullptr) return;
        for (int i = 0; i < entry.read_count; ++i) {
            if (entry.reads[static_cast<std::size_t>(i)].overlaps(write))
                return take_snapshot(entry);
        }
    });
    protect_stores(write);
}

void CoreEngine::take_snapshot(PipeEntry& entry) {
    entry.snapshot = new_buffer();
    entry.snapshot->clear();
    for (int i = 0; i < entry.read_count; ++i) {
        const Range& read = entry.reads[static_cast<std::size_t>(i)];
        entry.snapshot->insert(entry.snapshot->end(), ub_.data() + read.begin,
                               ub_.data() + read.end);
    }
}

void CoreEngine::protect_stores(const Range& write) {
    for (Transfer* store : open_stores_) {
        if (!store->snapshot.empty()) continue;
        if (!store->source.overlaps(write)) continue;
        store->snapshot.assign(ub_.data() + store->source.begin, ub_.data() + store->source.end);
    }
}

void CoreEngine::run_effect(PipeEntry& entry) {
    for (const Range& write : entry.writes) protect_flights(write, &entry);
    if (entry.transfer == nullptr) return run_vector_effect(entry);
    // A store is GM's business by now, and its transfer may serve somebody else already.
    if (entry.instruction.opcode == Opcode::kLoadGm) run_load_effect(*entry.transfer);
    entry.transfer = nullptr;
}

void CoreEngine::run_load_effect(Transfer& transfer) {
    const std::uint8_t* source = transfer.snapshot.empty()
                                     ? memory_.gm().host_address(transfer.dma.gm)
                                     : transfer.snapshot.data();
    exec::run_load(transfer.dma, source, ub_.data() + transfer.dma.ub);
    transfer.data_done = true;
    memory_.load_done(transfer);
    recycle(&transfer);
}

void CoreEngine::run_vector_effect(PipeEntry& entry) {
    const Instruction& ins = entry.instruction;
    if (entry.read_count == 0 && entry.writes[0].begin == entry.writes[0].end)
        return;  // nothing enabled
    const bool move = ins.opcode == Opcode::kMoveUb;
    exec::VectorPointers pointers;
    if (handles_records(ins)) {
        pointers.dst = ub_.data() + entry.writes[0].begin;
    } else if (!move) {
        pointers.dst = ub_.data() + ins.vec.dst.addr;
        pointers.old_dst = pointers.dst;
        pointers.aux = ub_.data() + ins.vec.aux.addr;
    }
    // Where each read is now: in place, or in the snapshot, one after another.
    std::size_t offset = 0;
    for (int i = 0; i < entry.read_count; ++i) {
        const auto index = static_cast<std::size_t>(i);
        const Range& read = entry.reads[index];
        const std::uint8_t* at =
            entry.snapshot != nullptr ? entry.snapshot->data() + offset : ub_.data() + read.begin;
        offset += read.end - read.begin;
        switch (entry.read_operands[index]) {
            case Operand::kDst: pointers.old_dst = at; break;
            case Operand::kSrc0: pointers.src0 = at; break;
            case Operand::kSrc1: pointers.src1 = at; break;
            case Operand::kSrc2: pointers.src2 = at; break;
            case Operand::kSrc3: pointers.src3 = at; break;
            case Operand::kAux: break;
        }
    }
    if (move) return exec::run_move(ins.dma, pointers.src0, ub_.data() + ins.dma.ub);
    if (!exec::run_vector(ins, pointers, semantics_, registers_)) {
        const OpcodeInfo& info = info_of(ins.opcode);
        throw Error(Fault::kUnsupported, std::string(info.mnemonic) + " does not exist for " +
                                             std::string(name_of(ins.dtype)) + " operands");
    }
}

Transfer* CoreEngine::new_transfer() {
    if (free_transfers_.empty()) return &transfers_.emplace_back();
    Transfer* transfer = free_transfers_.back();
    free_transfers_.pop_back();
    return transfer;
}

void CoreEngine::recycle(Transfer* transfer) {
    free_transfers_.push_back(transfer);
}

std::vector<std::uint8_t>* CoreEngine::new_buffer() {
    if (free_buffers_.empty()) return &buffers_.emplace_back();
    auto* buffer = free_buffers_.back();
    free_buffers_.pop_back();
    return buffer;
}

void CoreEngine::recycle(std::vector<std::uint8_t>* buffer) {
    free_buffers_.push_back(buffer);
}

}  // namespace davsim
