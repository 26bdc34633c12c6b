// SPDX-License-Identifier: Apache-2.0
#include "sim/session/device_process.h"

#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "sim/session/device_server.h"
#include "sim/session/launch_report.h"
#include "sim/session/whereabouts.h"

namespace davsim {
namespace {

Whereabouts* shared_whereabouts() {
    void* page = mmap(nullptr, sizeof(Whereabouts), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) throw Error(Fault::kUsage, "not enough memory on this machine");
    return new (page) Whereabouts;
}

// Kernels in libraries that were loaded after the fork are not in the child.
unsigned long long image_changes() {
    unsigned long long changes = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
            *static_cast<unsigned long long*>(out) = info->dlpi_adds + info->dlpi_subs;
            return 1;
        },
        &changes);
    return changes;
}

}  // namespace

DeviceProcess::DeviceProcess(const SessionOptions& options)
    : options_(options),
      memory_(options.config, GlobalMemory::Sharing::kShared),
      whereabouts_(shared_whereabouts()) {}

DeviceProcess::~DeviceProcess() {
    stop();
    munmap(whereabouts_, sizeof(Whereabouts));
}

std::uint8_t* DeviceProcess::allocate(std::uint64_t bytes, const std::string& name) {
    std::uint8_t* pointer = memory_.allocate(bytes, name);
    if (child_) allocated_.push_back(*memory_.starting_at(pointer));
    return pointer;
}

void DeviceProcess::release(std::uint8_t* pointer) {
    const std::uint64_t begin = memory_.device_address(pointer);
    memory_.release(pointer);
    if (!child_) return;
    // The child need not hear of what it never heard of.
    for (auto known = allocated_.begin(); known != allocated_.end(); ++known) {
        if (known->begin != begin) continue;
        allocated_.erase(known);
        return;
    }
    released_.push_back(begin);
}

void DeviceProcess::tell_memory(MessageWriter& message) {
    message.put(released_);
    message.put(allocated_.size());
    for (const GlobalMemory::Allocation& a : allocated_) {
        message.put(a.begin);
        message.put(a.bytes);
        message.put(a.padded);
        message.put(a.name);
        message.put(a.role);
    }
    released_.clear();
    allocated_.clear();
}

void DeviceProcess::start() {
    auto [ours, theirs] = channel_pair();
    *whereabouts_ = {};
    // What is still buffered would be written twice.
    std::fflush(nullptr);
    const unsigned long long images = image_changes();
    const pid_t id = fork();
    if (id < 0)
        throw Error(Fault::kUsage,
                    fmt::format("cannot start the device process: {}", std::strerror(errno)));
    if (id == 0) {
        close(ours.descriptor());
        serve_device(options_, memory_, theirs, *whereabouts_);
    }
    allocated_.clear();
    released_.clear();
    child_.emplace(Child{id, std::move(ours), images});
}

LaunchOutcome DeviceProcess::launch(LaunchOrder& order) {
    if (child_ && child_->loaded_images != image_changes()) stop();
    if (!child_) start();
    order.number = launches_++;
    // Text of the program and of its kernels keeps its order.
    std::fflush(stdout);
    MessageWriter message;
    tell_memory(message);
    message.put(order.kernel);
    message.put(order.image);
    message.put(order.call);
    message.put(order.library);
    message.put(order.arguments);
    message.put(order.tiling_key);
    message.put(order.blocks);
    message.put(order.vector_cores);
    message.put(order.cube_core);
    message.put(order.number);
    message.put(order.sync);
    message.put(order.strategy);
    message.put(order.remarks);
    std::string reply;
    if (!child_->channel.send(message) || !child_->channel.receive(reply)) return crashed(order);
    MessageReader reader(std::move(reply));
    LaunchOutcome outcome;
    reader.get(outcome.ok);
    reader.get(outcome.fault);
    reader.get(outcome.message);
    reader.get(outcome.cycles);
    reader.get(outcome.instructions);
    reader.get(outcome.hazards);
    // A device that failed once cannot go on.
    if (!outcome.ok) stop();
    return outcome;
}

LaunchOutcome DeviceProcess::crashed(const LaunchOrder& order) {
    int status = 0;
    while (waitpid(child_->id, &status, 0) < 0 && errno == EINTR) {}
    child_.reset();
    LaunchOutcome outcome;
    outcome.fault = Fault::kKernel;
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const std::string how = signal != 0 ? fmt::format("{} (signal {})", strsignal(signal), signal)
                                        : fmt::format("exit with code {}", WEXITSTATUS(status));
    outcome.message = whereabouts_->in_kernel
                          ? fmt::format(
                                "the kernel crashed: {} in block {}; a wild pointer or a "
                                "stack deeper than its 1 MiB is the usual cause",
                                how, whereabouts_->block)
                          : fmt::format("the device process ended: {}", how);
    // The child could not.
    LaunchReport(options_, order).fail(Error(outcome.fault, outcome.message));
    return outcome;
}

void DeviceProcess::stop() {
    if (!child_) return;
    const pid_t id = child_->id;
    child_.reset();  // the end of the channel ends the child
    int status = 0;
    while (waitpid(id, &status, 0) < 0 && errno == EINTR) {}
}

}  // namespace davsim
