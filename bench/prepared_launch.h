// SPDX-License-Identifier: Apache-2.0
#pragma once
// Group-norm backward made ready for launch: what benchmarks launch again and again.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/opkit/named_operator.h"
#include "sim/runtime/launcher.h"

namespace davsim {

struct PreparedLaunch {
    PreparedLaunch(const SocConfig& config, const std::map<std::string, std::int64_t>& shape,
                   DataType dtype)
        : op("group_norm_backward", config, op::HostCalls::kInProcess) {
        ProblemSpec spec;
        spec.shape = shape;
        spec.dtype = dtype;
        problem = op.problem(spec);
        for (const TensorSpec& input : problem->inputs())
            inputs.push_back({input, std::vector<std::uint8_t>(input.bytes())});
        problem->fill(inputs, 1);
        tiling = problem->tile({});
        kernel = problem->kernel(tiling);
        launch.name = "group_norm_backward";
        launch.inputs = &inputs;
        launch.outputs = problem->outputs();
        launch.tiling = &tiling;
    }

    op::NamedOperator op;
    std::unique_ptr<Problem> problem;
    std::vector<HostTensor> inputs;
    TilingResult tiling;
    std::unique_ptr<KernelCode> kernel;
    OperatorLaunch launch;
};

}  // namespace davsim
