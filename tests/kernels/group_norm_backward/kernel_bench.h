// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs the operator's kernel library without time, all blocks of the launch, and compares with
// float64.

#include <string>
#include <vector>

#include "sim/opkit/named_operator.h"

namespace davsim::testing {

// The SoCs of the tests.
const SocConfig& soc(int npu_arch);

// The operator's library for an architecture, its host functions called in this process.
const op::NamedOperator& group_norm_backward(int npu_arch);

struct KernelRun {
    TilingResult tiling;
    std::vector<HostTensor> outputs;   // as left by the kernel
    std::string damage;                // a byte outside the outputs that changed; empty: none
    std::string race;                  // first unordered access to UB, if asked for
    std::vector<std::string> buffers;  // UB buffers of block 0
};

// Outputs that are masked get a null address. `overrides` as in --tiling.
KernelRun run_kernel(const Problem& problem, int npu_arch, const std::vector<HostTensor>& inputs,
                     const TilingOverrides& overrides = {}, bool find_races = false);

// Empty if the outputs agree with `golden` within the operator's tolerance; otherwise what does
// not.
std::string compare(const Problem& problem, const std::vector<HostTensor>& inputs,
                    const std::vector<HostTensor>& outputs,
                    const std::vector<std::vector<double>>& golden);

std::vector<HostTensor> random_inputs(const Problem& problem, std::uint64_t seed);

// A problem from text such as "2,320,4096,32" (N, C, HxW, group).
ProblemSpec problem_spec(const std::string& shape, DataType data, DataType mean);

}  // namespace davsim::testing
