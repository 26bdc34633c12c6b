// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cmd_run_app.h"

#include <cstdio>
#include <limits>
#include <memory>

#include "sim/base/error.h"
#include "sim/checks/check_set.h"
#include "sim/checks/suppressions.h"
#include "sim/config/soc_loader.h"
#include "sim/run/shape_text.h"
#include "sim/session/app_run.h"
#include "sim/session/session_options.h"
#include "traces/export/formats.h"
#include "traces/trace_level.h"

namespace davsim {
namespace {

struct RunAppOptions {
    std::vector<std::string> command;
    std::string soc = kDefaultSoc;
    std::string output;
    bool has_output = false;
    std::string trace_level = "pipe";
    std::string trace_formats = kDefaultTraceFormat;
    std::string max_cycles = kDefaultMaxCycles;
    std::string sync;
    std::string jitter;
    std::string check = checks::CheckSet::standard().text();
    std::string suppressions;
    std::string error_exitcode = std::to_string(exit_code(Fault::kKernel));
};

int run(const RunAppOptions& options, const std::vector<std::string>& sets,
        const std::string& typed) {
    AppRequest request;
    request.command = options.command;
    request.soc = options.soc;
    request.sets = sets;
    // What is wrong with it is told here and not by the program.
    load_soc(options.soc, sets);
    if (!traces::parse_trace_level(options.trace_level)) {
        throw Error(Fault::kUsage,
                    "--trace: '" + options.trace_level + "', allowed are off, sync, pipe and full");
    }
    request.trace_level = options.trace_level;
    traces::parse_formats(options.trace_formats, "--trace-format");
    request.trace_formats = options.trace_formats;
    request.max_cycles = parse_count(options.max_cycles, "--max-cycles", 0,
                                     std::numeric_limits<std::int64_t>::max());
    if (!options.sync.empty() && !parse_sync_mode(options.sync))
        throw Error(Fault::kUsage, "--sync: '" + options.sync + "', allowed are auto and manual");
    request.sync = options.sync;
    if (!options.jitter.empty()) {
        parse_count(options.jitter, "--jitter", 0, std::numeric_limits<std::uint64_t>::max());
        request.jitter = options.jitter;
    }
    checks::CheckSet::parse("--check", options.check);
    request.check = options.check;
    if (!options.suppressions.empty()) checks::Suppressions::read(options.suppressions);
    request.suppressions = options.suppressions;
    constexpr std::uint64_t kLargestExit = 255;
    const auto hazard_code =
        static_cast<int>(parse_count(options.error_exitcode, "--error-exitcode", 0, kLargestExit));
    if (options.has_output) {
        if (options.output.empty()) throw Error(Fault::kUsage, "--output: folder name is empty");
        request.output = options.output;
    }
    request.typed = typed;
    const AppOutcome outcome = run_app(request);
    std::fputs(launches_text(outcome).c_str(), stdout);
    if (outcome.exit_code == 0 && outcome.hazards() != 0) return hazard_code;
    return outcome.exit_code;
}

}  // namespace

void add_run_app_command(CLI::App& app, std::vector<std::string>& sets, int& exit,
                         const std::string& command_line) {
    const auto options = std::make_shared<RunAppOptions>();
    CLI::App* command = app.add_subcommand(
        "run-app", "Run a program that launches kernels (davsim-cc, acl, aclnn)");
    command->add_option("program", options->command, "the program and its arguments, after --")
        ->required();
    command->add_option("--soc-version,--soc", options->soc, "SoC name or YAML file")
        ->capture_default_str();
    command->add_option_function<std::string>(
        "--output",
        [options](const std::string& typed) {
            options->output = typed;
            options->has_output = true;
        },
        "folder with a result folder a launch (default: davsim-out/<program>-<n>)");
    command->add_option("--trace,--trace-level", options->trace_level, "off, sync, pipe or full")
        ->capture_default_str();
    command
        ->add_option("--trace-format", options->trace_formats,
                     "files made of each launch's trace: json, pftrace, csv, html, or none")
        ->capture_default_str();
    command
        ->add_option("--max-cycles", options->max_cycles,
                     "end a launch that takes longer; 0: no limit")
        ->capture_default_str();
    command->add_option("--sync", options->sync,
                        "auto: dependent instructions are ordered as the vendor's compiler does; "
                        "manual: as written (default: auto for the program's own kernels)");
    command->add_option("--jitter", options->jitter, "seed of random delays");
    command
        ->add_option("--check", options->check,
                     "memcheck,racecheck,initcheck,synccheck,numeric, all or none")
        ->capture_default_str();
    command->add_option("--suppressions", options->suppressions, "file of findings not to report");
    command
        ->add_option("--error-exitcode", options->error_exitcode,
                     "exit code when hazards are found and the program ended with 0")
        ->capture_default_str();
    command->add_option("--set", sets, "override a key of the SoC (repeatable)")
        ->allow_extra_args(false);
    command->callback(
        [options, &sets, &exit, &command_line] { exit = run(*options, sets, command_line); });
}

}  // namespace davsim
