// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/launcher.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>

#include "sim/base/numbers.h"
#include "sim/runtime/tensor_list.h"

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

// Every byte of an element's value, where a promised value is not zero.
void fill(std::uint8_t* pointer, const TensorSpec& spec) {
    // The pages come into being here and not one by one during the simulation.
    std::memset(pointer, 0, spec.bytes());
    if (spec.initial.value_or(0.0) == 0.0) return;
    const std::size_t size = size_of(spec.dtype);
    for (std::uint64_t i = 0; i * size < spec.bytes(); ++i)
        store_number(pointer + i * size, spec.dtype, *spec.initial);
}

class Arguments {
public:
    Arguments(LaunchMemory& memory, const OperatorLaunch& launch) : memory_(memory) {
        std::vector<TensorSpec> specs;
        for (const HostTensor& input : *launch.inputs) {
            specs.push_back(input.spec);
            inputs_.push_back(input.spec.present
                                  ? memory_.upload(input.data, input.spec.name, GmRole::kInput)
                                  : nullptr);
        }
        for (const TensorSpec& output : launch.outputs)
            outputs_.push_back(output.present ? place(output, specs) : nullptr);
        add(specs, inputs_);
        add(launch.outputs, outputs_);
    }

    std::vector<void*>& all() { return arguments_; }
    void* input(std::size_t i) const { return inputs_[i]; }
    void* output(std::size_t i) const { return outputs_[i]; }

private:
    void* place(const TensorSpec& output, const std::vector<TensorSpec>& inputs) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (!output.in_place.empty() && inputs[i].name == output.in_place) return inputs_[i];
        }
        std::uint8_t* pointer = memory_.allocate(output.bytes(), output.name, GmRole::kOutput);
        fill(pointer, output);
        return pointer;
    }

    void add(const std::vector<TensorSpec>& specs, const std::vector<void*>& pointers) {
        for (std::size_t i = 0; i < specs.size();) {
            if (!specs[i].argument) {
                ++i;
                continue;
            }
            if (specs[i].list.empty()) {
                arguments_.push_back(pointers[i++]);
                continue;
            }
            std::vector<TensorSpec> tensors;
            std::vector<void*> addresses;
            const std::string& list = specs[i].list;
            for (; i < specs.size() && specs[i].list == list; ++i) {
                if (!specs[i].present) continue;  // stands for a list without tensors
                tensors.push_back(specs[i]);
                addresses.push_back(pointers[i]);
            }
            arguments_.push_back(
                memory_.upload(tensor_list(tensors, addresses), list, GmRole::kInput));
        }
    }

    LaunchMemory& memory_;
    std::vector<void*> inputs_;
    std::vector<void*> outputs_;
    std::vector<void*> arguments_;
};

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

OperatorOutcome launch_operator(Device& device, const KernelCode& kernel,
                                const OperatorLaunch& launch) {
    LaunchMemory memory(device.memory());
    Arguments tensors(memory, launch);
    std::vector<void*>& arguments = tensors.all();
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
        device.warm_l2(arguments.back(), tiling.data.size());
        for (std::size_t i = 0; i < launch.inputs->size(); ++i) {
            const HostTensor& input = (*launch.inputs)[i];
            if (input.spec.present) device.warm_l2(tensors.input(i), input.data.size());
        }
    }
    const KernelFunctions functions = kernel.functions();
    functions.bind(device.core_slot());
    LaunchRequest request;
    request.kernel = launch.name;
    request.body = [&] { functions.invoke(arguments.data()); };
    request.blocks = tiling.block_dim;
    request.cores = cores_of(kernel.kind(tiling.key));
    request.tiling_key = tiling.key;
    request.max_cycles = launch.max_cycles;
    request.cold_code = !launch.warm_l2;
    request.sync = launch.sync;
    request.jitter_seed = launch.jitter_seed;

    OperatorOutcome outcome;
    const auto begin = std::chrono::steady_clock::now();
    outcome.launch = device.launch(request);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    outcome.wall_seconds = wall.count();
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
        outcome.outputs.push_back(download(launch.outputs[i], tensors.output(i)));
    }
    return outcome;
}

}  // namespace davsim
