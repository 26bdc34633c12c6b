// SPDX-License-Identifier: Apache-2.0
#pragma once
// A simulated NPU: AI cores, L2, HBM. This header hides SystemC; one Device a process (SystemC
// elaborates once), any number of launches on it, one after another, L2 staying warm between them.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sim/base/error.h"
#include "sim/base/units.h"
#include "sim/config/soc_config.h"
#include "sim/device/global_memory.h"
#include "sim/events/hub.h"
#include "sim/isa/core_port.h"
#include "sim/isa/sync_mode.h"

namespace davsim {

// How kernel code finds its core: the device writes the running core's port here before every
// resume.
using CoreSlot = CorePort*;

// The cores that a kernel's kind gives to each block (Ascend C: KERNEL_TASK_TYPE).
struct BlockCores {
    std::uint32_t vector = 1;  // vector cores of the AI core: 1 or 2
    bool cube = false;         // and its cube core, which is not simulated
};

struct LaunchRequest {
    std::string kernel;          // name in reports
    std::function<void()> body;  // runs once a block, on the scalar thread of its core
    std::uint32_t blocks = 1;    // block_dim; each runs on `cores.vector` vector cores
    BlockCores cores{};
    std::uint64_t tiling_key = 0;
    std::uint64_t max_cycles = 0;  // 0: no limit; otherwise Error(kDeadlock) beyond it
    bool flush_l2 = false;         // start with a cold L2
    bool cold_code = false;        // and with the kernel's code in no cache (launch.cold_code)
    // Seconds of processor time that a kernel may compute without a call to the API before it is
    // taken to hang: Error(kDeadlock).
    int patience_seconds = 10;
    SyncMode sync = SyncMode::kManual;
    // Stretches what instructions take by up to sync.jitter, at random by this seed; correct
    // kernels compute the same. Absent: no jitter.
    std::optional<std::uint64_t> jitter_seed;
};

struct LaunchResult {
    Cycles span;                     // from launch to the end of the last block
    std::uint64_t instructions = 0;  // that went through the pipes
};

class Device {
public:
    // `hub` must outlive the device.
    Device(const SocConfig& config, Hub& hub);
    // On global memory that lives elsewhere, and longer than the device.
    Device(const SocConfig& config, Hub& hub, GlobalMemory& memory);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    GlobalMemory& memory();
    const SocConfig& config() const;

    // Brings [begin, begin + bytes) of global memory into L2, as a kernel just before would have
    // left it; lines that do not fit push out older ones.
    void warm_l2(const void* begin, std::uint64_t bytes);

    // L2 is full of lines that other kernels wrote: each has to be written back before its place is
    // free.
    void fill_l2_dirty();

    // The address a kernel library is bound to, so that its API calls reach the running core.
    CoreSlot* core_slot();

    // Runs a kernel to its end. Throws Error: what the kernel failed with (kKernel, kUnsupported,
    // ...), or kDeadlock with the wait-for list when no core can go on. The device is not usable
    // after a throw.
    LaunchResult launch(const LaunchRequest& request);

    // Cycles of the current launch, for progress displays from a listener or another thread.
    Cycles now() const;

private:
    struct Impl;
    static std::unique_ptr<Impl> elaborate(const SocConfig& config, Hub& hub, GlobalMemory* memory);

    std::unique_ptr<Impl> impl_;
};

}  // namespace davsim
