// SPDX-License-Identifier: Apache-2.0
// aclnnGroupNormBackward: the checks in the order and with the codes that the operator really has;
// docs/aclnn-group-norm-backward.md lists where the published page says otherwise.

#include "aclnnop/aclnn_group_norm_backward.h"

#include "sim/acl/call.h"
#include "sim/acl/executor.h"
#include "sim/acl/library_operators.h"
#include "sim/acl/parameter_checks.h"

namespace davsim::acl {
namespace {

constexpr const char* kPhase1 = "aclnnGroupNormBackwardGetWorkspaceSize";

constexpr int kArchA2 = 2201;
constexpr int kArch950 = 3510;
// Published limits of the operator.
constexpr std::int64_t kMaxChannelsPerGroup = 8000;
constexpr std::int64_t kMaxChannels = 240000;
constexpr std::size_t kMaxRank = 8;
constexpr std::size_t kOutputs = 3;

// The arguments of phase 1.
struct Call {
    Parameter grad_out;
    Parameter input;
    Parameter mean;
    Parameter rstd;
    Parameter gamma;
    std::int64_t n;
    std::int64_t c;
    std::int64_t hxw;
    std::int64_t group;
    const aclBoolArray* mask;
    std::array<Parameter, kOutputs> outputs;  // gradInput, gradGammaOut, gradBetaOut

    bool wants(std::size_t output) const { return mask->values[output]; }
    Tensors inputs() const {
        return {grad_out.tensor, input.tensor, mean.tensor, rstd.tensor, gamma.tensor};
    }
    Tensors wanted_outputs() const {
        Tensors tensors;
        for (std::size_t i = 0; i < kOutputs; ++i)
            tensors.push_back(wants(i) ? outputs[i].tensor : nullptr);
        return tensors;
    }
};

class CallChecks {
public:
    CallChecks(const Call& call, int npu_arch) : call_(call), arch_(npu_arch), checks_(kPhase1) {}

    aclnnStatus run() const {
        for (const auto check : {&CallChecks::pointers, &CallChecks::mask, &CallChecks::types,
                                 &CallChecks::attributes, &CallChecks::shapes}) {
            if (const aclnnStatus bad = (this->*check)()) return bad;
        }
        return OK;
    }

private:
    aclnnStatus pointers() const {
        for (const Parameter& p : {call_.grad_out, call_.input, call_.mean, call_.rstd}) {
            if (const aclnnStatus bad = checks_.not_null(p.name, p.tensor)) return bad;
        }
        return OK;
    }

    aclnnStatus mask() const {
        if (call_.mask == nullptr)
            return checks_.invalid("argument outputMask must not be a null pointer");
        if (call_.mask->values.size() != kOutputs) {
            return checks_.invalid("argument outputMask has " +
                                   std::to_string(call_.mask->values.size()) +
                                   " elements, allowed are 3");
        }
        for (std::size_t i = 0; i < kOutputs; ++i) {
            if (!call_.wants(i) || call_.outputs[i].tensor != nullptr) continue;
            return checks_.invalid(std::string("argument ") + call_.outputs[i].name +
                                   " must not be a null pointer where outputMask[" +
                                   std::to_string(i) + "] is true");
        }
        return OK;
    }

    aclnnStatus listed(const Parameter& p, const char* allowed) const {
        const auto type = data_type_of(p.tensor->dtype);
        const bool bfloat16 = arch_ == kArchA2 || arch_ == kArch950;
        if (type && (bfloat16 || *type != DataType::kBfloat16)) return OK;
        return checks_.invalid(std::string("argument ") + p.name + " has type " +
                               type_text(p.tensor->dtype) + ", allowed are " + allowed);
    }

    aclnnStatus types() const { return arch_ == kArch950 ? mixed_types() : one_type(); }

    aclnnStatus one_type() const {
        const char* allowed =
            arch_ == kArchA2 ? "FLOAT, FLOAT16 and BFLOAT16" : "FLOAT and FLOAT16";
        if (const aclnnStatus bad = listed(call_.grad_out, allowed)) return bad;
        for (const Parameter& p : {call_.input, call_.mean, call_.rstd, call_.gamma}) {
            if (p.tensor == nullptr) continue;
            if (const aclnnStatus bad = checks_.same_type(p, call_.grad_out)) return bad;
        }
        for (std::size_t i = 0; i < kOutputs; ++i) {
            if (!call_.wants(i)) continue;
            if (const aclnnStatus bad = checks_.same_type(call_.outputs[i], call_.grad_out))
                return bad;
        }
        return OK;
    }

