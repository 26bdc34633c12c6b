// SPDX-License-Identifier: Apache-2.0
#pragma once
// The simulated NPU as a program sees it: memory that both share, and launches that run in a child
// process. A Device is elaborated once a process and of no use after a fault; a program that calls
// acl functions lives on after a device fault, so the device is a fork of the program, made at the
// first launch and again after a fault or a reset. Being a fork, it holds the program's kernels at
// the same addresses.
//
// Not for several threads at once.

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/global_memory.h"
#include "sim/session/launch_order.h"
#include "sim/session/session_options.h"
#include "sim/session/wire.h"

namespace davsim {

class DeviceProcess {
public:
    // Error(kUsage) when the machine has not enough address space.
    explicit DeviceProcess(const SessionOptions& options);
    ~DeviceProcess();
    DeviceProcess(const DeviceProcess&) = delete;
    DeviceProcess& operator=(const DeviceProcess&) = delete;

    const SessionOptions& options() const { return options_; }
    const GlobalMemory& memory() const { return memory_; }

    // As GlobalMemory; the device process is told before its next launch.
    std::uint8_t* allocate(std::uint64_t bytes, const std::string& name);
    void release(std::uint8_t* pointer);

    // Returns when the kernel has ended. Faults of the kernel, its crashes included, are outcomes.
    LaunchOutcome launch(LaunchOrder& order);

    // Ends the child; the next launch finds a cold device. Memory stays.
    void stop();

private:
    struct Child {
        pid_t id;
        Channel channel;
        unsigned long long loaded_images;  // loads and unloads of shared libraries until the fork
    };

    void start();
    void tell_memory(MessageWriter& message);
    LaunchOutcome crashed(const LaunchOrder& order);

    SessionOptions options_;
    GlobalMemory memory_;
    std::vector<GlobalMemory::Allocation> allocated_;  // since the child last heard
    std::vector<std::uint64_t> released_;
    std::uint64_t launches_ = 0;
    struct Whereabouts* whereabouts_;  // shared with the child: where a crash happened
    std::optional<Child> child_;
};

}  // namespace davsim
