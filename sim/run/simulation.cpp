// SPDX-License-Identifier: Apache-2.0
#include "sim/run/simulation.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.h"
#include "sim/base/write_file.h"
#include "sim/checks/checker.h"
#include "sim/device/device.h"
#include "sim/events/hub.h"
#include "sim/run/case_folder.h"
#include "sim/run/hazard_files.h"
#include "sim/run/library_problem.h"
#include "sim/run/memory_rates.h"
#include "sim/run/npy.h"
#include "sim/run/override_checks.h"
#include "sim/run/result_folder.h"
#include "sim/run/run_trace.h"
#include "sim/run/summary_json.h"
#include "sim/run/tiling_file.h"
#include "sim/runtime/launcher.h"
#include "sim/views/pipe_statistics.h"

namespace davsim {
namespace {

constexpr const char* kSummaryFile = "summary.json";
constexpr const char* kTilingFile = "tiling.json";

ProblemSpec problem_of(const RunRequest& request, const Operator& op) {
    if (!request.case_folder) return request.problem;
    ProblemSpec spec = read_case_description(*request.case_folder, op.shape_keys()).problem;
    spec.output_mask = request.problem.output_mask;
    return spec;
}

// Before anything of that size is allocated on the host.
void check_capacity(const std::vector<TensorSpec>& inputs, const std::vector<TensorSpec>& outputs,
                    const SocConfig& config) {
    std::uint64_t total = 0;
    for (const std::vector<TensorSpec>* specs : {&inputs, &outputs}) {
        for (const TensorSpec& spec : *specs) {
            if (!spec.present) continue;
            std::uint64_t bytes = size_of(spec.dtype);
            bool overflow = false;
            for (const std::int64_t extent : spec.shape)
                overflow |= __builtin_mul_overflow(bytes, extent, &bytes);
            if (overflow || __builtin_add_overflow(total, bytes, &total)) {
                throw Error(Fault::kUsage, fmt::format("{}: size of shape {} overflows 64 bits",
                                                       spec.name, shape_text(spec.shape)));
            }
        }
    }
    if (total > static_cast<std::uint64_t>(config.hbm.bytes)) {
        throw Error(Fault::kUsage, fmt::format("the tensors need {} bytes, HBM of {} has {}", total,
                                               config.identity.soc, config.hbm.bytes));
    }
}

std::vector<HostTensor> inputs_of(const RunRequest& request, const Problem& problem) {
    const std::vector<TensorSpec> specs = problem.inputs();
    if (request.case_folder) return read_case_inputs(*request.case_folder, specs);
    std::vector<HostTensor> inputs(specs.size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
        inputs[i].spec = specs[i];
        if (specs[i].present) inputs[i].data.resize(specs[i].bytes());
    }
    problem.fill(inputs, request.seed);
    return inputs;
}

// Of the largest input; an empty input leaves an operator without data.
std::uint64_t elements_of(const std::vector<TensorSpec>& inputs) {
    std::uint64_t elements = 0;
    for (const TensorSpec& spec : inputs) {
        if (!spec.present) continue;
        if (spec.elements() == 0) return 0;
        elements = std::max(elements, spec.elements());
    }
    return elements;
}

// int4 elements lie in pairs, along the last extent.
std::vector<std::int64_t> stored_shape(const TensorSpec& spec) {
    std::vector<std::int64_t> shape = spec.shape;
    if (spec.dtype == DataType::kInt4 && !shape.empty()) shape.back() = (shape.back() + 1) / 2;
    return shape;
}

std::uint64_t total_bytes(const std::vector<TensorSpec>& specs) {
    std::uint64_t total = 0;
    for (const TensorSpec& spec : specs) total += spec.present ? spec.bytes() : 0;
    return total;
}

class Simulation {
public:
    Simulation(const RunRequest& request, ProgressView& progress)
        : request_(request), progress_(progress) {}