    // Statistics and parameters may be fp32 where the data are fp16 or bf16.
    aclnnStatus mixed_types() const {
        constexpr const char* kAllowed = "FLOAT, FLOAT16 and BFLOAT16";
        if (const aclnnStatus bad = listed(call_.grad_out, kAllowed)) return bad;
        if (const aclnnStatus bad = listed(call_.mean, kAllowed)) return bad;
        if (const aclnnStatus bad = checks_.same_type(call_.input, call_.grad_out)) return bad;
        if (call_.wants(0)) {
            if (const aclnnStatus bad = checks_.same_type(call_.outputs[0], call_.grad_out))
                return bad;
        }
        if (call_.mean.tensor->dtype != ACL_FLOAT) {
            if (const aclnnStatus bad = checks_.same_type(call_.mean, call_.grad_out)) return bad;
        }
        if (const aclnnStatus bad = checks_.same_type(call_.rstd, call_.mean)) return bad;
        if (call_.gamma.tensor != nullptr) {
            if (const aclnnStatus bad = checks_.same_type(call_.gamma, call_.mean)) return bad;
        }
        for (std::size_t i = 1; i < kOutputs; ++i) {
            if (!call_.wants(i)) continue;
            if (const aclnnStatus bad = checks_.same_type(call_.outputs[i], call_.mean)) return bad;
        }
        return OK;
    }

    aclnnStatus attributes() const {
        if (const aclnnStatus bad = checks_.groups(call_.c, call_.group)) return bad;
        if (arch_ != kArchA2) return OK;
        if (call_.c / call_.group > kMaxChannelsPerGroup) {
            return checks_.invalid("argument C / group is " +
                                   std::to_string(call_.c / call_.group) +
                                   ", allowed is at most 8000");
        }
        if (call_.c > kMaxChannels) {
            return checks_.invalid("argument C is " + std::to_string(call_.c) +
                                   ", allowed is at most 240000");
        }
        return OK;
    }

    aclnnStatus shapes() const {
        if (const aclnnStatus bad = checks_.rank(call_.grad_out, 0, kMaxRank)) return bad;
        const std::int64_t data = product(product(call_.n, call_.c), call_.hxw);
        const std::int64_t groups = product(call_.n, call_.group);
        const struct {
            Parameter parameter;
            std::int64_t count;
            const char* what;
        } kCounts[] = {{call_.grad_out, data, "N * C * HxW"},
                       {call_.input, data, "N * C * HxW"},
                       {call_.mean, groups, "N * group"},
                       {call_.rstd, groups, "N * group"},
                       {call_.gamma, call_.c, "C"}};
        for (const auto& [parameter, count, what] : kCounts) {
            if (parameter.tensor == nullptr) continue;
            if (const aclnnStatus bad = checks_.elements(parameter, count, what)) return bad;
        }
        return output_shapes();
    }

    aclnnStatus output_shapes() const {
        const aclTensor* gamma = call_.gamma.tensor;
        const std::vector<std::int64_t> parameters =
            gamma == nullptr ? std::vector<std::int64_t>{call_.c} : gamma->shape;
        for (std::size_t i = 0; i < kOutputs; ++i) {
            if (!call_.wants(i)) continue;
            const bool data = i == 0;
            const aclnnStatus bad =
                checks_.shape(call_.outputs[i], data ? call_.input.tensor->shape : parameters,
                              data               ? "the shape of input"
                              : gamma == nullptr ? "which is C, as gamma is null"
                                                 : "the shape of gamma");
            if (bad != OK) return bad;
        }
        return OK;
    }

