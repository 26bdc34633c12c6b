// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pipes of one core, advanced together. A discrete-event model of its own, in plain C++: it
// always takes the earliest thing that can happen (a completion before a start, ties by pipe) and
// runs ahead of SystemC time as long as nobody outside the core can tell. Only a transfer's start
// and end touch the outside: they happen at their SystemC time.
//
// Effects are computed at completion, reading sources as they were at the start: in place, or from
// a snapshot that was taken when another instruction was about to overwrite them in between.
//
// Timing: VectorTiming (pipe V), MemorySystem (MTE2, MTE3); flags, barriers and queues by config
// section `sync`.

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/device/flag_table.h"
#include "sim/device/guarded_memory.h"
#include "sim/device/jitter.h"
#include "sim/device/memory_system.h"
#include "sim/device/pipe_queue.h"
#include "sim/device/transfer.h"
#include "sim/events/hub.h"
#include "sim/exec/exec.h"
#include "sim/isa/core_port.h"
#include "sim/isa/footprint.h"
#include "sim/timing/dma_timing.h"
#include "sim/timing/vector_timing.h"

namespace davsim {

// What the engine needs from its SystemC module.
class EngineHost {
public:
    virtual ~EngineHost() = default;
    virtual Cycles global_now() const = 0;
    // Have engine.advance() called again at `time` at the latest.
    virtual void wake_at(Cycles time) = 0;
    // The scalar unit's wait is over.
    virtual void scalar_ready() = 0;
    // A kSetCoreFlag has come to its end at `at`, which may lie ahead of global time.
    virtual void core_flag_set(const Instruction& instruction, Cycles at) = 0;
};

// What the scalar unit is waiting for.
struct ScalarWait {
    enum class Kind : std::uint8_t {
        kRunning,   // not waiting: it may push something at its clock
        kSpace,     // room in the queue of `pipe`
        kFlag,      // flag (pipe -> S, event) to be set
        kFlagFree,  // flag (S -> pipe, event) to be consumed, at a clock up to which all has
                    // happened
        kSettled,   // everything up to its clock has happened
        kDrained,   // all pipes empty
        kOutside,   // another core, GM or the end; it does not push until `until`
        kCoreFlag,  // a flag of other cores, number `event`; the pipes go on, but not ahead of time
    };
    Kind kind = Kind::kRunning;
    Pipe pipe = Pipe::kS;
    std::uint8_t event = 0;
    const void* site = nullptr;  // the kernel's line
};

class CoreEngine : public TransferOwner {
public:
    CoreEngine(const SocConfig& config, int core, EngineHost& host, MemorySystem& memory, Hub& hub);

    std::uint8_t* ub() { return ub_.data(); }

    // A launch begins: event times are counted from `base`.
    void begin_launch(Cycles base, const std::optional<std::uint64_t>& jitter_seed);
    void begin_block(std::uint32_t block) { block_ = block; }

    PipeQueue& queue(Pipe pipe) { return queues_[static_cast<std::size_t>(pipe)]; }
    // `footprint` is footprint_of(instruction). Returns the queued instruction, whose GM address
    // the caller may still translate.
    Instruction& push(const Instruction& instruction, const Footprint& footprint, Cycles ready);

    // Runs everything that may happen now. Returns when it must wait for the outside, when it runs
    // out of work, or when the scalar unit can go on.
    void advance();

    // The scalar unit: its clock and what it waits for. advance() never passes `clock` while it
    // runs.
    Cycles clock;
    ScalarWait wait;

    // True once `wait` is fulfilled; `clock` is then raised to the time at which it was.
    bool scalar_can_go() const { return scalar_ready_; }
    void scalar_resumed() {
        scalar_ready_ = false;
        wait = {};
    }

    // Sets a flag from the scalar unit at its clock.
    void set_flag_from_scalar(Pipe destination, std::uint8_t event, const void* site);

    // The serial number of the next instruction.
    std::uint64_t next_serial() const { return serial_; }

    // Before the scalar unit (or the memory system) changes UB bytes.
    void about_to_write_ub(const Range& range);

