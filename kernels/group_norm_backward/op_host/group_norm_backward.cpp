// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/group_norm_backward.h"

#include "kernels/group_norm_backward/op_host/inputs.h"
#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/op_host/tiling.h"
#include "kernels/group_norm_backward/op_host/tolerance.h"
#include "kernels/group_norm_backward/reference/reference.h"

namespace davsim::gnb {
namespace {

constexpr int kArch950 = 3510;

class GroupNormProblem final : public Problem {
public:
    GroupNormProblem(const Shape& shape, const PlatformInfo& platform)
        : s_(shape), platform_(platform) {}

    std::vector<TensorSpec> inputs() const override {
        return {{"grad_out", s_.data_type, {s_.n, s_.c, s_.hxw}, true},
                {"input", s_.data_type, {s_.n, s_.c, s_.hxw}, true},
                {"mean", s_.mean_type, {s_.n, s_.group}, true},
                {"rstd", s_.mean_type, {s_.n, s_.group}, true},
                {"gamma", s_.mean_type, {s_.c}, s_.has_gamma}};
    }

    std::vector<TensorSpec> outputs() const override {
        return {{"grad_input", s_.data_type, {s_.n, s_.c, s_.hxw}, s_.want_dx},
                {"grad_gamma", s_.mean_type, {s_.c}, s_.want_dgamma},
                {"grad_beta", s_.mean_type, {s_.c}, s_.want_dbeta}};
    }

    std::string shape_text() const override {
        return "N=" + std::to_string(s_.n) + " C=" + std::to_string(s_.c) +
               " HxW=" + std::to_string(s_.hxw) + " group=" + std::to_string(s_.group);
    }

    // On Ascend950 empty data still zero the parameters' gradients; elsewhere those keep what they
    // held.
    bool empty() const override {
        const bool nothing_wanted = !s_.want_dx && !s_.want_dgamma && !s_.want_dbeta;
        const bool clears =
            platform_.npu_arch == kArch950 && s_.c > 0 && (s_.want_dgamma || s_.want_dbeta);
        return nothing_wanted || (s_.no_data() && !clears);
    }

    void fill(std::vector<HostTensor>& inputs, std::uint64_t seed) const override {
        fill_inputs(s_, inputs, seed);
    }

    TilingResult tile(const TilingOverrides& overrides) const override {
        return s_.no_data() ? clear_tiling(s_, platform_) : choose_tiling(s_, platform_, overrides);
    }

    std::vector<std::vector<double>> reference(
        const std::vector<HostTensor>& inputs) const override {
        return gnb::reference(s_, inputs);
    }

    Tolerance tolerance(std::size_t output, const std::vector<HostTensor>& inputs,
                        const std::vector<double>& golden) const override {
        return gnb::tolerance(s_, output, inputs, golden);
    }

private:
    Shape s_;
    PlatformInfo platform_;
};

class GroupNormOperator final : public Operator {
public:
    std::string_view name() const override { return "group_norm_backward"; }
    std::vector<std::string> shape_keys() const override { return shape_names(); }
    std::unique_ptr<Problem> problem(const ProblemSpec& spec,
                                     const PlatformInfo& platform) const override {
        return std::make_unique<GroupNormProblem>(check_shape(spec, platform), platform);
    }
};

}  // namespace

const Operator& group_norm_backward() {
    static const GroupNormOperator instance;
    return instance;
}

}  // namespace davsim::gnb
