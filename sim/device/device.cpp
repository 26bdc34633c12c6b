// SPDX-License-Identifier: Apache-2.0
#include "sim/device/device.h"

#include <algorithm>
#include <cstdlib>
#include <systemc>

#include "sim/device/ai_core.h"
#include "sim/device/block_scheduler.h"
#include "sim/device/core_flags.h"
#include "sim/device/crash_guard.h"
#include "sim/device/memory_system.h"
#include "sim/device/simulation_time.h"

namespace davsim {
namespace {

// SystemC's banner is not ours to print, and its reports become exceptions of ours.
void quieten_systemc() {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
}

}  // namespace

struct Device::Impl {
    Impl(const SocConfig& soc, Hub& listeners, GlobalMemory* memory_elsewhere)
        : config(soc),
          hub(listeners),
          own_gm(memory_elsewhere == nullptr ? std::make_unique<GlobalMemory>(soc) : nullptr),
          gm(memory_elsewhere == nullptr ? *own_gm : *memory_elsewhere),
          memory(config, gm, hub, faults),
          scheduler(config),
          barrier(config.sync),
          core_flags(config.sync) {
        const int per_core = config.cores.vector_per_core;
        for (int i = 0; i < config.cores.vector_cores(); ++i) {
            const std::string name =
                "core" + std::to_string(i / per_core) + "_veccore" + std::to_string(i % per_core);
            cores.push_back(std::make_unique<AiCore>(
                sc_core::sc_module_name(name.c_str()), i,
                CoreSurroundings{config, gm, memory, hub, faults, scheduler, barrier, core_flags,
                                 launch, slot, cores}));
        }
    }

    void check(const LaunchRequest& request) const {
        if (request.cores.vector > static_cast<std::uint32_t>(config.cores.vector_per_core)) {
            throw Error(Fault::kUnsupported,
                        "the kernel runs on " + std::to_string(request.cores.vector) +
                            " vector cores of an AI core, " + config.identity.soc + " has " +
                            std::to_string(config.cores.vector_per_core));
        }
        if (request.blocks == 0)
            throw Error(Fault::kTiling, "block_dim is 0, at least 1 is needed");
        if (faults.first)
            throw Error(Fault::kInternal, "launch on a device whose last launch failed");
    }

    // A mixed kernel with one vector core a block leaves the other one of each AI core idle.
    int spacing_of(const LaunchRequest& request) const {
        return request.cores.cube && request.cores.vector == 1 ? config.cores.vector_per_core : 1;
    }
    int cores_of(const LaunchRequest& request) const {
        return static_cast<int>(cores.size()) / spacing_of(request);
    }

    // Who waits for a cube core waits for ever.
    void check_cube_half() const {
        if (!launch.request->cores.cube) return;
        for (const auto& core : cores) {
            if (core->done() || !core->waits_for_core_flag()) continue;
            throw Error(Fault::kUnsupported,
                        "the vector half waits for the cube half of the kernel, which is not "
                        "simulated; " +
                            core->describe_waits());
        }
    }

    [[noreturn]] void report_deadlock() const {
        check_cube_half();
        std::string text = "no core can go on";
        if (barrier.arrived() > 0) {
            text += "; SyncAll reached by " + std::to_string(barrier.arrived()) + " of " +
                    std::to_string(scheduler.blocks()) + " blocks";
            if (scheduler.blocks() > static_cast<std::uint32_t>(cores_of(*launch.request))) {
                text += " (only " + std::to_string(cores_of(*launch.request)) +
                        " blocks fit on the cores at once)";
            }
        }
        constexpr int kShown = 4;
        int shown = 0;
        FaultEvent fault;
        fault.fault = Fault::kDeadlock;
        fault.at = simulation_now() - launch.base;
        for (const auto& core : cores) {
            if (core->done()) continue;
            core->list_waits(fault.waits);
            if (shown > kShown) continue;
            if (shown++ == kShown) {
                text += "; ...";
                continue;
            }
            text += "; " + core->describe_waits();
        }
        fault.message = text;
        if (hub.wants(interest::kFault)) hub.fault(fault);
        throw Error(Fault::kDeadlock, text);
    }