    RunReport run() {
        prepare();
        const std::vector<HostTensor> inputs = inputs_of(request_, *problem_);
        folder_.emplace(request_.output, report_.op);
        report_.output_folder = folder_->path();
        const std::vector<HostTensor> outputs = report_.empty ? no_outputs() : launch(inputs);
        write_hazard_files(*folder_, request_.hazard_files, report_);
        if (report_.stopped) {
            if (report_.hazard_files) folder_->commit(kHazardsFile);
            return std::move(report_);
        }
        judge(inputs, outputs);
        report_.unjudged = request_.library && report_.numerics.empty();
        write_outputs(outputs);
        if (trace_) trace_->finish(report_, request_.hardware);
        write_summary();
        folder_->commit(kSummaryFile);
        return std::move(report_);
    }

private:
    void prepare() {
        const SocConfig& config = request_.config;
        report_.version = DAVSIM_VERSION;
        report_.command = request_.command;
        report_.op = request_.op;
        report_.config = config;
        report_.case_folder = request_.case_folder;
        report_.seed = request_.seed;
        report_.trace_level = traces::name_of(request_.trace.level);
        make_problem();
        report_.jitter_seed = request_.jitter_seed;
        report_.hazards.checks = request_.checks;
        if (request_.suppressions)
            suppressions_ = checks::Suppressions::read(*request_.suppressions);
        report_.shape_text = problem_->shape_text();
        outputs_ = problem_->outputs();
        check_capacity(problem_->inputs(), outputs_, config);
        if (report_.problem.output_mask.empty())
            report_.problem.output_mask.assign(outputs_.size(), '1');
        report_.elements = elements_of(problem_->inputs());
        report_.empty = problem_->empty();
        report_.all_masked = std::none_of(outputs_.begin(), outputs_.end(),
                                          [](const TensorSpec& spec) { return spec.present; });
        tile();
    }

    void make_problem() {
        if (request_.library) {
            auto problem = std::make_unique<LibraryProblem>(*request_.library, request_.config);
            report_.op = problem->type();
            report_.sync = request_.sync.value_or(problem->sync());
            problem_ = std::move(problem);
            for (const TensorSpec& input : problem_->inputs()) {
                if (!input.present) continue;
                report_.problem.dtype = input.dtype;
                break;
            }
            return;
        }
        const Operator& op = *request_.named;
        report_.problem = problem_of(request_, op);
        report_.sync = request_.sync.value_or(op.sync());
        problem_ = op.problem(report_.problem);
    }

    void tile() {
        check_overrides_agree(request_.tiling);
        if (report_.all_masked)
            refuse_overrides(request_.tiling, "all outputs are masked: nothing is launched");
        if (report_.empty)
            refuse_overrides(request_.tiling, "the tensors are empty: nothing is launched");
        if (report_.elements == 0 && !request_.library)
            refuse_overrides(request_.tiling, "the tensors are empty: there is nothing to tile");
        if (!report_.empty) report_.tiling = problem_->tile(request_.tiling);
    }

    // Without a launch nobody writes: an output with elements keeps what it held, which is not
    // davsim's to know. One without elements is as good as written.
    std::vector<HostTensor> no_outputs() {
        std::vector<HostTensor> outputs(outputs_.size());
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            outputs[i].spec = outputs_[i];
            if (!outputs_[i].present || outputs_[i].elements() == 0) continue;
            outputs[i].spec.present = false;
            report_.unwritten.push_back(outputs_[i].name);
        }
        return outputs;
    }

