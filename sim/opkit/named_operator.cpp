// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/named_operator.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/base/error.h"
#include "sim/opkit/describe.h"
#include "sim/opkit/ge_types.h"
#include "sim/opkit/operator_request.h"
#include "sim/runtime/platform.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

// What a library throws has its destructor there; here it becomes an object of our own, which
// outlives the library.
template <typename Call>
auto in_library(const Call& call) {
    try {
        return call();
    } catch (const Error& error) { throw Error(error.fault(), error.what()); }
}

class NamedProblem final : public Problem {
public:
    NamedProblem(std::shared_ptr<const LoadedOperator> loaded, const SocConfig& config,
                 HostCalls calls, const ProblemSpec& spec)
        : loaded_(std::move(loaded)), config_(config), calls_(calls) {
        case_ = in_library(
            [&] { return loaded_->library().cases()->state(spec, davsim::platform_of(config)); });
    }

    std::vector<TensorSpec> inputs() const override { return case_->inputs(); }
    std::vector<TensorSpec> outputs() const override { return case_->outputs(); }
    std::string shape_text() const override { return case_->shape_text(); }
    bool empty() const override { return case_->empty(); }
    void fill(std::vector<HostTensor>& inputs, std::uint64_t seed) const override {
        in_library([&] { case_->fill(inputs, seed); });
    }
    std::vector<std::vector<double>> reference(
        const std::vector<HostTensor>& inputs) const override {
        return in_library([&] { return case_->reference(inputs); });
    }
    Tolerance tolerance(std::size_t output, const std::vector<HostTensor>& inputs,
                        const std::vector<double>& golden) const override {
        return in_library([&] { return case_->tolerance(output, inputs, golden); });
    }

    TilingResult tile(const TilingOverrides& overrides) const override {
        const bool heeded = case_->tiling_heeds_overrides();
        TilingResult result =
            op::tile(*loaded_, question(overrides), heeded ? TilingOverrides{} : overrides, calls_);
        if (heeded && overrides.key) result.key = *overrides.key;
        in_library([&] { case_->describe(result); });
        return result;
    }

    std::unique_ptr<KernelCode> kernel(const TilingResult& tiling) const override {
        return kernel_of(loaded_, question({}), tiling.key);
    }

private:
    // A masked output has a shape and no memory: the host functions see the shape.
    Question question(const TilingOverrides& overrides) const {
        OperatorRequest request;
        for (const bool output : {false, true}) {
            for (const TensorSpec& spec : output ? outputs() : inputs()) {
                if (!spec.present && !output) continue;
                GivenTensor tensor;
                tensor.shape = spec.shape;
                tensor.type = ge_type_of(spec.dtype)->number;
                request.tensors[spec.list.empty() ? spec.name : spec.list].push_back(tensor);
            }
        }
        request.attrs = in_library([&] { return case_->attributes(overrides); });
        return make_question(loaded_->definition(), request, config_);
    }

    std::shared_ptr<const LoadedOperator> loaded_;  // before what lives in it
    const SocConfig& config_;
    HostCalls calls_;
    std::unique_ptr<LibraryCase> case_;
};

// The name in "lib<name>_<arch>.so"; empty for other files.
std::string name_in(const std::string& file, int npu_arch) {
    constexpr std::string_view kBegin = "lib";
    const std::string end = fmt::format("_{}.so", npu_arch);
    if (file.size() <= kBegin.size() + end.size() || file.compare(0, kBegin.size(), kBegin) != 0 ||
        file.compare(file.size() - end.size(), end.size(), end) != 0)
        return {};
    return file.substr(kBegin.size(), file.size() - kBegin.size() - end.size());
}

std::shared_ptr<const LoadedOperator> load(const std::string& name, int npu_arch, HostCalls calls) {
    const std::optional<std::string> path = library_path(name, npu_arch);
    if (!path) {
        throw Error(Fault::kUsage,
                    fmt::format("unknown operator '{}', known are: {} (libraries in {})", name,
                                fmt::join(operator_names(npu_arch), ", "),
                                fmt::join(library_folders(), ", ")));
    }
    // Its static objects are user code: a library that cannot be opened fails in a child.
    if (calls == HostCalls::kIsolated) {
        const Description description = describe_library(*path);
        if (!description.problem.empty()) throw Error(Fault::kUsage, description.problem);
    }
    auto loaded = std::make_shared<const LoadedOperator>(*path);
    const auto arch = static_cast<int>(loaded->library().npu_arch);
    if (arch != npu_arch) {
        throw Error(Fault::kUsage,
                    fmt::format("{} is built for architecture {}, not {}", *path, arch, npu_arch));
    }
    if (loaded->library().cases() == nullptr) {
        throw Error(Fault::kUsage,
                    fmt::format("{} states no cases by named sizes; allowed are shapes by tensor: "
                                "--shape {}=[...]",
                                *path,
                                loaded->definition().inputs.empty()
                                    ? "x"
                                    : loaded->definition().inputs.front().name));
    }
    return loaded;
}

}  // namespace

NamedOperator::NamedOperator(const std::string& name, const SocConfig& config, HostCalls calls)
    : name_(name),
      config_(config),
      calls_(calls),
      loaded_(load(name, config.identity.npu_arch, calls)) {}

std::vector<std::string> NamedOperator::shape_keys() const {
    return in_library([&] { return loaded_->library().cases()->shape_keys(); });
}

std::unique_ptr<Problem> NamedOperator::problem(const ProblemSpec& spec) const {
    return std::make_unique<NamedProblem>(loaded_, config_, calls_, spec);
}

std::vector<std::string> operator_names(int npu_arch) {
    std::vector<std::string> names;
    std::error_code code;
    for (const std::string& folder : library_folders()) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder, code)) {
            const std::string name = name_in(entry.path().filename().string(), npu_arch);
            if (!name.empty()) names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

}  // namespace davsim::op
