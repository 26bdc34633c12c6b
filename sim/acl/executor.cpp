// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/executor.h"

#include <cstring>
#include <set>

#include "sim/acl/aclnn_codes.h"
#include "sim/acl/call.h"
#include "sim/acl/kernel_step.h"
#include "sim/acl/strided_copy.h"
#include "sim/runtime/launcher.h"

namespace davsim::acl {
namespace {

// Executors that are out, to tell a used one from a good one. Under the runtime's lock.
std::set<const aclOpExecutor*>& live() {
    static auto* executors = new std::set<const aclOpExecutor*>;
    return *executors;
}

using Arguments = std::vector<aclOpExecutor::Argument>;

// One run of an executor: what it needs of the executor, which may be gone by then.
class OperatorRun {
public:
    OperatorRun(const aclOpExecutor& executor, void* workspace)
        : plan_(executor.plan),
          inputs_(executor.inputs),
          outputs_(executor.outputs),
          workspace_(static_cast<std::uint8_t*>(workspace)) {}

    void put_on(Stream& stream, const std::shared_ptr<OperatorRun>& self) {
        if (!plan_->launches) {
            stream.steps.push_back([self](Stream& on) {
                for (const auto& [output, value] : self->plan_->fills)
                    self->fill(on, output, value);
                return true;
            });
            return;
        }
        stream.steps.push_back([self](Stream& on) {
            self->prepare(on);
            return true;
        });
        order_ = make_order();
        stream.steps.push_back([self, launch = kernel_step(order_)](Stream& on) {
            return self->refused_ || launch(on);
        });
        stream.steps.push_back([self](Stream&) {
            self->collect();
            return true;
        });
    }

private:
    std::shared_ptr<LaunchOrder> make_order() const {
        auto order = std::make_shared<LaunchOrder>();
        order->kernel = plan_->op;
        order->library = plan_->kernel->functions();
        const BlockCores cores = cores_of(plan_->kernel->kind(plan_->tiling.key));
        order->vector_cores = cores.vector;
        order->cube_core = cores.cube;
        order->blocks = plan_->tiling.block_dim;
        order->tiling_key = plan_->tiling.key;
        order->strategy = plan_->tiling.strategy;
        order->sync = plan_->sync;
        order->remarks = plan_->remarks;
        std::size_t n = 0;
        for (const Arguments* arguments : {&inputs_, &outputs_}) {
            for (const aclOpExecutor::Argument& argument : *arguments)
                order->arguments.push_back(
                    reinterpret_cast<std::uint64_t>(address(argument, plan_->copies[n++])));
        }
        order->arguments.push_back(
            reinterpret_cast<std::uint64_t>(workspace_ + plan_->kernel_workspace));
        order->arguments.push_back(reinterpret_cast<std::uint64_t>(workspace_));
        return order;
    }

    const std::uint8_t* address(const aclOpExecutor::Argument& argument,
                                const std::optional<std::uint64_t>& copy) const {
        if (!argument.present) return nullptr;
        return copy ? workspace_ + *copy : argument.tensor.begin();
    }

    // The host moves what is not contiguous, and must not touch foreign memory for it.
    bool check(Stream& stream, const std::uint8_t* begin, const Extent& extent) {
        const GlobalMemory& memory = HostRuntime::instance().device().memory();
        const auto first = reinterpret_cast<std::uint64_t>(begin + extent.first);
        const auto bytes = static_cast<std::uint64_t>(extent.end - extent.first);
        const bool inside =
            begin != nullptr && memory.contains(first) &&
            memory.find(memory.device_address(begin + extent.first), bytes) != nullptr;
        if (inside) return true;
        refused_ = true;
        stream.note_fault(HostRuntime::instance().options().config.cores.coupled
                              ? ACL_ERROR_RT_AICORE_EXCEPTION
                              : ACL_ERROR_RT_VECTOR_CORE_EXCEPTION,
                          plan_->op + ": a view of " + std::to_string(bytes) +
                              " bytes is not inside one allocation of device memory");
        return false;
    }

    void fill(Stream& stream, std::size_t output, float value) {
        const aclTensor& tensor = outputs_[output].tensor;
        if (tensor.empty() || !check(stream, tensor.begin(), extent_of(tensor))) return;
        const std::size_t bytes = aclDataTypeSize(tensor.dtype);
        std::vector<std::uint8_t> row(static_cast<std::size_t>(tensor.elements()) * bytes);
        for (std::size_t at = 0; at < row.size(); at += bytes)
            store_element(*data_type_of(tensor.dtype), &row[at], value);
        scatter(row.data(), tensor);
    }

    void prepare(Stream& stream) {
        const auto bytes = static_cast<std::int64_t>(plan_->workspace_bytes);
        if (!check(stream, workspace_, {0, bytes})) return;
        std::memcpy(workspace_, plan_->tiling.data.data(), plan_->tiling.data.size());
        std::size_t n = 0;
        for (const Arguments* arguments : {&inputs_, &outputs_}) {
            for (const aclOpExecutor::Argument& argument : *arguments) {
                const std::optional<std::uint64_t>& copy = plan_->copies[n++];
                if (!copy) continue;
                if (!check(stream, argument.tensor.begin(), extent_of(argument.tensor))) return;
                // An output too: a kernel that faults leaves what was there.
                gather(argument.tensor, workspace_ + *copy);
            }
        }
    }

