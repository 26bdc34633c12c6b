// SPDX-License-Identifier: Apache-2.0
// aclnnGroupNorm: checks in the order of the operator, with the codes of its documentation.

#include "aclnnop/aclnn_group_norm.h"

#include <cmath>

#include "sim/acl/call.h"
#include "sim/acl/executor.h"
#include "sim/acl/library_operators.h"
#include "sim/acl/parameter_checks.h"

namespace davsim::acl {
namespace {

constexpr const char* kPhase1 = "aclnnGroupNormGetWorkspaceSize";
constexpr int kArch910 = 1001;
constexpr std::size_t kMinRank = 2;
constexpr std::size_t kMaxRank = 8;

struct Call {
    Parameter self;
    Parameter gamma;
    Parameter beta;
    std::int64_t n;
    std::int64_t c;
    std::int64_t hxw;
    std::int64_t group;
    double eps;
    Parameter out;
    Parameter mean;
    Parameter rstd;

    Tensors inputs() const { return {self.tensor, gamma.tensor, beta.tensor}; }
    Tensors outputs() const { return {out.tensor, mean.tensor, rstd.tensor}; }
};

class CallChecks {
public:
    CallChecks(const Call& call, int npu_arch) : call_(call), arch_(npu_arch), checks_(kPhase1) {}

    aclnnStatus run() const {
        for (const auto check : {&CallChecks::pointers, &CallChecks::types, &CallChecks::attributes,
                                 &CallChecks::shapes, &CallChecks::formats}) {
            if (const aclnnStatus bad = (this->*check)()) return bad;
        }
        return OK;
    }

private:
    aclnnStatus pointers() const {
        for (const Parameter& p : {call_.self, call_.out, call_.mean, call_.rstd}) {
            if (const aclnnStatus bad = checks_.not_null(p.name, p.tensor)) return bad;
        }
        return OK;
    }

    aclnnStatus types() const {
        const auto type = data_type_of(call_.self.tensor->dtype);
        const bool bfloat16 = arch_ != kArch910;
        if (!type || (*type == DataType::kBfloat16 && !bfloat16)) {
            return checks_.invalid("argument self has type " + type_text(call_.self.tensor->dtype) +
                                   ", allowed are FLOAT, " +
                                   (bfloat16 ? "FLOAT16 and BFLOAT16" : "FLOAT16"));
        }
        for (const Parameter& p : {call_.gamma, call_.beta, call_.out, call_.mean, call_.rstd}) {
            if (p.tensor == nullptr) continue;
            if (const aclnnStatus bad = checks_.same_type(p, call_.self)) return bad;
        }
        return OK;
    }

    aclnnStatus attributes() const {
        if (const aclnnStatus bad = checks_.groups(call_.c, call_.group)) return bad;
        if (call_.eps > 0.0) return OK;
        return checks_.invalid("argument eps is " + std::to_string(call_.eps) +
                               ", allowed is above 0");
    }

    aclnnStatus extent(std::size_t dimension, std::int64_t wanted, const char* what) const {
        if (call_.self.tensor->shape[dimension] == wanted) return OK;
        return checks_.invalid("argument self has shape " + call_.self.tensor->shape_text() +
                               ", allowed is " + std::to_string(wanted) + ", which is " + what +
                               ", in dimension " + std::to_string(dimension));
    }

    aclnnStatus shapes() const {
        const aclTensor& self = *call_.self.tensor;
        if (const aclnnStatus bad = checks_.rank(call_.self, kMinRank, kMaxRank)) return bad;
        if (const aclnnStatus bad = checks_.shape(call_.out, self.shape, "the shape of self"))
            return bad;
        for (const Parameter& p : {call_.mean, call_.rstd}) {
            if (const aclnnStatus bad = checks_.shape(p, {call_.n, call_.group}, "[N, group]"))
                return bad;
        }
        if (const aclnnStatus bad = extent(0, call_.n, "N")) return bad;
        if (const aclnnStatus bad = extent(1, call_.c, "C")) return bad;
        std::int64_t pixels = 1;
        for (std::size_t i = 2; i < self.shape.size(); ++i) pixels = product(pixels, self.shape[i]);
        if (pixels != call_.hxw) {
            return checks_.invalid("argument HxW is " + std::to_string(call_.hxw) +
                                   ", allowed is " + std::to_string(pixels) +
                                   " with self of shape " + self.shape_text());
        }
        for (const Parameter& p : {call_.gamma, call_.beta}) {
            if (p.tensor == nullptr) continue;
            if (const aclnnStatus bad = checks_.shape(p, {call_.c}, "[C]")) return bad;
        }
        return OK;
    }