    std::vector<HostTensor> launch(const std::vector<HostTensor>& inputs) {
        const std::unique_ptr<KernelCode> kernel = problem_->kernel(report_.tiling);
        PipeStatistics statistics;
        Hub hub;
        hub.add(statistics);
        hub.add(progress_);
        UbMap ub;
        hub.add(ub);
        if (request_.trace.level != traces::TraceLevel::kOff) {
            trace_.emplace(request_.trace, *folder_, request_.config, remarks());
            hub.add(trace_->listener());
        }
        checks::Checker checker(request_.checks);
        if (!request_.checks.none()) hub.add(checker);
        Device device(request_.config, hub);
        progress_.expect(total_bytes(problem_->inputs()), total_bytes(outputs_));

        OperatorLaunch launch;
        launch.name = report_.op;
        launch.inputs = &inputs;
        launch.outputs = outputs_;
        launch.tiling = &report_.tiling;
        launch.max_cycles = request_.max_cycles;
        launch.warm_l2 = request_.warm_l2;
        launch.sync = report_.sync;
        launch.jitter_seed = request_.jitter_seed;
        OperatorOutcome outcome;
        try {
            outcome = launch_operator(device, *kernel, launch);
        } catch (const Error& error) {
            collect_hazards(checker, suppressions_, report_);
            if (report_.hazards.findings.empty()) throw;
            report_.stopped = error;
            return {};
        }
        collect_hazards(checker, suppressions_, report_);

        report_.statistics = statistics.result();
        report_.bound = analyse_bound(report_.statistics, memory_rates(request_.config));
        report_.roofline = component_roofline(report_.statistics, report_.bound);
        report_.instructions = report_.statistics.instructions();
        report_.wall_seconds = outcome.wall_seconds;
        stage(kTilingFile, tiling_file(report_.tiling, ub, request_.config.memory.ub_bytes));
        return std::move(outcome.outputs);
    }

    RunTrace::Remarks remarks() const {
        return {{"tool", "davsim " + report_.version},
                {"soc", request_.config.identity.soc},
                {"shape", report_.shape_text},
                {"dtype", std::string(name_of(report_.problem.dtype))},
                {"strategy", report_.tiling.strategy},
                {"l2", request_.warm_l2 ? "warm" : "cold"},
                {"seed", request_.case_folder ? "case" : std::to_string(request_.seed)}};
    }

    void judge(const std::vector<HostTensor>& inputs, const std::vector<HostTensor>& outputs) {
        std::vector<std::vector<double>> reference;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (!outputs[i].spec.present) continue;
            std::optional<std::vector<double>> golden;
            if (request_.case_folder)
                golden = read_case_golden(*request_.case_folder, outputs[i].spec);
            const bool given = golden.has_value();
            if (!given) {
                if (reference.empty()) reference = problem_->reference(inputs);
                const bool known =
                    i < reference.size() && reference[i].size() == outputs[i].spec.elements();
                if (!known) continue;  // nothing to judge it by
                golden = std::move(reference[i]);
            }
            const Tolerance tolerance = problem_->tolerance(i, inputs, *golden);
            Comparison comparison = compare(outputs[i], *golden, tolerance);
            comparison.golden = given              ? "case folder"
                                : request_.library ? "golden file"
                                                   : "float64 reference";
            report_.numerics.push_back(std::move(comparison));
        }
    }

    void write_outputs(const std::vector<HostTensor>& outputs) {
        const std::string folder = folder_->staging("outputs");
        for (const HostTensor& output : outputs) {
            if (!output.spec.present) continue;
            write_npy(fmt::format("{}/{}.npy", folder, output.spec.name),
                      npy_descr(output.spec.dtype), stored_shape(output.spec), output.data.data(),
                      output.data.size());
        }
    }

    void write_summary() { stage(kSummaryFile, summary_json(report_)); }

    void stage(const char* name, const std::string& text) {
        write_file(folder_->staging() + "/" + name, text);
    }

    const RunRequest& request_;
    ProgressView& progress_;
    std::unique_ptr<Problem> problem_;
    std::vector<TensorSpec> outputs_;
    std::optional<ResultFolder> folder_;
    checks::Suppressions suppressions_;
    std::optional<RunTrace> trace_;
    RunReport report_;
};

}  // namespace

RunReport simulate(const RunRequest& request, ProgressView& progress) {
    return Simulation(request, progress).run();
}

}  // namespace davsim
