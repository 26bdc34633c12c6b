// SPDX-License-Identifier: Apache-2.0
// Cases by N, C, HxW and group: seeded inputs with statistics of their own, float64 results, how
// far the kernel may be off.

#include "davsim/cases.h"
#include "kernels/group_norm_backward/cases/inputs.h"
#include "kernels/group_norm_backward/cases/tolerance.h"
#include "kernels/group_norm_backward/cases/words.h"
#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/reference/reference.h"

namespace davsim::gnb {
namespace {

constexpr int kArch950 = 3510;

class GroupNormCase final : public LibraryCase {
public:
    GroupNormCase(const Shape& shape, const PlatformInfo& platform)
        : s_(shape), npu_arch_(platform.npu_arch) {}

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
        const bool clears = npu_arch_ == kArch950 && s_.c > 0 && (s_.want_dgamma || s_.want_dbeta);
        return nothing_wanted || (s_.no_data() && !clears);
    }

    void fill(std::vector<HostTensor>& inputs, std::uint64_t seed) const override {
        fill_inputs(s_, inputs, seed);
    }

    std::map<std::string, std::string> attributes(const TilingOverrides& overrides) const override {
        std::string wishes;
        const auto wish = [&](const std::string& key, const std::string& value) {
            wishes += (wishes.empty() ? "" : ",") + key + "=" + value;
        };
        for (const auto& [key, value] : overrides.fields) wish(key, value);
        if (overrides.block_dim) wish("block_dim", std::to_string(*overrides.block_dim));
        const auto flag = [](bool wanted) { return std::string(wanted ? "true" : "false"); };
        return {{"group", std::to_string(s_.group)},
                {"output_mask", "[" + flag(s_.want_dx) + "," + flag(s_.want_dgamma) + "," +
                                    flag(s_.want_dbeta) + "]"},
                {"tiling", wishes}};
    }
    bool tiling_heeds_overrides() const override { return true; }
    void describe(TilingResult& tiling) const override { put_in_words(s_, tiling); }

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
    int npu_arch_;
};

class GroupNormCases final : public LibraryCases {
public:
    std::vector<std::string> shape_keys() const override { return shape_names(); }
    std::unique_ptr<LibraryCase> state(const ProblemSpec& spec,
                                       const PlatformInfo& platform) const override {
        return std::make_unique<GroupNormCase>(check_shape(spec, platform), platform);
    }
};

const GroupNormCases g_cases;
DAVSIM_CASES(GroupNormBackward, g_cases);

}  // namespace
}  // namespace davsim::gnb
