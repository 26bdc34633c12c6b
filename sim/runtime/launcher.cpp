// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/launcher.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>

namespace davsim {
namespace {

// Allocations of one launch, given back at its end.
class LaunchMemory {
public:
    explicit LaunchMemory(GlobalMemory& memory) : memory_(memory) {}
    ~LaunchMemory() {
        for (std::uint8_t* pointer : pointers_) memory_.release(pointer);
    }
    LaunchMemory(const LaunchMemory&) = delete;
    LaunchMemory& operator=(const LaunchMemory&) = delete;

    std::uint8_t* allocate(std::uint64_t bytes, const std::string& name, GmRole role) {
        // An empty tensor has an address too, as on the device.
        pointers_.push_back(memory_.allocate(bytes == 0 ? 1 : bytes, name, role));
        return pointers_.back();
    }

    std::uint8_t* upload(const std::vector<std::uint8_t>& data, const std::string& name,
                         GmRole role) {
        std::uint8_t* pointer = allocate(data.size(), name, role);
        if (!data.empty()) std::memcpy(pointer, data.data(), data.size());
        return pointer;
    }

private:
    GlobalMemory& memory_;
    std::vector<std::uint8_t*> pointers_;
};

HostTensor download(const TensorSpec& spec, const void* pointer) {
    HostTensor tensor;
    tensor.spec = spec;
    if (pointer == nullptr) return tensor;
    const auto* bytes = static_cast<const std::uint8_t*>(pointer);
    tensor.data.assign(bytes, bytes + spec.bytes());
    return tensor;
}

}  // namespace

BlockCores cores_of(KernelKind kind) {
    switch (kind) {
        case KernelKind::kMixedOneVector: return {1, true};
        case KernelKind::kMixedTwoVector: return {2, true};
        case KernelKind::kVectorOnly: return {1, false};
        case KernelKind::kCubeOnly: break;
    }
    throw Error(Fault::kUnsupported,
                "the kernel's KERNEL_TASK_TYPE is for cube cores only, which are not simulated");
}

OperatorOutcome launch_operator(Device& device, const LoadedKernel& kernel,
                                const OperatorLaunch& launch) {
    LaunchMemory memory(device.memory());
    std::vector<void*> arguments;
    for (const HostTensor& input : *launch.inputs) {
        arguments.push_back(input.spec.present
                                ? memory.upload(input.data, input.spec.name, GmRole::kInput)
                                : nullptr);
    }
    const std::size_t first_output = arguments.size();
    for (const TensorSpec& output : launch.outputs) {
        arguments.push_back(output.present
                                ? memory.allocate(output.bytes(), output.name, GmRole::kOutput)
                                : nullptr);
        // The pages come into being here and not one by one during the simulation.
        if (output.present) std::memset(arguments.back(), 0, output.bytes());
    }
    const TilingResult& tiling = *launch.tiling;
    const auto system = static_cast<std::uint64_t>(device.config().memory.system_workspace);
    arguments.push_back(
        memory.allocate(system + tiling.workspace, "workspace", GmRole::kWorkspace));
    arguments.push_back(memory.upload(tiling.data, "tiling", GmRole::kTiling));
    if (arguments.size() != kernel.argument_count()) {
        throw Error(Fault::kInternal,
                    fmt::format("{} takes {} arguments, the operator gives {}", kernel.path(),
                                kernel.argument_count(), arguments.size()));
    }

    if (launch.warm_l2) {
        for (std::size_t i = 0; i < first_output; ++i) {
            const HostTensor& input = (*launch.inputs)[i];
            if (input.spec.present) device.warm_l2(arguments[i], input.data.size());
        }
    }
    kernel.bind(device.core_slot());
    LaunchRequest request;
    request.kernel = launch.name;
    request.body = [&] { kernel.invoke(arguments.data()); };
    request.blocks = tiling.block_dim;
    request.cores = cores_of(kernel.kind(tiling.key));
    request.tiling_key = tiling.key;
    request.max_cycles = launch.max_cycles;
    request.sync = launch.sync;
    request.jitter_seed = launch.jitter_seed;

    OperatorOutcome outcome;
    const auto begin = std::chrono::steady_clock::now();
    outcome.launch = device.launch(request);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    outcome.wall_seconds = wall.count();
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
        outcome.outputs.push_back(download(launch.outputs[i], arguments[first_output + i]));
    }
    return outcome;
}

}  // namespace davsim