    aclnnStatus formats() const {
        const aclFormat format = call_.self.tensor->format;
        if (format != call_.out.tensor->format) {
            return checks_.invalid("argument out has format " +
                                   std::to_string(call_.out.tensor->format) + ", allowed is " +
                                   std::to_string(format) + ", the format of self");
        }
        for (const aclFormat plain :
             {ACL_FORMAT_ND, ACL_FORMAT_NCHW, ACL_FORMAT_NCL, ACL_FORMAT_NCDHW, ACL_FORMAT_NC}) {
            if (format == plain) return OK;
        }
        return checks_.invalid("argument self has format " + std::to_string(format) +
                               ", allowed are ND, NCL, NCHW and NCDHW");
    }

    const Call& call_;
    int arch_;
    Checks checks_;
};

std::string key_of(const Call& call) {
    std::string key;
    for (const Tensors& tensors : {call.inputs(), call.outputs()}) {
        for (const aclTensor* tensor : tensors) append_key(key, tensor);
    }
    for (const std::int64_t number : {call.n, call.c, call.hxw, call.group})
        key.append(reinterpret_cast<const char*>(&number), sizeof(number));
    key.append(reinterpret_cast<const char*>(&call.eps), sizeof(call.eps));
    return key;
}

ProblemSpec problem_of(const Call& call) {
    ProblemSpec spec;
    spec.shape = {{"N", call.n}, {"C", call.c}, {"HxW", call.hxw}, {"group", call.group}};
    spec.dtype = *data_type_of(call.self.tensor->dtype);
    if (call.gamma.tensor == nullptr) spec.absent.insert("gamma");
    if (call.beta.tensor == nullptr) spec.absent.insert("beta");
    spec.attributes["epsilon"] = call.eps;
    return spec;
}

aclnnStatus make_plan(const Call& call, const SocConfig& soc, OperatorPlan& plan) {
    plan.op = kGroupNorm;
    if (call.self.tensor->empty()) {
        constexpr std::size_t kMean = 1;
        constexpr std::size_t kRstd = 2;
        plan.fills = {{kMean, 0.0F}, {kRstd, std::nanf("")}};
        return OK;
    }
    try {
        const op::NamedOperator& op = library_operator(plan.op, soc);
        const auto problem = op.problem(problem_of(call));
        plan_launch(plan, op, *problem);
        plan.remarks.emplace_back("dtype", type_text(call.self.tensor->dtype));
    } catch (const Error& error) { return refuse(kInnerNullptr, kPhase1, error.what()); }
    place_workspace(plan, call.inputs(), call.outputs(),
                    static_cast<std::uint64_t>(soc.memory.system_workspace));
    return OK;
}

aclnnStatus phase1(const Call& call, HostRuntime& runtime, std::uint64_t* workspace_size,
                   aclOpExecutor** executor) {
    static PlanCache cache;
    const SocConfig& soc = runtime.options().config;
    const std::string key = key_of(call);
    std::shared_ptr<const OperatorPlan> plan = cache.find(key);
    if (plan == nullptr) {
        if (const aclnnStatus bad = CallChecks(call, soc.identity.npu_arch).run()) return bad;
        OperatorPlan made;
        if (const aclnnStatus bad = make_plan(call, soc, made)) return bad;
        plan = cache.keep(key, std::move(made));
    }
    return make_executor(std::move(plan), call.inputs(), call.outputs(), workspace_size, executor);
}

}  // namespace
}  // namespace davsim::acl

extern "C" {

aclnnStatus aclnnGroupNormGetWorkspaceSize(const aclTensor* self, const aclTensor* gamma,
                                           const aclTensor* beta, int64_t N, int64_t C, int64_t HxW,
                                           int64_t group, double eps, aclTensor* out,
                                           aclTensor* meanOut, aclTensor* rstdOut,
                                           uint64_t* workspaceSize, aclOpExecutor** executor) {
    using namespace davsim::acl;
    return guarded(kPhase1, [&](HostRuntime& runtime) -> aclError {
        if (workspaceSize == nullptr) return refuse_null(kPhase1, "workspaceSize");
        if (executor == nullptr) return refuse_null(kPhase1, "executor");
        const Call call{
            {"self", self}, {"gamma", gamma},     {"beta", beta},      N, C, HxW, group, eps,
            {"out", out},   {"meanOut", meanOut}, {"rstdOut", rstdOut}};
        return phase1(call, runtime, workspaceSize, executor);
    });
}

aclnnStatus aclnnGroupNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                           aclrtStream stream) {
    return davsim::acl::run_executor("aclnnGroupNorm", workspace, workspaceSize, executor, stream);
}

}  // extern "C"
