// SPDX-License-Identifier: Apache-2.0
#pragma once
// What phase 1 of an aclnn call finds out about one combination of arguments, and what phase 2
// needs: tiling, workspace layout. Kept, so that a program's second call of the same kind costs no
// tiling.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/acl/tensor.h"
#include "sim/runtime/operator.h"

namespace davsim::acl {

// One launch of an operator's kernel. Kernel arguments are the inputs, the outputs, the workspace
// and the tiling data.
struct OperatorPlan {
    std::string op;
    bool launches = false;  // false: nothing to compute, phase 2 does nothing
    TilingResult tiling;
    std::shared_ptr<const KernelCode> kernel;  // of a plan that launches
    SyncMode sync = SyncMode::kManual;
    std::vector<std::pair<std::string, std::string>> remarks;  // for the summary

    // Outputs that get one value where nothing is launched: (output, value).
    std::vector<std::pair<std::size_t, float>> fills;

    // The workspace that the caller brings: tiling data, copies of tensors that are not contiguous
    // (an offset a tensor, inputs before outputs), then what the kernel itself works in.
    std::vector<std::optional<std::uint64_t>> copies;
    std::uint64_t kernel_workspace = 0;  // offset
    std::uint64_t workspace_bytes = 0;   // 0 without a launch
};

// The arguments of a call in the order of its parameters; null where the caller gave null (or asked
// for no such output).
using Tensors = std::vector<const aclTensor*>;

// Everything about a tensor but its address.
void append_key(std::string& key, const aclTensor* tensor);

// Tiling, kernel and the words for the summary, of a plan that launches. Error as the tiling says.
void plan_launch(OperatorPlan& plan, const Operator& op, const Problem& problem);

// Lays out the workspace of a plan that launches.
void place_workspace(OperatorPlan& plan, const Tensors& inputs, const Tensors& outputs,
                     std::uint64_t system_workspace);

class PlanCache {
public:
    std::shared_ptr<const OperatorPlan> find(const std::string& key) const;
    std::shared_ptr<const OperatorPlan> keep(const std::string& key, OperatorPlan plan);

private:
    std::unordered_map<std::string, std::shared_ptr<const OperatorPlan>> plans_;
};

// Element type of kernels; absent for those that no kernel of davsim takes.
std::optional<DataType> data_type_of(aclDataType type);
// Stores a number as an element of this type.
void store_element(DataType type, void* place, float value);
// "FLOAT16", or its number.
std::string type_text(aclDataType type);

}  // namespace davsim::acl
