// SPDX-License-Identifier: Apache-2.0
#include "tests/support/functional_port.h"

#include <cstring>

#include "sim/isa/footprint.h"
#include "tests/support/step_text.h"

namespace davsim::testing {
namespace {

std::size_t index_of(Pipe pipe) {
    return static_cast<std::size_t>(pipe);
}

std::string flag_text(const char* what, Pipe source, Pipe destination, std::uint8_t event) {
    return std::string(what) + " " + std::string(name_of(source)) + ">" +
           std::string(name_of(destination)) + " " + std::to_string(event);
}

}  // namespace

FunctionalPort::FunctionalPort(const FunctionalConfig& config, std::uint32_t block_idx,
                               std::uint32_t block_num)
    : ub_(config.ub_bytes) {
    context_.ub = ub_.data();
    context_.ub_bytes = config.ub_bytes;
    context_.event_ids = config.event_ids;
    context_.system_workspace = config.system_workspace;
    context_.block_idx = block_idx;
    context_.block_num = block_num;
    semantics_.fused_multiply_add = config.fused_multiply_add;
    semantics_.nan_compares_unequal = config.nan_compares_unequal;
}

void FunctionalPort::note(const std::string& step) {
    if (recording_) steps_.push_back(step);
}

void FunctionalPort::issue(const Instruction& instruction) {
    if (recording_) {
        steps_.push_back(step_text(instruction));
        instructions_.push_back(instruction);
    }
    execute(instruction);
}

void FunctionalPort::execute(const Instruction& instruction) {
    const DmaPayload& dma = instruction.dma;
    switch (instruction.opcode) {
        case Opcode::kLoadGm:
            exec::run_load(dma, reinterpret_cast<const std::uint8_t*>(dma.gm), ub() + dma.ub);
            return;
        case Opcode::kStoreGm:
            exec::run_store(dma, ub() + dma.ub, reinterpret_cast<std::uint8_t*>(dma.gm));
            return;
        case Opcode::kMoveUb: exec::run_move(dma, ub() + dma.gm, ub() + dma.ub); return;
        case Opcode::kSetFlag:
            raise(instruction.sync.source, instruction.sync.destination, instruction.sync.event);
            return;
        case Opcode::kWaitFlag:
            lower(instruction.sync.source, instruction.sync.destination, instruction.sync.event);
            return;
        case Opcode::kSetCoreFlag:
        case Opcode::kPipeBarrier: return;
        default: execute_vector(instruction);
    }
}

// Sources as the footprint lists them where the payload is not the usual one.
exec::VectorPointers FunctionalPort::pointers_of(const Instruction& instruction) {
    exec::VectorPointers pointers;
    if (handles_records(instruction)) {
        const Footprint footprint = footprint_of(instruction);
        pointers.dst = ub() + footprint.writes[0].base;
        pointers.src0 = ub() + footprint.reads[0].base;
        pointers.src1 = ub() + footprint.reads[1].base;
        pointers.src2 = ub() + footprint.reads[2].base;
        pointers.src3 = ub() + footprint.reads[3].base;
        return pointers;
    }
    const VectorPayload& vec = instruction.vec;
    pointers.dst = ub() + vec.dst.addr;
    pointers.old_dst = pointers.dst;
    pointers.src0 = ub() + vec.src0.addr;
    pointers.src1 = ub() + vec.src1.addr;
    pointers.src2 = ub() + vec.aux.addr;
    pointers.aux = ub() + vec.aux.addr;
    return pointers;
}

void FunctionalPort::execute_vector(const Instruction& instruction) {
    const exec::VectorPointers pointers = pointers_of(instruction);
    if (!exec::run_vector(instruction, pointers, semantics_, registers_)) {
        fail(Fault::kInternal, "no such instruction: " + step_text(instruction));
    }
}

void FunctionalPort::raise(Pipe source, Pipe destination, std::uint8_t event) {
    std::uint32_t& flags = flags_[index_of(source)][index_of(destination)];
    if ((flags >> event & 1U) != 0) {
        fail(Fault::kDeadlock,
             flag_text("flag set twice without a wait:", source, destination, event));
    }
    flags |= 1U << event;
}

void FunctionalPort::lower(Pipe source, Pipe destination, std::uint8_t event) {
    std::uint32_t& flags = flags_[index_of(source)][index_of(destination)];
    if ((flags >> event & 1U) == 0) {
        fail(Fault::kDeadlock,
             flag_text("wait for a flag that is not set:", source, destination, event));
    }
    flags &= ~(1U << event);
}

void FunctionalPort::spend(ScalarOp op, int count) {
    spent_[static_cast<std::size_t>(op)] += count;
}

void FunctionalPort::set_flag(Pipe destination, std::uint8_t event) {
    note(flag_text("SET_FLAG", Pipe::kS, destination, event));
    raise(Pipe::kS, destination, event);
}

void FunctionalPort::wait_flag(Pipe source, std::uint8_t event) {
    note(flag_text("WAIT_FLAG", source, Pipe::kS, event));
    lower(source, Pipe::kS, event);
}

void FunctionalPort::barrier_all() {
    note("BAR ALL");
}

void FunctionalPort::sync_all() {
    note("SYNC_ALL");
    if (sync_all_) sync_all_();
}

void FunctionalPort::load_ub(std::uint32_t addr, void* out, std::size_t bytes) {
    note("LOAD_UB " + std::to_string(addr) + "+" + std::to_string(bytes));
    std::memcpy(out, ub() + addr, bytes);
}

void FunctionalPort::store_ub(std::uint32_t addr, const void* data, std::size_t bytes) {
    note("STORE_UB " + std::to_string(addr) + "+" + std::to_string(bytes));
    std::memcpy(ub() + addr, data, bytes);
}

void FunctionalPort::load_gm(std::uint64_t addr, void* out, std::size_t bytes) {
    note("LOAD_GM +" + std::to_string(bytes));
    std::memcpy(out, reinterpret_cast<const void*>(addr), bytes);
}

void FunctionalPort::store_gm(std::uint64_t addr, const void* data, std::size_t bytes) {
    note("STORE_GM +" + std::to_string(bytes));
    std::memcpy(reinterpret_cast<void*>(addr), data, bytes);
}

void FunctionalPort::wait_core_flag(std::uint8_t flag) {
    note("WAIT_CROSS_CORE " + std::to_string(flag));
}

void FunctionalPort::clean_line(std::uint64_t /*addr*/) {
    note("CLEAN_LINE");
}

void FunctionalPort::clean_all_lines() {
    note("CLEAN_ALL_LINES");
}

void FunctionalPort::preload_line(std::uint64_t /*addr*/) {
    note("PRELOAD_LINE");
}

void FunctionalPort::load_gm_direct(std::uint64_t addr, void* out, std::size_t bytes) {
    note("LOAD_GM_DIRECT +" + std::to_string(bytes));
    std::memcpy(out, reinterpret_cast<const void*>(addr), bytes);
}

void FunctionalPort::store_gm_direct(std::uint64_t addr, const void* data, std::size_t bytes) {
    note("STORE_GM_DIRECT +" + std::to_string(bytes));
    std::memcpy(reinterpret_cast<void*>(addr), data, bytes);
}

void FunctionalPort::update_gm(std::uint64_t addr, std::size_t bytes, void (*change)(void*, void*),
                               void* context) {
    note("UPDATE_GM +" + std::to_string(bytes));
    change(reinterpret_cast<void*>(addr), context);
}

std::uint64_t FunctionalPort::vector_register(VectorRegister which) {
    static constexpr std::array<const char*, std::tuple_size_v<VectorRegisters>> kNames = {
        "ACCUMULATOR", "EXTREME", "MERGED", "KEPT", "CMPMASK_LOW", "CMPMASK_HIGH"};
    note(kNames[static_cast<std::size_t>(which)]);
    return registers_[static_cast<std::size_t>(which)];
}

void FunctionalPort::note_buffer(std::uint32_t begin, std::uint32_t bytes, const char* what) {
    buffers_.push_back(std::to_string(begin) + "+" + std::to_string(bytes) + " " + what);
}

std::int64_t FunctionalPort::now() {
    return static_cast<std::int64_t>(instructions_.size());
}

void FunctionalPort::print(const std::string& text) {
    printed_ += text;
}

void FunctionalPort::fail(Fault fault, const std::string& message) {
    throw Error(fault, message);
}

void FunctionalPort::clear() {
    steps_.clear();
    instructions_.clear();
    spent_ = {};
}

int FunctionalPort::pending_flags() const {
    int pending = 0;
    for (const auto& row : flags_) {
        for (const std::uint32_t flags : row) pending += __builtin_popcount(flags);
    }
    return pending;
}

}  // namespace davsim::testing
