// SPDX-License-Identifier: Apache-2.0
#include "sim/device/core_engine.h"

#include <algorithm>
#include <array>

#include "sim/isa/footprint.h"

namespace davsim {
namespace {

// The pipes that a vector core has; the queues of the others stay empty.
constexpr std::array<Pipe, 3> kPipes = {Pipe::kMte2, Pipe::kV, Pipe::kMte3};

// Around the unified buffer: how far a kernel's pointer may miss it and still be noticed.
constexpr std::size_t kGuardBytes = std::size_t{1} << 20;

bool is_transfer(const Instruction& ins) {
    return info_of(ins.opcode).op_class == OpClass::kTransfer;
}

}  // namespace

CoreEngine::CoreEngine(const SocConfig& config, int core, EngineHost& host, MemorySystem& memory,
                       Hub& hub)
    : config_(config),
      core_(core),
      host_(host),
      memory_(memory),
      hub_(hub),
      vector_timing_(config.vector, config.memory.ub_banks),
      dma_timing_(config.dma, config.l2.line_bytes),
      ub_(static_cast<std::size_t>(config.memory.ub_bytes), kGuardBytes),
      queues_(kPipeCount, PipeQueue(static_cast<std::size_t>(config.sync.queue_depth))) {
    semantics_.fused_multiply_add = config.vector.fused_multiply_add;
    semantics_.nan_compares_unequal = config.vector.nan_compares_unequal;
}

void CoreEngine::begin_launch(Cycles base, const std::optional<std::uint64_t>& jitter_seed) {
    jitter_.reset();
    if (jitter_seed) jitter_.emplace(*jitter_seed, core_, config_.sync.jitter_percent);
    base_ = base;
    serial_ = 0;
    instructions_ = 0;
    pairings_ = 0;
    flags_.clear();
    want_instructions_ = hub_.wants(interest::kInstruction);
}

Instruction& CoreEngine::push(const Instruction& instruction, const Footprint& footprint,
                              Cycles ready) {
    PipeQueue& q = queue(instruction.pipe);
    PipeEntry& entry = q.push();
    entry.instruction = instruction;
    entry.serial = serial_++;
    entry.issued = ready;
    entry.complete = kNever;
    entry.transfer = nullptr;
    entry.snapshot = nullptr;
    entry.operands_ready = Cycles(0);
    entry.delay =
        jitter_ && is_transfer(instruction) ? transfer_delay(instruction, entry.serial) : Cycles(0);
    remember_ranges(entry, footprint);
    ++instructions_;
    if (q.only_one_waiting()) refresh(q);
    return entry.instruction;
}

// Jitter makes a transfer take longer by letting it begin later: those behind it stay behind it.
Cycles CoreEngine::transfer_delay(const Instruction& ins, std::uint64_t serial) const {
    const bool store = ins.opcode == Opcode::kStoreGm;
    const Cycles least =
        dma_timing_.shortest(store) +
        dma_timing_.ideal(std::uint64_t{ins.dma.bursts} * ins.dma.burst_bytes, store);
    return jitter_->stretch(least, serial);
}

bool CoreEngine::idle() const {
    return std::all_of(queues_.begin(), queues_.end(),
                       [](const PipeQueue& q) { return q.empty(); });
}

Cycles CoreEngine::drained_at() const {
    Cycles latest = clock;
    for (const PipeQueue& q : queues_) latest = std::max(latest, q.last_complete);
    return latest;
}

// ---------------------------------------------------------------------------------------------------
// The event loop

void CoreEngine::advance() {
    while (!check_scalar()) {
        const Next next = earliest();
        const bool scalar_limits =
            wait.kind == ScalarWait::Kind::kOutside || wait.kind == ScalarWait::Kind::kSettled;
        if (next.time == kNever || (scalar_limits && next.time > clock)) return;
        if (wait.kind == ScalarWait::Kind::kCoreFlag && next.time > host_.global_now())
            return host_.wake_at(next.time);
        if (blocked_outside(next)) return;
        PipeQueue& q = queues_[static_cast<std::size_t>(next.pipe)];
        if (next.completion) {
            complete(q);
        } else {
            start(q, next.time);
        }
    }
}

CoreEngine::Next CoreEngine::earliest() const {
    Next best;
    for (const Pipe pipe : kPipes) {
        const int index = static_cast<int>(pipe);
        const PipeQueue& q = queues_[static_cast<std::size_t>(index)];
        const Cycles done = q.completion_due;
        if (done < best.time || (done == best.time && done != kNever && !best.completion)) {
            best = {done, index, true};
        }
        if (q.start_due < best.time) best = {q.start_due, index, false};
    }
    return best;
}

// To be called after anything that moves the queue's next start or completion.
void CoreEngine::refresh(PipeQueue& q) {
    q.completion_due = q.has_flight() ? completion_time(q, q.oldest_flight()) : kNever;
    if (!q.has_waiting()) {
        q.start_due = kNever;
        return;
    }
    PipeEntry& first = q.first_waiting();
    // Kept, because what is waited for is no flight any more once it is complete.
    if (config_.vector.interlocked && first.instruction.pipe == Pipe::kV)
        first.operands_ready = std::max(first.operands_ready, interlock(q, first));
    q.start_due = start_time(q, first);
}

// A flag set by a pipe becomes visible after everything issued before it has completed, and not
// before an earlier set of the same flag was consumed.
Cycles CoreEngine::completion_time(const PipeQueue& q, const PipeEntry& entry) {
    const Instruction& ins = entry.instruction;
    if (ins.opcode == Opcode::kSetCoreFlag)
        return std::max(entry.start, q.last_complete) + Cycles(config_.sync.set_flag);
    // In order: what stands in front may have been held up since this one started.
    if (ins.opcode != Opcode::kSetFlag) return std::max(entry.complete, q.last_complete);
    const FlagState& flag = flags_.at(ins.sync.source, ins.sync.destination, ins.sync.event);
    if (flag.set) return kNever;
    return std::max({entry.start, q.last_complete, flag.consumed}) + Cycles(config_.sync.set_flag);
}

Cycles CoreEngine::start_time(const PipeQueue& q, const PipeEntry& entry) {
    const Instruction& ins = entry.instruction;
    // In order: not before the entry in front has started.
    const Cycles ordered = std::max({entry.issued, q.order_at, q.last_start});
    switch (ins.opcode) {
        case Opcode::kSetFlag:
        case Opcode::kSetCoreFlag: return ordered;
        case Opcode::kWaitFlag: {
            const FlagState& flag =
                flags_.at(ins.sync.source, ins.sync.destination, ins.sync.event);
            return flag.set ? std::max(ordered, flag.visible) : kNever;
        }
        case Opcode::kPipeBarrier:
            return q.has_flight() ? kNever : std::max(ordered, q.last_complete);
        default: break;
    }
    if (q.free_at == kNever) return kNever;
    const Cycles start = std::max(ordered, q.free_at) + entry.delay;
    return std::max(start, entry.operands_ready);
}

// Where the hardware orders dependent vector instructions: when the results that this one reads are
// there.
Cycles CoreEngine::interlock(const PipeQueue& q, const PipeEntry& entry) const {
    Cycles ready;
    q.for_each_flight([&](const PipeEntry& flight) {
        if (flight.complete == kNever) return;
        for (int i = 0; i < entry.read_count; ++i) {
            const Range& read = entry.reads[static_cast<std::size_t>(i)];
            for (const Range& write : flight.writes)
                if (read.overlaps(write)) ready = std::max(ready, flight.complete);
        }
    });
    return ready;
}

// Until when the core's own events cannot be touched by a transfer whose end is still open.
Cycles CoreEngine::bound() const {
    if (open_streams_ == 0) return kNever;
    const Cycles now = host_.global_now();
    Cycles limit = kNever;
    for (const Pipe pipe : kPipes) {
        const PipeQueue& q = queues_[static_cast<std::size_t>(pipe)];
        if (q.free_at == kNever) limit = std::min(limit, q.open_until(now));
    }
    return limit;
}

// True if `next` must wait for the outside; then a wake-up is arranged.
bool CoreEngine::blocked_outside(const Next& next) {
    PipeQueue& q = queues_[static_cast<std::size_t>(next.pipe)];
    const bool starts_transfer = !next.completion && is_transfer(q.first_waiting().instruction);
    if (open_streams_ == 0 && !starts_transfer) return false;  // the common case
    const Cycles now = host_.global_now();
    if (next.time >= bound()) {
        // The limit moves along with time at a distance of one latency.
        host_.wake_at(std::max(now + Cycles(1), next.time - shortest_lead() + Cycles(1)));
        return true;
    }
    if (!starts_transfer || next.time <= now) return false;
    host_.wake_at(next.time);
    return true;
}

bool CoreEngine::check_scalar() {
    if (scalar_ready_) return true;
    switch (wait.kind) {
        case ScalarWait::Kind::kRunning:
        case ScalarWait::Kind::kCoreFlag:
        case ScalarWait::Kind::kOutside: return false;
        case ScalarWait::Kind::kSpace: {
            PipeQueue& q = queue(wait.pipe);
            if (!q.full()) scalar_done_waiting(q.last_start);
            break;
        }
        case ScalarWait::Kind::kFlag: {
            FlagState& flag = flags_.at(wait.pipe, Pipe::kS, wait.event);
            if (!flag.set) break;
            const Cycles reached = clock;
            scalar_done_waiting(flag.visible);
            consume(flag, {wait.pipe, Pipe::kS, wait.event}, reached, clock, wait.site);
            break;
        }
        case ScalarWait::Kind::kFlagFree: {
            const FlagState& flag = flags_.at(Pipe::kS, wait.pipe, wait.event);
            if (!flag.set) scalar_done_waiting(flag.consumed);
            break;
        }
        case ScalarWait::Kind::kSettled:
            if (settled()) scalar_done_waiting(clock);
            break;
        case ScalarWait::Kind::kDrained:
            if (idle()) scalar_done_waiting(drained_at());
            break;
    }
    return scalar_ready_;
}

// Everything up to the scalar unit's clock has happened, and nothing that is still open can change
// that.
bool CoreEngine::settled() {
    if (earliest().time <= clock) return false;
    if (bound() > clock) return true;
    host_.wake_at(std::max(host_.global_now() + Cycles(1), clock - shortest_lead() + Cycles(1)));
    return false;
}

void CoreEngine::scalar_done_waiting(Cycles at) {
    clock = std::max(clock, at);
    scalar_ready_ = true;
    host_.scalar_ready();
}

Cycles CoreEngine::shortest_lead() const {
    Cycles lead = kNever;
    for (const PipeQueue& q : queues_) {
        if (q.free_at == kNever) lead = std::min(lead, q.open_latency);
    }
    return lead;
}

// ---------------------------------------------------------------------------------------------------
// Starts

void CoreEngine::start(PipeQueue& q, Cycles now) {
    PipeEntry& entry = q.first_waiting();
    entry.start = now;
    switch (entry.instruction.opcode) {
        case Opcode::kSetFlag:
        case Opcode::kSetCoreFlag: break;
        case Opcode::kWaitFlag: start_wait_flag(q, entry, now); break;
        case Opcode::kPipeBarrier: start_barrier(q, entry, now); break;
        case Opcode::kLoadGm:
        case Opcode::kStoreGm: start_transfer(q, entry, now); break;
        default: start_vector(q, entry, now); break;
    }
    q.last_start = now;
    q.start_first();
    refresh(q);
}

void CoreEngine::note_stall(PipeQueue& q, PipeEntry& entry, Cycles now) const {
    entry.waited = now > q.busy_until ? now - q.busy_until : Cycles(0);
    entry.cause = StallCause::kNone;
    if (entry.waited > Cycles(0))
        entry.cause = q.order_at > entry.issued ? q.order_cause : StallCause::kScalar;
}

void CoreEngine::start_vector(PipeQueue& q, PipeEntry& entry, Cycles now) {
    note_stall(q, entry, now);
    PipeTime time = vector_timing_.of(entry.instruction);
    if (jitter_) {
        time.busy += jitter_->stretch(time.busy, entry.serial);
        time.latency += jitter_->stretch(time.latency, entry.serial);
    }
    entry.complete = now + time.busy + time.latency;
    // A pipe writes back in order. A SetFlag in front that is held up tells its time later.
    if (q.has_flight()) {
        const Cycles front = completion_time(q, q.youngest_flight());
        if (front != kNever) entry.complete = std::max(entry.complete, front);
    }
    q.free_at = now + time.busy;
    q.busy_until = std::max(q.busy_until, entry.complete);
}

void CoreEngine::start_transfer(PipeQueue& q, PipeEntry& entry, Cycles now) {
    note_stall(q, entry, now);
    const Instruction& ins = entry.instruction;
    Transfer* transfer = new_transfer();
    transfer->owner = this;
    transfer->core = core_;
    transfer->pipe = ins.pipe;
    transfer->store = ins.opcode == Opcode::kStoreGm;
    transfer->dma = ins.dma;
    transfer->source = transfer->store && entry.read_count > 0 ? entry.reads[0] : Range{};
    transfer->start = now;
    transfer->snapshot.clear();
    transfer->data_done = false;
    entry.transfer = transfer;
    entry.complete = kNever;
    if (transfer->store) open_stores_.push_back(transfer);
    q.free_at = kNever;
    ++open_streams_;
    q.open_latency = dma_timing_.shortest_latency(transfer->store);
    q.open_earliest = now + dma_timing_.shortest(transfer->store);
    memory_.post(*transfer);
}

void CoreEngine::start_wait_flag(PipeQueue& q, PipeEntry& entry, Cycles now) {
    const SyncPayload& sync = entry.instruction.sync;
    const Cycles reached = std::max({entry.issued, q.order_at, q.last_start});
    entry.complete = now;
    q.order_at = now + Cycles(config_.sync.wait_flag);
    q.order_cause = StallCause::kFlag;
    consume(flags_.at(sync.source, sync.destination, sync.event), sync, reached, now,
            entry.instruction.site);
}

void CoreEngine::consume(FlagState& flag, const SyncPayload& sync, Cycles reached, Cycles now,
                         const void* site) {
    flag.set = false;
    flag.consumed = now;
    if (sync.source != Pipe::kS) refresh(queue(sync.source));  // a second SetFlag may be held up
    if (hub_.wants(interest::kFlag)) {
        hub_.flag({core_, block_, sync.source, sync.destination, sync.event, flag.pairing,
                   flag.set_start - base_, flag.visible - base_, reached - base_, now - base_, site,
                   flag.site, sync.event == FlagTable::kInsertedEvent});
    }
}

void CoreEngine::start_barrier(PipeQueue& q, PipeEntry& entry, Cycles now) {
    const Cycles reached = std::max({entry.issued, q.order_at, q.last_start});
    entry.complete = now;
    q.order_at = now + Cycles(config_.sync.pipe_barrier);
    q.order_cause = StallCause::kBarrier;
    if (hub_.wants(interest::kBarrier)) {
        hub_.barrier({core_, block_, entry.instruction.pipe, false, reached - base_, now - base_,
                      entry.instruction.site, entry.instruction.inserted});
    }
}

// ---------------------------------------------------------------------------------------------------
// Completions

void CoreEngine::complete(PipeQueue& q) {
    PipeEntry& entry = q.oldest_flight();
    const Cycles now = completion_time(q, entry);
    entry.complete = now;
    switch (entry.instruction.opcode) {
        case Opcode::kSetFlag: {
            raise_flag(entry.instruction.sync, entry.start, now, entry.instruction.site);
            break;
        }
        case Opcode::kSetCoreFlag: host_.core_flag_set(entry.instruction, now); break;
        case Opcode::kWaitFlag:
        case Opcode::kPipeBarrier: break;
        default: run_effect(entry); break;
    }
    q.last_complete = std::max(q.last_complete, now);
    if (want_instructions_) emit(entry);
    if (entry.snapshot != nullptr) recycle(entry.snapshot);
    entry.snapshot = nullptr;
    q.retire_oldest();
    refresh(q);
}

void CoreEngine::raise_flag(const SyncPayload& sync, Cycles started, Cycles now, const void* site) {
    FlagState& flag = flags_.at(sync.source, sync.destination, sync.event);
    flag.set = true;
    flag.set_start = started;
    flag.visible = now + Cycles(config_.sync.flag_propagation);
    flag.pairing = pairings_++;
    flag.site = site;
    if (sync.destination == sync.source) {  // of a lock: any pipe may wait for it
        for (PipeQueue& q : queues_) refresh(q);
    } else if (sync.destination != Pipe::kS) {
        refresh(queue(sync.destination));
    }
}

void CoreEngine::set_flag_from_scalar(Pipe destination, std::uint8_t event, const void* site) {
    raise_flag({Pipe::kS, destination, event}, clock, clock + Cycles(config_.sync.set_flag), site);
}

Cycles CoreEngine::ideal_time(const Instruction& ins, std::uint64_t bytes) const {
    if (is_transfer(ins)) return dma_timing_.ideal(bytes, ins.opcode == Opcode::kStoreGm);
    return ins.pipe == Pipe::kV && info_of(ins.opcode).op_class != OpClass::kSync
               ? vector_timing_.ideal(ins)
               : Cycles(0);
}

void CoreEngine::emit(const PipeEntry& entry) {
    InstructionEvent event;
    event.core = core_;
    event.block = block_;
    event.serial = entry.serial;
    event.instruction = &entry.instruction;
    event.issued = entry.issued - base_;
    event.start = entry.start - base_;
    event.complete = entry.complete - base_;
    event.waited =
        info_of(entry.instruction.opcode).op_class == OpClass::kSync ? Cycles(0) : entry.waited;
    event.cause = event.waited > Cycles(0) ? entry.cause : StallCause::kNone;
    event.bytes = bytes_moved(entry.instruction);
    event.ideal = ideal_time(entry.instruction, event.bytes);
    event.ub = ub_.data();
    event.registers = &registers_;
    hub_.instruction(event);
}

// ---------------------------------------------------------------------------------------------------
// Transfers

void CoreEngine::transfer_streamed(Transfer& transfer, Cycles now, Cycles complete_at) {
    PipeQueue& q = queue(transfer.pipe);
    q.for_each_flight([&](PipeEntry& entry) {
        if (entry.transfer != &transfer) return;
        entry.complete = std::max(complete_at, q.last_complete);
        q.busy_until = std::max(q.busy_until, entry.complete);
    });
    const std::uint64_t bytes = std::uint64_t{transfer.dma.bursts} * transfer.dma.burst_bytes;
    const bool holds = bytes > static_cast<std::uint64_t>(config_.dma.overlap_bytes);
    q.free_at = holds ? complete_at : now;
    --open_streams_;
    refresh(q);
    advance();
}

const std::uint8_t* CoreEngine::store_source(const Transfer& transfer) {
    return transfer.snapshot.empty() ? ub_.data() + transfer.dma.ub : transfer.snapshot.data();
}

void CoreEngine::store_done(Transfer& transfer) {
    open_stores_.erase(std::find(open_stores_.begin(), open_stores_.end(), &transfer));
    recycle(&transfer);
}

std::vector<std::pair<std::string, const void*>> CoreEngine::pending_flags() const {
    std::vector<std::pair<std::string, const void*>> flags;
    flags_.for_each_set([&](Pipe source, Pipe destination, int event, const FlagState& state) {
        flags.emplace_back(std::string(name_of(source)) + " to " +
                               std::string(name_of(destination)) + " event " +
                               std::to_string(event),
                           state.site);
    });
    return flags;
}

namespace {

std::string flag_text(const SyncPayload& sync) {
    return "(" + std::string(name_of(sync.source)) + " to " +
           std::string(name_of(sync.destination)) + ", event " + std::to_string(sync.event) + ")";
}

}  // namespace

void CoreEngine::list_waits(std::vector<BlockedWait>& waits) {
    const auto add = [&](const Instruction& ins, const std::string& what) {
        waits.push_back({core_, block_, ins.pipe, "at " + what, ins.site, false});
    };
    for (PipeQueue& q : queues_) {
        if (q.has_flight()) {
            const Instruction& ins = q.oldest_flight().instruction;
            if (ins.opcode == Opcode::kSetFlag) {
                add(ins, "SetFlag" + flag_text(ins.sync) + " whose last set nobody waits for");
                continue;
            }
        }
        if (!q.has_waiting()) continue;
        const Instruction& ins = q.first_waiting().instruction;
        if (ins.opcode == Opcode::kWaitFlag) {
            add(ins, "WaitFlag" + flag_text(ins.sync) + " that nobody sets");
        } else {
            add(ins, std::string(info_of(ins.opcode).mnemonic));
        }
    }
}

}  // namespace davsim
