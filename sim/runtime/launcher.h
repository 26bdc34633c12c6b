// SPDX-License-Identifier: Apache-2.0
#pragma once
// One launch of an operator's kernel, from host tensors to host tensors. Kernel arguments are the
// inputs, the outputs, the workspace and the tiling data, in this order; absent inputs and outputs
// are null. The tensors of a list are one argument: see tensor_list.h.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/device/device.h"
#include "sim/device/l2_start.h"
#include "sim/runtime/host_tensor.h"
#include "sim/runtime/kernel_code.h"
#include "sim/runtime/operator.h"

namespace davsim {

// The cores that a block of a kernel of this kind gets. Error(kUnsupported) when it has no vector
// half.
BlockCores cores_of(KernelKind kind);

struct OperatorLaunch {
    std::string name;
    const std::vector<HostTensor>* inputs = nullptr;
    std::vector<TensorSpec> outputs;
    const TilingResult* tiling = nullptr;
    std::uint64_t max_cycles = 0;  // 0: no limit
    L2Start l2 = L2Start::kCold;
    SyncMode sync = SyncMode::kManual;
    std::optional<std::uint64_t> jitter_seed;  // as LaunchRequest's
};

struct OperatorOutcome {
    LaunchResult launch;
    double wall_seconds = 0;          // of the simulation itself, copies left out
    std::vector<HostTensor> outputs;  // data empty for absent ones
};

// Throws what Device::launch throws, and Error(kUsage) when the tensors do not fit into HBM.
OperatorOutcome launch_operator(Device& device, const KernelCode& kernel,
                                const OperatorLaunch& launch);

}  // namespace davsim
