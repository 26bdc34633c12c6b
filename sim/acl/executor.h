// SPDX-License-Identifier: Apache-2.0
#pragma once
// The executor between the two phases of an aclnn call: the plan and the tensors as they were in
// phase 1, so that the program may destroy its aclTensors in between.

#include <memory>
#include <vector>

#include "sim/acl/operator_plan.h"
#include "sim/acl/stream.h"

struct aclOpExecutor {
    std::shared_ptr<const davsim::acl::OperatorPlan> plan;
    // By parameter; `present` false where null was given.
    struct Argument {
        bool present = false;
        aclTensor tensor;
    };
    std::vector<Argument> inputs;
    std::vector<Argument> outputs;
    bool repeatable = false;
};

namespace davsim::acl {

// Hands out an executor; the caller of phase 2, or aclDestroyAclOpExecutor, takes it back.
aclnnStatus make_executor(std::shared_ptr<const OperatorPlan> plan, const Tensors& inputs,
                          const Tensors& outputs, std::uint64_t* workspace_size,
                          aclOpExecutor** executor);

// Phase 2 of any operator.
aclnnStatus run_executor(const char* function, void* workspace, std::uint64_t workspace_size,
                         aclOpExecutor* executor, aclrtStream stream);

}  // namespace davsim::acl
