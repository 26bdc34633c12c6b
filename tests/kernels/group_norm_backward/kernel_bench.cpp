// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/group_norm_backward/kernel_bench.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "kernels/group_norm_backward/reference/reference.h"
#include "sim/config/soc_loader.h"
#include "tests/kernels/group_norm_backward/race_check.h"
#include "tests/support/functional_launch.h"

namespace davsim::testing {
namespace {

constexpr std::uint8_t kCanary = 0xA5;
constexpr std::size_t kGuard =
    96;  // bytes on either side of a tensor; 32 of them are allocation padding
constexpr std::uint32_t kSystemWorkspace = 1024;

// A tensor in "GM" with guards. Everything starts as canary, so that bytes not written show too.
class Guarded {
public:
    explicit Guarded(std::size_t bytes) : bytes_(bytes), memory_(bytes + 2 * kGuard, kCanary) {}
    explicit Guarded(const std::vector<std::uint8_t>& data) : Guarded(data.size()) {
        std::copy(data.begin(), data.end(), begin());
    }
    std::uint8_t* begin() { return memory_.data() + kGuard; }
    std::vector<std::uint8_t> content() { return {begin(), begin() + bytes_}; }
    bool intact() const {
        const auto is_canary = [](std::uint8_t byte) { return byte == kCanary; };
        return std::all_of(memory_.begin(), memory_.begin() + kGuard, is_canary) &&
               std::all_of(memory_.end() - kGuard, memory_.end(), is_canary);
    }

private:
    std::size_t bytes_;
    std::vector<std::uint8_t> memory_;
};

}  // namespace

const SocConfig& soc(int npu_arch) {
    static std::map<int, SocConfig> configs;
    const auto found = configs.find(npu_arch);
    if (found != configs.end()) return found->second;
    const char* name = npu_arch == 1001   ? "Ascend910A"
                       : npu_arch == 2201 ? "Ascend910B2"
                                          : "Ascend950PR_9589";
    return configs[npu_arch] = load_soc(name).config;
}

const op::NamedOperator& group_norm_backward(int npu_arch) {
    static std::map<int, std::unique_ptr<op::NamedOperator>> operators;
    std::unique_ptr<op::NamedOperator>& slot = operators[npu_arch];
    if (!slot) {
        slot = std::make_unique<op::NamedOperator>("group_norm_backward", soc(npu_arch),
                                                   op::HostCalls::kInProcess);
    }
    return *slot;
}

KernelRun run_kernel(const Problem& problem, int npu_arch, const std::vector<HostTensor>& inputs,
                     const TilingOverrides& overrides, bool find_races) {
    KernelRun run;
    run.tiling = problem.tile(overrides);
    std::vector<Guarded> tensors;
    std::vector<std::string> names;
    std::vector<void*> args;
    const std::vector<TensorSpec> outputs = problem.outputs();
    tensors.reserve(inputs.size() + outputs.size() + 2);
    const auto pass = [&](bool present, const std::string& name, Guarded tensor) {
        if (!present) return args.push_back(nullptr);
        names.push_back(name);
        tensors.push_back(std::move(tensor));
        args.push_back(tensors.back().begin());
    };
    for (const HostTensor& input : inputs)
        pass(input.spec.present, input.spec.name, Guarded(input.data));
    const std::size_t first_output = tensors.size();
    for (const TensorSpec& output : outputs)
        pass(output.present, output.name, Guarded(output.bytes()));
    pass(true, "workspace", Guarded(kSystemWorkspace + run.tiling.workspace));
    pass(true, "tiling", Guarded(run.tiling.data));

    FunctionalConfig config;
    config.ub_bytes = static_cast<std::uint32_t>(soc(npu_arch).memory.ub_bytes);
    config.event_ids = npu_arch == 1001 ? 4 : 8;
    config.system_workspace = kSystemWorkspace;
    config.fused_multiply_add = npu_arch == 3510;
    FunctionalLaunch launch(config, run.tiling.block_dim, run.tiling.key);
    for (std::uint32_t i = 0; i < run.tiling.block_dim; ++i)
        launch.block(i).set_recording(find_races);
    const std::unique_ptr<KernelCode> code = problem.kernel(run.tiling);
    const KernelFunctions kernel = code->functions();
    kernel.bind(launch.slot());
    launch.run([&] { kernel.invoke(args.data()); });
    for (std::uint32_t i = 0; i < run.tiling.block_dim; ++i) {
        if (launch.block(i).pending_flags() != 0)
            run.damage += "pending flags in block " + std::to_string(i) + "; ";
    }
    for (std::uint32_t i = 0; find_races && i < run.tiling.block_dim && run.race.empty(); ++i) {
        run.race = find_race(launch.block(i));
    }
    run.buffers = launch.block(0).buffers();

    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (!tensors[i].intact()) run.damage += "bytes outside " + names[i] + "; ";
    }
    std::size_t next = first_output;
    for (const TensorSpec& output : outputs) {
        run.outputs.push_back(
            {output, output.present ? tensors[next++].content() : std::vector<std::uint8_t>()});
    }
    return run;
}

std::string compare(const Problem& problem, const std::vector<HostTensor>& inputs,
                    const std::vector<HostTensor>& outputs,
                    const std::vector<std::vector<double>>& golden) {
    std::string report;
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        if (!outputs[o].spec.present) continue;
        const Tolerance allowed = problem.tolerance(o, inputs, golden[o]);
        const std::vector<double> values = gnb::to_double(outputs[o]);
        std::size_t misses = 0;
        std::size_t special = 0;
        std::string first;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double g = golden[o][i];
            const double a = values[i];
            const bool both_finite = std::isfinite(g) && std::isfinite(a);
            const bool same_special = (std::isnan(g) && std::isnan(a)) || (std::isinf(g) && a == g);
            const bool ok =
                both_finite ? std::fabs(a - g) <= allowed.atol_at(i) + allowed.rtol * std::fabs(g)
                            : same_special;
            if (ok) continue;
            ++(both_finite ? misses : special);
            if (first.empty()) {
                first = "[" + std::to_string(i) + "] is " + std::to_string(a) + ", golden " +
                        std::to_string(g);
            }
        }
        const double limit = allowed.miss_share * static_cast<double>(values.size());
        if (values.size() != golden[o].size() || special > 0 ||
            static_cast<double>(misses) > limit) {
            report += outputs[o].spec.name + ": " + std::to_string(misses) + "+" +
                      std::to_string(special) + " of " + std::to_string(values.size()) +
                      " wrong, first " + first + "; ";
        }
    }
    return report;
}

std::vector<HostTensor> random_inputs(const Problem& problem, std::uint64_t seed) {
    std::vector<HostTensor> inputs;
    for (const TensorSpec& spec : problem.inputs()) inputs.push_back({spec, {}});
    problem.fill(inputs, seed);
    return inputs;
}

ProblemSpec problem_spec(const std::string& shape, DataType data, DataType mean) {
    ProblemSpec spec;
    const char* names[] = {"N", "C", "HxW", "group"};
    std::size_t at = 0;
    for (const char* name : names) {
        std::size_t used = 0;
        spec.shape[name] = std::stoll(shape.substr(at), &used);
        at += used + 1;
    }
    spec.dtype = data;
    spec.mean_dtype = mean;
    return spec;
}

}  // namespace davsim::testing