    std::uint64_t vector_register(VectorRegister which) const {
        return registers_[static_cast<std::size_t>(which)];
    }
    // Instructions since the last call.
    std::uint64_t take_instructions() { return std::exchange(instructions_, 0); }
    Cycles drained_at() const;
    bool idle() const;

    // Flags that are set, as text, each with the site of its SetFlag.
    std::vector<std::pair<std::string, const void*>> pending_flags() const;
    void clear_flags() { flags_.clear(); }
    // Away with a flag of a pipe for itself.
    void take_flag(Pipe pipe, std::uint8_t event) { flags_.at(pipe, pipe, event) = {}; }

    // Adds what the pipes are waiting for, for deadlock reports.
    void list_waits(std::vector<BlockedWait>& waits);

    // TransferOwner
    void transfer_streamed(Transfer& transfer, Cycles now, Cycles complete) override;
    const std::uint8_t* store_source(const Transfer& transfer) override;
    void store_done(Transfer& transfer) override;

private:
    struct Next {
        Cycles time = kNever;
        int pipe = -1;
        bool completion = false;
    };

    Next earliest() const;
    void refresh(PipeQueue& queue);
    Cycles start_time(const PipeQueue& queue, const PipeEntry& entry);
    Cycles bound() const;
    Cycles shortest_lead() const;
    bool blocked_outside(const Next& next);
    bool check_scalar();
    void scalar_done_waiting(Cycles at);

    void start(PipeQueue& queue, Cycles now);
    void start_vector(PipeQueue& queue, PipeEntry& entry, Cycles now);
    void start_transfer(PipeQueue& queue, PipeEntry& entry, Cycles now);
    void start_wait_flag(PipeQueue& queue, PipeEntry& entry, Cycles now);
    void start_barrier(PipeQueue& queue, PipeEntry& entry, Cycles now);
    void note_stall(PipeQueue& queue, PipeEntry& entry, Cycles now) const;

    void complete(PipeQueue& queue);
    Cycles completion_time(const PipeQueue& queue, const PipeEntry& entry);
    void consume(FlagState& flag, const SyncPayload& sync, Cycles reached, Cycles now,
                 const void* site);
    bool settled();
    void run_effect(PipeEntry& entry);
    void run_vector_effect(PipeEntry& entry);
    void run_load_effect(Transfer& transfer);
    void raise_flag(const SyncPayload& sync, Cycles started, Cycles now, const void* site);
    void emit(const PipeEntry& entry);
    Cycles ideal_time(const Instruction& instruction, std::uint64_t bytes) const;
    Cycles transfer_delay(const Instruction& instruction, std::uint64_t serial) const;
    Cycles interlock(const PipeQueue& queue, const PipeEntry& entry) const;

    static void remember_ranges(PipeEntry& entry, const Footprint& footprint);
    void protect_flights(const Range& write, const PipeEntry* writer);
    void take_snapshot(PipeEntry& entry);
    void protect_stores(const Range& write);

    Transfer* new_transfer();
    void recycle(Transfer* transfer);
    std::vector<std::uint8_t>* new_buffer();
    void recycle(std::vector<std::uint8_t>* buffer);

    const SocConfig& config_;
    int core_;
    EngineHost& host_;
    MemorySystem& memory_;
    Hub& hub_;
    VectorTiming vector_timing_;
    DmaTiming dma_timing_;
    exec::Semantics semantics_;

    GuardedMemory ub_;
    std::vector<PipeQueue> queues_;
    FlagTable flags_;
    VectorRegisters registers_{};
    std::optional<Jitter> jitter_;

    Cycles base_;
    std::uint32_t block_ = 0;
    std::uint64_t serial_ = 0;
    std::uint64_t instructions_ = 0;
    std::uint64_t pairings_ = 0;
    int open_streams_ = 0;  // transfers whose end is not known yet
    bool scalar_ready_ = false;
    bool want_instructions_ = false;

    std::vector<Transfer*> open_stores_;  // posted, not yet in GM
    std::deque<Transfer> transfers_;
    std::vector<Transfer*> free_transfers_;
    std::deque<std::vector<std::uint8_t>> buffers_;
    std::vector<std::vector<std::uint8_t>*> free_buffers_;
};

}  // namespace davsim
