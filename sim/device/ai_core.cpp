// SPDX-License-Identifier: Apache-2.0
#include "sim/device/ai_core.h"

#include <cstdio>
#include <cstring>

#include "sim/device/block_scheduler.h"
#include "sim/device/core_flags.h"
#include "sim/isa/footprint.h"

namespace davsim {
namespace {

// Kernels are user code with arrays on their stack; pages are committed when touched.
constexpr int kStackBytes = 1 << 20;

}  // namespace

AiCore::AiCore(const sc_core::sc_module_name& name, int index, const CoreSurroundings& around)
    : sc_module(name),
      index_(index),
      around_(around),
      engine_(around.config, index, *this, around.memory, around.hub),
      cache_(around.config.scalar, around.memory),
      auto_sync_(static_cast<std::uint32_t>(around.config.memory.ub_bytes),
                 around.config.vector.interlocked) {
    SC_HAS_PROCESS(AiCore);
    SC_THREAD(scalar_main);
    set_stack_size(kStackBytes);
    SC_METHOD(engine_main);
    sensitive << wake_;
    dont_initialize();

    const SocConfig& config = around.config;
    context_.ub = engine_.ub();
    context_.ub_bytes = static_cast<std::uint32_t>(config.memory.ub_bytes);
    context_.event_ids = static_cast<std::uint32_t>(config.sync.event_ids);
    context_.system_workspace = static_cast<std::uint64_t>(config.memory.system_workspace);
}

// ---------------------------------------------------------------------------------------------------
// Blocks

void AiCore::begin_launch() {
    done_ = false;
    auto_ = around_.launch.request->sync == SyncMode::kAuto;
    engine_.begin_launch(around_.launch.base, around_.launch.request->jitter_seed);
    cache_.drop();
    want_scalar_ = around_.hub.wants(interest::kScalar);
    const std::uint64_t limit = around_.launch.request->max_cycles;
    limit_ = limit == 0 ? kNever : around_.launch.base + Cycles(static_cast<std::int64_t>(limit));
    start_.notify(sc_core::SC_ZERO_TIME);
}

void AiCore::scalar_main() {
    for (;;) {
        suspend(start_);
        guarded(around_.faults, [this] {
            std::uint32_t block = 0;
            Cycles begin;
            bool more = around_.scheduler.first_block(index_, block, begin);
            while (more) {
                run_block(block, begin);
                more = next_block(block, begin);
            }
        });
        done_ = true;
    }
}

// Asks for a block at the moment the core became free, so that cores are served in the order of
// time.
bool AiCore::next_block(std::uint32_t& block, Cycles& begin) {
    wait_until_global(free_since_);
    return around_.scheduler.next_block(free_since_, block, begin);
}

void AiCore::run_block(std::uint32_t block, Cycles begin) {
    const LaunchRequest& request = *around_.launch.request;
    context_.block_idx = block;
    context_.block_num = request.blocks;
    context_.sub_block_num = request.cores.vector;
    context_.cube_half = request.cores.cube;
    context_.tiling_key = request.tiling_key;
    context_.sub_block_idx = block % request.cores.vector;
    registers = {};
    locks = {};
    locks_taken = 0;
    pipe_object = nullptr;
    site = nullptr;
    library_depth = 0;
    rule = Rule::kArgument;
    auto_sync_.clear();
    system_workspace = nullptr;
    engine_.begin_block(block);
    around_.launch.core_of_block[block] = this;
    if (around_.hub.wants(interest::kBlockBegin)) around_.hub.block_begin(index_, block);
    engine_.clock = begin;
    busy_ = Cycles(0);

    run_kernel();
    wait_for({ScalarWait::Kind::kDrained}, StallCause::kBarrier);
    around_.launch.core_of_block[block] = nullptr;
    meet_others(engine_.clock);
    cache_.write_back();
    check_flags_left();

    free_since_ = engine_.clock;
    around_.launch.last_end = std::max(around_.launch.last_end, engine_.clock);
    around_.launch.instructions += engine_.take_instructions();
    if (around_.hub.wants(interest::kBlock)) {
        const Cycles base = around_.launch.base;
        around_.hub.block({index_, block, begin - base, engine_.clock - base, busy_});
    }
}

// What a kernel does to the host's processor or throws is told as its fault.
void AiCore::run_kernel() {
    const std::string& name = around_.launch.request->kernel;
    try {
        in_kernel_ = true;
        guard_.run(around_.launch.request->body);
        in_kernel_ = false;
    } catch (const sc_core::sc_unwind_exception&) { throw; } catch (const CrashError& crash) {
        site = crash.site();
        raise_fault(crash.fault(), "kernel " + name + ": " + crash.what());
    } catch (const Error&) { throw; } catch (const std::exception& thrown) {
        raise_fault(Fault::kKernel,
                    "kernel " + name + ": threw an exception: " + std::string(thrown.what()));
    } catch (...) { raise_fault(Fault::kKernel, "kernel " + name + ": threw an exception"); }
}

// ---------------------------------------------------------------------------------------------------
// Waiting

// The one place where the scalar thread gives up control; afterwards this core is the current one
// again.
void AiCore::suspend(const sc_core::sc_event& event) {
    CrashGuard::pause();
    sc_core::wait(event);
    around_.slot = this;
    if (in_kernel_) guard_.resume();
}

void AiCore::wait_until_global(Cycles time) {
    CrashGuard::pause();
    if (time > simulation_now()) sc_core::wait(to_sc_time(time - simulation_now()));
    // One delta more: what happens at this very time has happened, in every core.
    sc_core::wait(sc_core::SC_ZERO_TIME);
    around_.slot = this;
    if (in_kernel_) guard_.resume();
}

void AiCore::wait_for(const ScalarWait& wait, StallCause cause) {
    const Cycles from = engine_.clock;
    engine_.wait = wait;
    in_thread_ = true;
    engine_.advance();
    in_thread_ = false;
    while (!engine_.scalar_can_go()) suspend(resume_);
    engine_.scalar_resumed();
    if (engine_.clock > from && around_.hub.wants(interest::kScalarStall)) {
        const Cycles base = around_.launch.base;
        around_.hub.scalar_stall({index_, context_.block_idx, cause, from - base,
                                  engine_.clock - base, wait.pipe, site});
    }
}

void AiCore::scalar_ready() {
    if (!in_thread_) resume_.notify(sc_core::SC_ZERO_TIME);
}

void AiCore::wake_at(Cycles time) {
    if (woken_for_ <= time && woken_for_ > simulation_now()) return;
    woken_for_ = time;
    wake_.cancel();
    wake_.notify(to_sc_time(std::max(time, simulation_now()) - simulation_now()));
}

void AiCore::engine_main() {
    woken_for_ = kNever;
    guarded(around_.faults, [this] { engine_.advance(); });
}

// ---------------------------------------------------------------------------------------------------
// CorePort

void AiCore::work(std::int64_t cycles) {
    engine_.clock += Cycles(cycles);
    busy_ += Cycles(cycles);
    CrashGuard::note_progress();
    check_limits();
}

void AiCore::check_limits() const {
    if (engine_.clock <= limit_) return;
    throw Error(Fault::kDeadlock, where() + " ran past the limit of " +
                                      std::to_string(around_.launch.request->max_cycles) +
                                      " cycles (--max-cycles)");
}

void AiCore::spend(ScalarOp op, int count) {
    const ScalarConfig& scalar = around_.config.scalar;
    switch (op) {
        case ScalarOp::kAlu: return work(scalar.alu * count);
        case ScalarOp::kQueueOp: return work(scalar.queue_op * count);
        case ScalarOp::kSetMask: return work(scalar.set_mask * count);
        case ScalarOp::kSpr: return work(scalar.spr_write * count);
        case ScalarOp::kPipeInit: return work(scalar.pipe_init * count);
    }
}

void AiCore::issue(const Instruction& instruction) {
    work(around_.config.scalar.issue);
    const Footprint footprint = footprint_of(instruction);
    const std::uint64_t gm = checked_operands(instruction, footprint);
    if (auto_) sync_before(instruction, footprint);
    push(instruction, footprint, gm);
}

void AiCore::push(const Instruction& instruction, const Footprint& footprint, std::uint64_t gm) {
    if (engine_.queue(instruction.pipe).full()) {
        wait_for({ScalarWait::Kind::kSpace, instruction.pipe, 0}, StallCause::kQueueFull);
    }
    Instruction& queued = engine_.push(instruction, footprint, engine_.clock);
    if (info_of(instruction.opcode).op_class == OpClass::kTransfer) queued.dma.gm = gm;
    if (auto_) auto_sync_.issued(instruction, footprint);
}

void AiCore::set_flag(Pipe destination, std::uint8_t event) {
    const Cycles from = engine_.clock;
    work(around_.config.sync.set_flag);
    wait_for({ScalarWait::Kind::kFlagFree, destination, event}, StallCause::kFlag);
    engine_.set_flag_from_scalar(destination, event, site);
    if (want_scalar_) tell_flag(ScalarEvent::Kind::kSetFlag, destination, event, from);
}

void AiCore::wait_flag(Pipe source, std::uint8_t event) {
    const Cycles from = engine_.clock;
    work(around_.config.sync.wait_flag);
    wait_for({ScalarWait::Kind::kFlag, source, event, site}, StallCause::kFlag);
    if (auto_) auto_sync_.scalar_waited(source);
    if (want_scalar_) tell_flag(ScalarEvent::Kind::kWaitFlag, source, event, from);
}

std::uint64_t AiCore::vector_register(VectorRegister which) {
    if (auto_ && auto_sync_.register_pending()) insert_flag(Pipe::kV, Pipe::kS);
    if (want_scalar_) {
        ScalarEvent event;
        event.kind = ScalarEvent::Kind::kVectorRegister;
        event.vector_register = which;
        tell(event, engine_.clock);
    }
    return engine_.vector_register(which);
}

void AiCore::barrier_all() {
    const Cycles from = engine_.clock;
    wait_for({ScalarWait::Kind::kDrained}, StallCause::kBarrier);
    work(around_.config.sync.barrier_all);
    if (auto_) auto_sync_.barrier_all();
    if (around_.hub.wants(interest::kBarrier)) {
        const Cycles base = around_.launch.base;
        around_.hub.barrier({index_, context_.block_idx, Pipe::kAll, false, from - base,
                             engine_.clock - base, site});
    }
    if (want_scalar_) tell_flag(ScalarEvent::Kind::kBarrierAll, Pipe::kAll, 0, from);
}

void AiCore::sync_all() {
    barrier_all();
    const Cycles from = engine_.clock;
    Cycles release_time;
    if (want_scalar_) tell_flag(ScalarEvent::Kind::kArrive, Pipe::kAll, 0, from);
    in_sync_all_ = true;
    if (around_.barrier.arrive(engine_.clock, release_time)) {
        for (auto& core : around_.cores) {
            if (core->in_sync_all_) core->release(release_time);
        }
    }
    while (in_sync_all_) suspend(resume_);
    if (around_.hub.wants(interest::kBarrier)) {
        const Cycles base = around_.launch.base;
        around_.hub.barrier({index_, context_.block_idx, Pipe::kAll, true, from - base,
                             engine_.clock - base, site});
    }
    if (want_scalar_) tell_flag(ScalarEvent::Kind::kLeave, Pipe::kAll, 0, from);
}

void AiCore::release(Cycles at) {
    engine_.clock = at;
    in_sync_all_ = false;
    resume_.notify(sc_core::SC_ZERO_TIME);
}

// Another core sets, this one waits: the counters know who has got how far.
void AiCore::wait_core_flag(std::uint8_t flag) {
    work(around_.config.sync.wait_flag);
    const Cycles from = engine_.clock;
    Cycles visible;
    engine_.wait = {ScalarWait::Kind::kCoreFlag, Pipe::kS, flag};
    while (!around_.core_flags.take(context_.block_idx, flag, visible)) {
        engine_.advance();
        // What the pipes just did may have raised the counter.
        if (around_.core_flags.take(context_.block_idx, flag, visible)) break;
        suspend(resume_);
    }
    engine_.wait = {};
    engine_.clock = std::max(from, visible);
    if (engine_.clock > from && around_.hub.wants(interest::kScalarStall)) {
        const Cycles base = around_.launch.base;
        around_.hub.scalar_stall(
            {index_, context_.block_idx, StallCause::kFlag, from - base, engine_.clock - base});
    }
    if (!want_scalar_) return;
    ScalarEvent event;
    event.kind = ScalarEvent::Kind::kLeave;
    event.channel = std::uint64_t{flag} + 1;
    tell(event, from);
}

void AiCore::core_flag_set(const Instruction& instruction, Cycles at) {
    const SyncPayload& sync = instruction.sync;
    risen_.clear();
    const bool fits =
        around_.core_flags.set(context_.block_idx, sync, {index_, instruction.site}, at, risen_);
    if (!fits) {
        raise_fault(Fault::kKernel, "CrossCoreSetFlag: counter of flag " +
                                        std::to_string(sync.event) + " is beyond 15");
    }
    for (const std::uint32_t block : risen_) {
        AiCore* core = around_.launch.core_of_block[block];
        if (core != nullptr) core->core_flag_risen();
    }
}

void AiCore::core_flag_risen() {
    if (waits_for_core_flag()) resume_.notify(sc_core::SC_ZERO_TIME);
}

void AiCore::load_ub(std::uint32_t addr, void* out, std::size_t bytes) {
    check_ub(addr, std::uint64_t{addr} + bytes, "GetValue");
    if (auto_) sync_before_scalar({Space::kUb, addr, bytes, 0, 1}, false);
    wait_for({ScalarWait::Kind::kSettled}, StallCause::kResult);
    std::memcpy(out, engine_.ub() + addr, bytes);
    const Cycles from = engine_.clock;
    work(around_.config.scalar.ub_load);
    if (want_scalar_) tell_access(ScalarEvent::Kind::kLoad, Space::kUb, addr, bytes, from);
}

void AiCore::store_ub(std::uint32_t addr, const void* data, std::size_t bytes) {
    check_ub(addr, std::uint64_t{addr} + bytes, "SetValue");
    if (auto_) sync_before_scalar({Space::kUb, addr, bytes, 0, 1}, true);
    wait_for({ScalarWait::Kind::kSettled}, StallCause::kResult);
    engine_.about_to_write_ub({addr, addr + static_cast<std::uint32_t>(bytes)});
    std::memcpy(engine_.ub() + addr, data, bytes);
    const Cycles from = engine_.clock;
    work(around_.config.scalar.ub_store);
    if (want_scalar_) tell_access(ScalarEvent::Kind::kStore, Space::kUb, addr, bytes, from);
}

// Everything that others did to GM up to `at` has happened when this returns.
void AiCore::meet_others(Cycles at) {
    engine_.wait = {ScalarWait::Kind::kOutside};
    wait_until_global(at);
    engine_.wait = {};
}

void AiCore::load_gm(std::uint64_t addr, void* out, std::size_t bytes) {
    const std::uint64_t at = checked_gm(addr, addr + bytes, "scalar load");
    if (auto_) sync_before_scalar({Space::kGm, addr, bytes, 0, 1}, false);
    const Cycles asked = engine_.clock;
    const ScalarConfig& scalar = around_.config.scalar;
    meet_others(asked);
    const ScalarCache::Misses misses = cache_.load(at, out, bytes);
    const std::int64_t missing = scalar.gm_load_l2 * misses.in_l2 + scalar.gm_load * misses.in_hbm;
    work(missing > 0 ? missing : scalar.gm_load_hit);
    if (want_scalar_) tell_access(ScalarEvent::Kind::kLoad, Space::kGm, at, bytes, asked);
}

void AiCore::store_gm(std::uint64_t addr, const void* data, std::size_t bytes) {
    const std::uint64_t at = checked_gm(addr, addr + bytes, "scalar store");
    if (auto_) sync_before_scalar({Space::kGm, addr, bytes, 0, 1}, true);
    const Cycles asked = engine_.clock;
    meet_others(asked);
    cache_.store(at, data, bytes);
    work(around_.config.scalar.gm_store);
    if (want_scalar_) tell_access(ScalarEvent::Kind::kStore, Space::kGm, at, bytes, asked);
}

void AiCore::clean_line(std::uint64_t addr) {
    const std::uint64_t at = checked_gm(addr, addr + 1, "DataCacheCleanAndInvalid");
    meet_others(engine_.clock);
    const ScalarConfig& scalar = around_.config.scalar;
    work(cache_.clean(at) ? scalar.dcache_clean : scalar.alu);
}

// Lines follow one another on their way out: the time of one, and a store for each.
void AiCore::clean_all_lines() {
    meet_others(engine_.clock);
    const ScalarConfig& scalar = around_.config.scalar;
    const std::int64_t lines = scalar.dcache_bytes / std::max<std::int64_t>(1, scalar.dcache_line);
    work(scalar.alu * lines + scalar.dcache_clean + scalar.gm_store * cache_.write_back());
    cache_.drop();
}

// Runs beside the scalar unit, which only asks for the line.
void AiCore::preload_line(std::uint64_t addr) {
    const std::uint64_t at = checked_gm(addr, addr + 1, "DataCachePreload");
    meet_others(engine_.clock);
    cache_.preload(at);
    work(around_.config.scalar.alu);
}

void AiCore::load_gm_direct(std::uint64_t addr, void* out, std::size_t bytes) {
    const std::uint64_t at = checked_gm(addr, addr + bytes, "ReadGmByPassDCache");
    meet_others(engine_.clock);
    std::memcpy(out, around_.gm.host_address(at), bytes);
    work(around_.config.scalar.gm_load);
}

void AiCore::store_gm_direct(std::uint64_t addr, const void* data, std::size_t bytes) {
    const std::uint64_t at = checked_gm(addr, addr + bytes, "WriteGmByPassDCache");
    meet_others(engine_.clock);
    around_.memory.about_to_write_gm(at, bytes);
    std::memcpy(around_.gm.host_address(at), data, bytes);
    work(around_.config.scalar.gm_store);
}

void AiCore::update_gm(std::uint64_t addr, std::size_t bytes, void (*change)(void*, void*),
                       void* context) {
    const std::uint64_t at = checked_gm(addr, addr + bytes, "scalar atomic operation");
    meet_others(engine_.clock);
    around_.memory.about_to_write_gm(at, bytes);
    change(around_.gm.host_address(at), context);
    work(around_.config.scalar.gm_load);
}

std::int64_t AiCore::system_counter() {
    const CoresConfig& cores = around_.config.cores;
    return (engine_.clock - around_.launch.base).count() * cores.sys_counter_mhz / cores.clock_mhz;
}

void AiCore::print(const std::string& text) {
    std::fputs(text.c_str(), stdout);  // what the kernel prints is its user's own output
}

void AiCore::fail(Fault fault, const std::string& message) {
    raise_fault(fault, message);
}

void AiCore::raise_fault(Fault fault, const std::string& message) {
    if (around_.hub.wants(interest::kFault)) {
        around_.hub.fault({index_,
                           context_.block_idx,
                           fault,
                           engine_.clock - around_.launch.base,
                           message,
                           rule,
                           site,
                           {}});
    }
    throw Error(fault, message + " (" + where() + ")");
}

}  // namespace davsim