    const Call& call_;
    int arch_;
    Checks checks_;
};

std::string key_of(const Call& call) {
    std::string key;
    for (const aclTensor* tensor : call.inputs()) append_key(key, tensor);
    for (const std::int64_t number : {call.n, call.c, call.hxw, call.group})
        key.append(reinterpret_cast<const char*>(&number), sizeof(number));
    for (std::size_t i = 0; i < kOutputs; ++i) key += call.wants(i) ? '1' : '0';
    for (const aclTensor* tensor : call.wanted_outputs()) append_key(key, tensor);
    return key;
}

aclnnStatus inner(const std::string& text) {
    return refuse(kInnerNullptr, kPhase1, text);
}

// What passes the checks and still fails inside the operator.
aclnnStatus check_inner(const Call& call, int arch) {
    if (call.n < 0 || call.hxw < 0) return inner("argument N or HxW is negative");
    if (arch != kArch950) return OK;
    const bool empty = call.grad_out.tensor->empty() || call.input.tensor->empty();
    const bool ranks =
        call.grad_out.tensor->shape.size() < 2 || call.input.tensor->shape.size() < 2;
    if (empty && call.c > 0 && ranks)
        return inner("empty gradOut and input need 2 dimensions or more");
    if (empty) return OK;
    if (call.c / call.group > kMaxChannelsPerGroup)
        return inner("C / group is above 8000, no kernel of Ascend 950 takes it");
    if (call.gamma.tensor == nullptr && call.mean.tensor->dtype != call.grad_out.tensor->dtype)
        return inner("a null gamma has the type of gradOut, which mean does not have");
    return OK;
}

ProblemSpec problem_of(const Call& call) {
    ProblemSpec spec;
    spec.shape = {{"N", call.n}, {"C", call.c}, {"HxW", call.hxw}, {"group", call.group}};
    spec.dtype = *data_type_of(call.grad_out.tensor->dtype);
    spec.mean_dtype = data_type_of(call.mean.tensor->dtype);
    for (std::size_t i = 0; i < kOutputs; ++i) spec.output_mask += call.wants(i) ? '1' : '0';
    spec.optional_absent = call.gamma.tensor == nullptr;
    return spec;
}

void add_remarks(OperatorPlan& plan, const Call& call, const SocConfig& soc) {
    plan.remarks.emplace_back("dtype", type_text(call.grad_out.tensor->dtype));
    plan.remarks.emplace_back("mean_dtype", type_text(call.mean.tensor->dtype));
    if (soc.cores.coupled) {
        plan.remarks.emplace_back(
            "note",
            "on this product a board composes the operator of about twenty library "
            "kernels; davsim's own kernel stands in for them");
    }
}

aclnnStatus make_plan(const Call& call, const SocConfig& soc, OperatorPlan& plan) {
    plan.op = kGroupNormBackward;
    try {
        const op::NamedOperator& op = library_operator(plan.op, soc);
        const auto problem = op.problem(problem_of(call));
        if (problem->empty()) return OK;
        plan_launch(plan, op, *problem);
        add_remarks(plan, call, soc);
    } catch (const Error& error) { return inner(error.what()); }
    place_workspace(plan, call.inputs(), call.wanted_outputs(),
                    static_cast<std::uint64_t>(soc.memory.system_workspace));
    return OK;
}

aclnnStatus phase1(const Call& call, HostRuntime& runtime, std::uint64_t* workspace_size,
                   aclOpExecutor** executor) {
    static PlanCache cache;
    const SocConfig& soc = runtime.options().config;
    const bool described = call.grad_out.tensor != nullptr && call.input.tensor != nullptr &&
                           call.mean.tensor != nullptr && call.rstd.tensor != nullptr &&
                           call.mask != nullptr && call.mask->values.size() == kOutputs;
    const std::string key = described ? key_of(call) : "";
    std::shared_ptr<const OperatorPlan> plan = described ? cache.find(key) : nullptr;
    if (plan == nullptr) {
        if (const aclnnStatus bad = CallChecks(call, soc.identity.npu_arch).run()) return bad;
        if (const aclnnStatus bad = check_inner(call, soc.identity.npu_arch)) return bad;
        OperatorPlan made;
        if (const aclnnStatus bad = make_plan(call, soc, made)) return bad;
        plan = cache.keep(key, std::move(made));
    }
    return make_executor(std::move(plan), call.inputs(), call.wanted_outputs(), workspace_size,
                         executor);
}

}  // namespace
}  // namespace davsim::acl

extern "C" {

aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean, const aclTensor* rstd,
    const aclTensor* gamma, int64_t N, int64_t C, int64_t HxW, int64_t group,
    const aclBoolArray* outputMask, aclTensor* gradInput, aclTensor* gradGammaOut,
    aclTensor* gradBetaOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
    using namespace davsim::acl;
    return guarded(kPhase1, [&](HostRuntime& runtime) -> aclError {
        if (workspaceSize == nullptr) return refuse_null(kPhase1, "workspaceSize");
        if (executor == nullptr) return refuse_null(kPhase1, "executor");
        const Call call{{"gradOut", gradOut},
                        {"input", input},
                        {"mean", mean},
                        {"rstd", rstd},
                        {"gamma", gamma},
                        N,
                        C,
                        HxW,
                        group,
                        outputMask,
                        {{{"gradInput", gradInput},
                          {"gradGammaOut", gradGammaOut},
                          {"gradBetaOut", gradBetaOut}}}};
        return phase1(call, runtime, workspaceSize, executor);
    });
}

aclnnStatus aclnnGroupNormBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   const aclrtStream stream) {
    return davsim::acl::run_executor("aclnnGroupNormBackward", workspace, workspaceSize, executor,
                                     stream);
}

}  // extern "C"
