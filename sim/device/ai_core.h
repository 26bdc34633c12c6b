// SPDX-License-Identifier: Apache-2.0
#pragma once
// One vector core: a scalar unit that runs the kernel's C++ (an SC_THREAD), and the pipes behind it
// (a CoreEngine). The scalar clock runs ahead of SystemC time: pushing an instruction only stamps
// it with the time at which it is ready. The thread really waits for a full queue, a flag, data it
// reads, PIPE_ALL, SyncAll and the end of the block.
//
// Config sections: `scalar` (cost of everything the scalar unit does), `sync`.

#include <functional>
#include <memory>
#include <string>
#include <systemc>

#include "sim/device/auto_sync.h"
#include "sim/device/core_engine.h"
#include "sim/device/crash_guard.h"
#include "sim/device/device.h"
#include "sim/device/scalar_cache.h"
#include "sim/device/simulation_time.h"
#include "sim/isa/core_port.h"

namespace davsim {

class BlockScheduler;
class CoreFlags;
class SyncAllBarrier;
class AiCore;

// What a core shares with the others during a launch.
struct LaunchState {
    const LaunchRequest* request = nullptr;
    Cycles base;
    Cycles last_end;
    std::uint64_t instructions = 0;
    std::vector<AiCore*> core_of_block;  // null before the block has begun and after its end
};

struct CoreSurroundings {
    const SocConfig& config;
    GlobalMemory& gm;
    MemorySystem& memory;
    Hub& hub;
    FaultSink& faults;
    BlockScheduler& scheduler;
    SyncAllBarrier& barrier;
    CoreFlags& core_flags;
    LaunchState& launch;
    CoreSlot& slot;
    std::vector<std::unique_ptr<AiCore>>& cores;
};

class AiCore : public sc_core::sc_module, public CorePort, private EngineHost {
public:
    AiCore(const sc_core::sc_module_name& name, int index, const CoreSurroundings& around);

    // Lets the scalar thread ask the scheduler for blocks.
    void begin_launch();
    // A counter of this core's block has risen.
    void core_flag_risen();
    bool waits_for_core_flag() const { return engine_.wait.kind == ScalarWait::Kind::kCoreFlag; }
    // SyncAll is over.
    void release(Cycles at);

    bool done() const { return done_; }
    // For a deadlock report: one line, and who waits for what.
    std::string describe_waits();
    void list_waits(std::vector<BlockedWait>& waits);

    // CorePort
    void issue(const Instruction& instruction) override;
    void spend(ScalarOp op, int count) override;
    void set_flag(Pipe destination, std::uint8_t event) override;
    void wait_flag(Pipe source, std::uint8_t event) override;
    void barrier_all() override;
    void sync_all() override;
    void wait_core_flag(std::uint8_t flag) override;
    void load_ub(std::uint32_t addr, void* out, std::size_t bytes) override;
    void store_ub(std::uint32_t addr, const void* data, std::size_t bytes) override;
    void load_gm(std::uint64_t addr, void* out, std::size_t bytes) override;
    void store_gm(std::uint64_t addr, const void* data, std::size_t bytes) override;
    void clean_line(std::uint64_t addr) override;
    void clean_all_lines() override;
    void preload_line(std::uint64_t addr) override;
    void load_gm_direct(std::uint64_t addr, void* out, std::size_t bytes) override;
    void store_gm_direct(std::uint64_t addr, const void* data, std::size_t bytes) override;
    void update_gm(std::uint64_t addr, std::size_t bytes, void (*change)(void*, void*),
                   void* context) override;
    std::uint64_t vector_register(VectorRegister which) override;
    void note_buffer(std::uint32_t begin, std::uint32_t bytes, const char* what) override;
    void note_raw_access(std::uint32_t begin, std::uint32_t bytes) override;
    void note_meeting(std::uint64_t gm, std::uint64_t bytes, bool leaves) override;
    void note_violation(Rule rule, const std::string& message, const void* site) override;
    std::int64_t now() override { return (engine_.clock - around_.launch.base).count(); }
    std::int64_t system_counter() override;
    void print(const std::string& text) override;
    [[noreturn]] void fail(Fault fault, const std::string& message) override;
    const KernelContext& context() const override { return context_; }

private:
    // EngineHost
    Cycles global_now() const override { return simulation_now(); }
    void wake_at(Cycles time) override;
    void scalar_ready() override;
    void core_flag_set(const Instruction& instruction, Cycles at) override;

    void scalar_main();
    void engine_main();
    void run_block(std::uint32_t block, Cycles begin);
    void run_kernel();
    bool next_block(std::uint32_t& block, Cycles& begin);
    void work(std::int64_t cycles);
    void meet_others(Cycles at);
    void wait_for(const ScalarWait& wait, StallCause cause);
    void wait_until_global(Cycles time);
    void suspend(const sc_core::sc_event& event);
    void check_limits() const;
    void push(const Instruction& instruction, const Footprint& footprint, std::uint64_t gm);
    // Automatic synchronisation: what it inserts.
    void sync_before(const Instruction& instruction, const Footprint& footprint);
    void sync_before_scalar(const Region& region, bool store);
    void insert_flag(Pipe source, Pipe destination);
    void insert(Opcode opcode, Pipe pipe, const SyncPayload& sync);
    void check_flags_left();
    void tell(const ScalarEvent& what, Cycles from);
    void tell_access(ScalarEvent::Kind kind, Space space, std::uint64_t addr, std::uint64_t bytes,
                     Cycles from);
    void tell_flag(ScalarEvent::Kind kind, Pipe other, std::uint8_t event, Cycles from);
    std::uint64_t checked_operands(const Instruction& instruction, const Footprint& footprint);
    void check_ub(std::uint64_t begin, std::uint64_t end, const char* what);
    std::uint64_t checked_gm(std::uint64_t host_begin, std::uint64_t host_end, const char* what,
                             bool load = false);
    std::string where() const;
    [[noreturn]] void raise_fault(Fault fault, const std::string& message);

    int index_;
    CoreSurroundings around_;
    CoreEngine engine_;
    KernelContext context_;
    sc_core::sc_event start_;
    sc_core::sc_event resume_;
    sc_core::sc_event wake_;
    Cycles woken_for_ = kNever;
    Cycles free_since_;
    ScalarCache cache_;
    CrashGuard guard_;
    std::vector<std::uint32_t> risen_;
    Cycles limit_ = kNever;  // LaunchRequest::max_cycles as a point in time
    Cycles busy_;
    bool done_ = true;
    bool in_sync_all_ = false;
    bool in_thread_ = false;
    bool in_kernel_ = false;
    bool want_scalar_ = false;  // somebody listens to ScalarEvent
    AutoSync auto_sync_;
    bool auto_ = false;       // SyncMode::kAuto
    bool inserting_ = false;  // what happens now was not written by the kernel
};

}  // namespace davsim
