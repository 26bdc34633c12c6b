// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cmd_run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>

#include "sim/base/error.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/kernel_watch.h"
#include "sim/cli/progress_line.h"
#include "sim/cli/trace_options.h"
#include "sim/config/listing.h"
#include "sim/config/soc_loader.h"
#include "sim/opkit/named_operator.h"
#include "sim/run/library_options.h"
#include "sim/run/shape_text.h"
#include "sim/run/simulation.h"
#include "sim/run/summary_json.h"
#include "sim/run/summary_text.h"
#include "sim/run/tiling_text.h"

namespace davsim {
namespace {

// All as typed, because CLI11 lets numbers wrap around and takes an empty text for an absent one.
struct RunOptions {
    std::string op;
    std::string soc = "Ascend910B2";
    std::optional<std::string> case_folder;
    LibraryOptions library;  // its shapes and dtypes are those of built-in operators, too
    std::optional<std::string> mean_dtype;
    std::string seed = std::to_string(RunRequest{}.seed);
    bool no_gamma = false;
    std::optional<std::string> output_mask;
    std::optional<std::string> tiling;
    std::optional<std::string> block_dim;
    std::optional<std::string> tiling_key;
    std::optional<std::string> output;
    TraceOptions trace;
    std::string max_cycles = std::to_string(RunRequest{}.max_cycles);
    std::string l2 = "cold";
    std::optional<std::string> sync;
    std::optional<std::string> jitter;
    std::string check = checks::CheckSet::standard().text();
    std::optional<std::string> suppressions;
    std::string error_exitcode = std::to_string(exit_code(Fault::kKernel));
    std::string timeout = "300";
    bool json = false;
    bool hazard_files = false;
};

constexpr std::uint64_t kMostSeconds = 1000000;
constexpr std::uint64_t kMax64 = std::numeric_limits<std::uint64_t>::max();

DataType dtype_named(const std::string& option, const std::string& name) {
    const std::optional<DataType> type = parse_data_type(name);
    if (type == DataType::kFloat32 || type == DataType::kFloat16 || type == DataType::kBfloat16)
        return *type;
    throw Error(
        Fault::kUsage,
        fmt::format("{}: unknown dtype '{}', allowed are fp32, fp16 and bf16", option, name));
}

ProblemSpec problem_of(const RunOptions& options, const Operator& op) {
    ProblemSpec problem;
    if (options.output_mask) {
        if (options.output_mask->empty())
            throw Error(Fault::kUsage, "--output-mask: is empty, allowed is 1 or 0 an output");
        problem.output_mask = *options.output_mask;
    }
    if (options.case_folder) {
        if (options.case_folder->empty())
            throw Error(Fault::kUsage, "--case: folder name is empty");
        return problem;
    }
    const std::vector<std::string>& shapes = options.library.shapes;
    const std::vector<std::string>& dtypes = options.library.dtypes;
    if (shapes.empty() || dtypes.empty()) {
        throw Error(Fault::kUsage, fmt::format("{} is missing: give either --case DIR or both "
                                               "--shape and --dtype",
                                               shapes.empty() ? "--shape" : "--dtype"));
    }
    if (shapes.size() > 1 || dtypes.size() > 1) {
        throw Error(Fault::kUsage, fmt::format("{}: is given {} times, allowed is once",
                                               shapes.size() > 1 ? "--shape" : "--dtype",
                                               std::max(shapes.size(), dtypes.size())));
    }
    problem.shape = parse_shape(shapes[0], op.shape_keys());
    problem.dtype = dtype_named("--dtype", dtypes[0]);
    if (options.mean_dtype) problem.mean_dtype = dtype_named("--mean-dtype", *options.mean_dtype);
    problem.optional_absent = options.no_gamma;
    return problem;
}

// Zero blocks and too many are faults of the tiling, which knows why; anything else is no number.
std::uint32_t block_dim_of(const std::string& text, int vector_cores) {
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc() && end == text.data() + text.size()) return value;
    return static_cast<std::uint32_t>(
        parse_count(text, "--block-dim", 1, static_cast<std::uint64_t>(vector_cores)));
}

void add_hazard_options(RunRequest& request, const RunOptions& options) {
    if (options.sync) {
        request.sync = parse_sync_mode(*options.sync);
        if (!request.sync) {
            throw Error(Fault::kUsage,
                        fmt::format("--sync: '{}', allowed are manual and auto", *options.sync));
        }
    }
    if (options.jitter) request.jitter_seed = parse_count(*options.jitter, "--jitter", 0, kMax64);
    request.checks = checks::CheckSet::parse("--check", options.check);
    request.suppressions = options.suppressions;
    request.hazard_files = options.hazard_files;
}

// The library whose tensors are stated one by one; none: named sizes, or a case folder.
std::optional<std::string> library_of(const RunOptions& options, const SocConfig& config) {
    const std::vector<std::string>& shapes = options.library.shapes;
    const bool by_tensor = !options.library.inputs.empty() ||
                           std::any_of(shapes.begin(), shapes.end(), [](const std::string& shape) {
                               return shape.find('[') != std::string::npos;
                           });
    const bool name = options.op.find('/') == std::string::npos &&
                      !(options.op.size() > 3 && options.op.substr(options.op.size() - 3) == ".so");
    if (name && !by_tensor) return std::nullopt;
    return op::library_path(options.op, config.identity.npu_arch);
}

RunRequest request_of(const RunOptions& options, const std::vector<std::string>& sets,
                      const std::string& command) {
    RunRequest request;
    request.op = options.op;
    request.command = command;
    const LoadedConfig loaded = load_soc(options.soc, sets);
    request.config = loaded.config;
    request.hardware = show_json(loaded);
    if (const std::optional<std::string> library = library_of(options, request.config)) {
        request.library =
            std::make_shared<const LibraryRequest>(library_request(*library, options.library));
    } else {
        request.named = std::make_shared<const op::NamedOperator>(options.op, request.config,
                                                                  op::HostCalls::kIsolated);
        request.problem = problem_of(options, *request.named);
    }
    request.case_folder = options.case_folder;
    request.seed = parse_count(options.seed, "--seed", 0, kMax64);
    if (options.tiling) request.tiling.fields = parse_tiling(*options.tiling);
    if (options.block_dim) {
        request.tiling.block_dim =
            block_dim_of(*options.block_dim, request.config.cores.vector_cores());
    }
    if (options.tiling_key)
        request.tiling.key = parse_count(*options.tiling_key, "--tiling-key", 0, kMax64);
    request.output = options.output;
    // Points in time are signed.
    request.max_cycles = parse_count(options.max_cycles, "--max-cycles", 0,
                                     std::numeric_limits<std::int64_t>::max());
    if (options.l2 != "cold" && options.l2 != "warm")
        throw Error(Fault::kUsage,
                    fmt::format("--l2: '{}', allowed are cold and warm", options.l2));
    request.warm_l2 = options.l2 == "warm";
    request.trace = trace_request(options.trace, request.config);
    add_hazard_options(request, options);
    return request;
}

// What a user sees of the hazards: enough to begin with, the rest is in the files.
void print_hazards(const RunReport& report, std::FILE* out) {
    constexpr std::size_t kShown = 10;
    if (report.hazards.findings.empty()) return;
    const std::string text = checks::hazards_text(report.hazards, kShown);
    std::fwrite(text.data(), 1, text.size(), out);
}

// Hazards decide the exit code before wrong numbers do: they explain them.
int hazard_exit(const RunReport& report, int code) {
    const checks::HazardReport& hazards = report.hazards;
    const auto first = std::find_if(hazards.findings.begin(), hazards.findings.end(),
                                    [](const checks::ReportedFinding& f) {
                                        return f.finding.severity() == checks::Severity::kError;
                                    });
    const Error error(Fault::kKernel, fmt::format("{}, the first: {}", checks::count_text(hazards),
                                                  checks::info_of(first->finding.kind).title));
    fmt::print(stderr, "{}\n", format_error(error));
    return code;
}

// A launch that ended early: hazards first, they say why.
int failure_exit(const RunReport& report, int code) {
    print_hazards(report, stdout);
    if (report.stopped->fault() != Fault::kKernel) throw *report.stopped;
    fmt::print(stderr, "{}\n", format_error(*report.stopped));
    return code;
}

int run(const RunOptions& options, const std::vector<std::string>& sets,
        const std::string& command) {
    constexpr std::uint64_t kLargestExit = 255;
    const auto hazard_code =
        static_cast<int>(parse_count(options.error_exitcode, "--error-exitcode", 0, kLargestExit));
    const RunRequest request = request_of(options, sets, command);
    spdlog::info("{} on {}", request.op, request.config.identity.soc);
    ProgressView progress;
    RunReport report;
    {
        const InterruptWatch watch;
        const auto limit = parse_count(options.timeout, "--timeout", 0, kMostSeconds);
        const KernelWatch kernel_watch(command, progress, static_cast<double>(limit));
        const ProgressLine line(progress);
        report = simulate(request, progress);
    }
    if (report.stopped) return failure_exit(report, hazard_code);
    const std::string text = options.json ? summary_json(report) : summary_text(report);
    std::fwrite(text.data(), 1, text.size(), stdout);
    print_hazards(report, options.json ? stderr : stdout);
    if (report.hazards.errors() > 0) return hazard_exit(report, hazard_code);
    if (report.pass()) return 0;
    const auto wrong = std::count_if(report.numerics.begin(), report.numerics.end(),
                                     [](const Comparison& c) { return !c.pass; });
    throw Error(
        Fault::kNumerics,
        fmt::format("{} of {} outputs differ from the float64 values by more than the tolerance",
                    wrong, report.numerics.size()));
}

// Unlike an option bound to the optional itself, keeps an empty text.
CLI::Option* add_text(CLI::App& command, const std::string& name, std::optional<std::string>& text,
                      const std::string& help) {
    return command.add_option_function<std::string>(
        name, [&text](const std::string& typed) { text = typed; }, help);
}

CLI::Option* add_list(CLI::App& command, const std::string& name, std::vector<std::string>& texts,
                      const std::string& help) {
    return command
        .add_option_function<std::vector<std::string>>(
            name, [&texts](const std::vector<std::string>& typed) { texts = typed; }, help)
        ->allow_extra_args(false);
}

void add_library_options(CLI::App& command, RunOptions& options) {
    LibraryOptions& library = options.library;
    add_list(command, "--input", library.inputs, "of a library: x=FILE, .npy or .bin");
    add_list(command, "--attr", library.attrs, "of a library: NAME=VALUE");
    add_list(command, "--golden", library.goldens, "of a library: y=FILE.npy to compare with");
    add_text(command, "--rtol", library.rtol, "of comparisons with golden files");
    add_text(command, "--atol", library.atol, "of comparisons with golden files");
    add_text(command, "--range", library.range, "of random floats (default: -1:1)");
    command.add_flag("--deterministic", library.deterministic, "ask the tiling for it")
        ->disable_flag_override();
    add_text(command, "--tiling-key", options.tiling_key, "instead of the tiling's");
    command
        .add_option("--timeout", options.timeout,
                    "seconds the kernel may run without a transfer (0: no limit)")
        ->capture_default_str();
}

void add_problem_options(CLI::App& command, RunOptions& options) {
    auto* folder = add_text(command, "--case", options.case_folder,
                            "case folder: case.yaml and one .npy a tensor");
    auto* shape = add_list(command, "--shape", options.library.shapes,
                           "N=2,C=320,HxW=4096,group=32, with random inputs; of a library: "
                           "x=[2,3] for each input (x=[2],[3] for a list)");
    auto* dtype = add_list(command, "--dtype", options.library.dtypes,
                           "fp32, fp16, bf16, ...; of a library also x=fp16");
    auto* mean = add_text(command, "--mean-dtype", options.mean_dtype,
                          "of statistics and parameters (default: --dtype)");
    auto* seed =
        command.add_option("--seed", options.seed, "of the random inputs")->capture_default_str();
    auto* gamma =
        command.add_flag("--no-gamma", options.no_gamma, "the optional input gamma is null");
    gamma->disable_flag_override();
    for (CLI::Option* option : {shape, dtype, mean, seed, gamma}) option->excludes(folder);
    add_text(command, "--output-mask", options.output_mask, "1 or 0 an output, 111 asks for all");
}

void add_hazard_options(CLI::App& command, RunOptions& options) {
    add_text(command, "--sync", options.sync,
             "manual: only what the kernel wrote orders its instructions; auto: as the vendor's "
             "compiler inserts (default: what the operator was written for)");
    add_text(command, "--jitter", options.jitter,
             "seed: stretch what instructions take at random, up to sync.jitter");
    command
        .add_option("--check", options.check,
                    "memcheck,racecheck,initcheck,synccheck,numeric, all or none")
        ->capture_default_str();
    add_text(command, "--suppressions", options.suppressions, "file of findings not to report");
    command
        .add_option("--error-exitcode", options.error_exitcode, "exit code when hazards are found")
        ->capture_default_str();
}

void add_command(CLI::App& app, const std::string& name, const std::string& help,
                 const RunOptions& defaults, std::vector<std::string>& sets, int& exit,
                 const std::string& command_line) {
    const auto options = std::make_shared<RunOptions>(defaults);
    CLI::App* command = app.add_subcommand(name, help);
    command
        ->add_option("operator", options->op,
                     "for example group_norm_backward, or a library of yours")
        ->required();
    command->add_option("--soc-version,--soc", options->soc, "SoC name or YAML file")
        ->capture_default_str();
    add_problem_options(*command, *options);
    add_hazard_options(*command, *options);
    add_library_options(*command, *options);
    add_text(*command, "--tiling", options->tiling,
             "tiling fields key=value,... or a YAML or JSON file of them");
    add_text(*command, "--block-dim", options->block_dim,
             "number of blocks, from 1 to the vector cores");
    add_text(*command, "--output", options->output,
             "result folder (default: davsim-out/<operator>-<n>)");
    add_trace_options(*command, options->trace);
    command->add_option("--max-cycles", options->max_cycles,
                        "stop a run that takes longer (exit 4); 0: no limit");
    command
        ->add_option("--set", sets,
                     "override a key of the SoC: --set l2.bytes=100663296 (repeatable)")
        ->allow_extra_args(false);
    command
        ->add_option("--l2", options->l2,
                     "cold: L2 is empty when the kernel starts; warm: it holds the inputs")
        ->capture_default_str();
    command->add_flag("--json", options->json, "print summary.json instead of text")
        ->disable_flag_override();
    command->callback(
        [options, &sets, &exit, &command_line] { exit = run(*options, sets, command_line); });
}

}  // namespace

void add_run_command(CLI::App& app, std::vector<std::string>& sets, int& exit,
                     const std::string& command_line) {
    add_command(app, "run", "Simulate an operator once", {}, sets, exit, command_line);
    RunOptions all;
    all.check = "all";
    all.trace.level = "off";
    all.hazard_files = true;
    add_command(app, "check", "Simulate an operator once and look for every hazard", all, sets,
                exit, command_line);
}

}  // namespace davsim