    LaunchResult run(const LaunchRequest& request) {
        check(request);
        launch = {};
        launch.request = &request;
        launch.base = simulation_now();
        launch.last_end = launch.base;
        LaunchInfo info;
        info.kernel = request.kernel;
        info.blocks = request.blocks;
        info.cores = config.cores.vector_cores();
        info.clock_mhz = config.cores.clock_mhz;
        info.begin = launch.base;
        info.ub_bytes = static_cast<std::uint32_t>(config.memory.ub_bytes);
        info.npu_arch = config.identity.npu_arch;
        info.vector_ordered = config.vector.interlocked;
        info.gm = gm.host_address(0);
        info.memory = gm.ranges();
        hub.launch_begin(info);
        memory.begin_launch(launch.base, request.flush_l2);
        const std::uint32_t blocks = request.blocks * request.cores.vector;
        scheduler.begin_launch(launch.base, blocks, cores_of(request), spacing_of(request));
        if (request.cold_code) scheduler.fetch_code();
        barrier.begin_launch(blocks);
        core_flags.begin_launch(blocks, request.cores.vector);
        launch.core_of_block.assign(blocks, nullptr);
        for (auto& core : cores) core->begin_launch();
        run_simulation(request.patience_seconds);
        if (faults.first) std::rethrow_exception(faults.first);
        if (!std::all_of(cores.begin(), cores.end(),
                         [](const auto& core) { return core->done(); })) {
            report_deadlock();
        }
        check_core_flags();
        settle(launch.last_end);
        const Cycles span = launch.last_end - launch.base;
        hub.launch_end(span);
        return {span, launch.instructions};
    }

    // Without a listener to violations a flag that is left ends the launch, as with flags of pipes.
    void check_core_flags() {
        const std::vector<CoreFlags::Left> left = core_flags.left_over();
        std::string all;
        for (const CoreFlags::Left& flag : left) {
            const std::string name = "cross-core flag " + std::to_string(flag.flag) + " of block " +
                                     std::to_string(flag.block);
            const std::string text = name + (flag.answered ? " is set and never waited for"
                                                           : " is set, but not by all cores");
            all += (all.empty() ? "" : ", ") + text;
            if (hub.wants(interest::kViolation)) {
                hub.violation({flag.setter.core, flag.block, Rule::kFlagLeft,
                               launch.last_end - launch.base, "CrossCoreSetFlag: " + text,
                               flag.setter.site});
            }
        }
        if (!left.empty() && !hub.wants(interest::kViolation)) throw Error(Fault::kKernel, all);
    }

    // Afterwards no core runs: host code that shares its source with a kernel can tell.
    void run_simulation(int patience_seconds) {
        const CrashHandlers handlers(patience_seconds);
        sc_core::sc_start();
        slot = nullptr;
    }

    // The next launch begins when this one has ended, even if its last event lies earlier.
    void settle(Cycles end) const {
        if (end > simulation_now()) sc_core::sc_start(to_sc_time(end - simulation_now()));
    }

    SocConfig config;
    Hub& hub;
    std::unique_ptr<GlobalMemory> own_gm;
    GlobalMemory& gm;
    FaultSink faults;
    MemorySystem memory;
    BlockScheduler scheduler;
    SyncAllBarrier barrier;
    CoreFlags core_flags;
    LaunchState launch;
    CoreSlot slot = nullptr;
    std::vector<std::unique_ptr<AiCore>> cores;
};

std::unique_ptr<Device::Impl> Device::elaborate(const SocConfig& config, Hub& hub,
                                                GlobalMemory* memory) {
    quieten_systemc();
    auto impl = std::make_unique<Impl>(config, hub, memory);
    // Brings every scalar thread to its first wait.
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    return impl;
}

Device::Device(const SocConfig& config, Hub& hub) : impl_(elaborate(config, hub, nullptr)) {}
Device::Device(const SocConfig& config, Hub& hub, GlobalMemory& memory)
    : impl_(elaborate(config, hub, &memory)) {}

Device::~Device() = default;

GlobalMemory& Device::memory() {
    return impl_->gm;
}
const SocConfig& Device::config() const {
    return impl_->config;
}
CoreSlot* Device::core_slot() {
    return &impl_->slot;
}
void Device::warm_l2(const void* begin, std::uint64_t bytes) {
    const auto address = impl_->gm.device_address(static_cast<const std::uint8_t*>(begin));
    impl_->memory.warm_l2(address, bytes);
}
void Device::fill_l2_dirty() {
    impl_->memory.fill_l2_dirty();
}
LaunchResult Device::launch(const LaunchRequest& request) {
    return impl_->run(request);
}
Cycles Device::now() const {
    return simulation_now() - impl_->launch.base;
}

}  // namespace davsim