    void collect() {
        if (refused_) return;
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
            const std::optional<std::uint64_t>& copy = plan_->copies[inputs_.size() + i];
            if (copy) scatter(workspace_ + *copy, outputs_[i].tensor);
        }
    }

    std::shared_ptr<const OperatorPlan> plan_;
    Arguments inputs_;
    Arguments outputs_;
    std::uint8_t* workspace_;
    std::shared_ptr<LaunchOrder> order_;
    bool refused_ = false;
};

Arguments capture(const Tensors& tensors) {
    Arguments arguments(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (tensors[i] == nullptr) continue;
        arguments[i].present = true;
        arguments[i].tensor = *tensors[i];
    }
    return arguments;
}

aclnnStatus check_live(const char* function, const aclOpExecutor* executor) {
    if (executor == nullptr) return refuse_null(function, "executor");
    if (live().count(executor) != 0) return OK;
    return refuse(kParamInvalid, function,
                  "argument executor was used already: phase 2 consumes it unless "
                  "aclSetAclOpExecutorRepeatable was called before");
}

void destroy(aclOpExecutor* executor) {
    live().erase(executor);
    delete executor;
}

// The tensor at `index`, or null.
aclOpExecutor::Argument* argument_at(aclOpExecutor& executor, std::size_t index, bool inputs,
                                     bool outputs) {
    if (inputs && index < executor.inputs.size()) return &executor.inputs[index];
    if (inputs) index -= executor.inputs.size();
    if (outputs && index < executor.outputs.size()) return &executor.outputs[index];
    return nullptr;
}

aclnnStatus set_address(const char* function, aclOpExecutor* executor, std::size_t index,
                        aclTensor* tensor, void* address, bool inputs, bool outputs) {
    return guarded(function, [&](HostRuntime&) -> aclError {
        if (const aclnnStatus bad = check_live(function, executor)) return bad;
        if (tensor == nullptr) return refuse_null(function, "tensor");
        aclOpExecutor::Argument* argument = argument_at(*executor, index, inputs, outputs);
        if (argument == nullptr || !argument->present) {
            return refuse(
                kParamInvalid, function,
                "argument index is " + std::to_string(index) + ", the call has no tensor there");
        }
        argument->tensor.data = address;
        tensor->data = address;
        return OK;
    });
}

}  // namespace

aclnnStatus make_executor(std::shared_ptr<const OperatorPlan> plan, const Tensors& inputs,
                          const Tensors& outputs, std::uint64_t* workspace_size,
                          aclOpExecutor** executor) {
    *workspace_size = plan->workspace_bytes;
    *executor = new aclOpExecutor{std::move(plan), capture(inputs), capture(outputs), false};
    live().insert(*executor);
    return OK;
}

aclnnStatus run_executor(const char* function, void* workspace, std::uint64_t workspace_size,
                         aclOpExecutor* executor, aclrtStream stream) {
    return guarded(function, [&](HostRuntime& runtime) -> aclError {
        if (const aclnnStatus bad = check_live(function, executor)) return bad;
        const OperatorPlan& plan = *executor->plan;
        if (plan.workspace_bytes > 0 && workspace == nullptr) {
            destroy(executor);
            return refuse_null(function, "workspace");
        }
        if (plan.workspace_bytes > workspace_size) {
            const std::string text = "argument workspaceSize is " + std::to_string(workspace_size) +
                                     ", phase 1 asked for " + std::to_string(plan.workspace_bytes);
            destroy(executor);
            return refuse(kParamInvalid, function, text);
        }
        Stream* on = runtime.resolve(stream);
        if (on == nullptr) {
            if (!executor->repeatable) destroy(executor);
            return refuse(kRuntimeError, function,
                          "argument stream is no stream, or no context is current");
        }
        if (plan.launches || !plan.fills.empty()) {
            auto run = std::make_shared<OperatorRun>(*executor, workspace);
            run->put_on(*on, run);
        }
        if (!executor->repeatable) destroy(executor);
        return OK;
    });
}

}  // namespace davsim::acl

using davsim::acl::check_live;
using davsim::acl::guarded;
using davsim::acl::HostRuntime;
using davsim::acl::set_address;

extern "C" {

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
    return guarded("aclSetAclOpExecutorRepeatable", [executor](HostRuntime&) -> aclError {
        if (const aclnnStatus bad = check_live("aclSetAclOpExecutorRepeatable", executor))
            return bad;
        executor->repeatable = true;
        return OK;
    });
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
    return guarded("aclDestroyAclOpExecutor", [executor](HostRuntime&) -> aclError {
        if (const aclnnStatus bad = check_live("aclDestroyAclOpExecutor", executor)) return bad;
        davsim::acl::destroy(executor);
        return OK;
    });
}

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
    return set_address("aclSetInputTensorAddr", executor, index, tensor, addr, true, false);
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
    return set_address("aclSetOutputTensorAddr", executor, index, tensor, addr, false, true);
}

aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
    return set_address("aclSetTensorAddr", executor, index, tensor, addr, true, true);
}

aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
    return aclSetInputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
    return aclSetOutputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
    return aclSetTensorAddr(executor, index, tensor, addr);
}

}  // extern "C"
