// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/trace_export.h"

#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "sim/cli/trace_options.h"
#include "sim/run/shape_text.h"
#include "traces/core_choice.h"
#include "traces/export/formats.h"
#include "traces/run_folder.h"

namespace davsim {
namespace {

struct Options {
    std::string run;
    std::string formats = "json";
    std::optional<std::string> output;
    std::optional<std::string> window;
    std::optional<std::string> cores;
    std::optional<std::string> max_events;
    std::string time_unit = "us";
    bool gzip = false;
    bool json = false;
};

// Unlike an option bound to the optional itself, keeps an empty text.
void add_text(CLI::App& command, const char* name, std::optional<std::string>& text,
              const char* help) {
    command.add_option_function<std::string>(
        name, [&text](const std::string& typed) { text = typed; }, help);
}

traces::ExportOptions export_options(const Options& options, const traces::LaunchMeta& launch) {
    traces::ExportOptions result;
    if (options.window) result.window = traces::parse_window(*options.window, "--window");
    if (options.cores) {
        result.only_cores =
            traces::parse_cores(*options.cores, launch.cores, launch.vector_per_core, "--core-id");
    }
    if (options.max_events) {
        result.max_events = parse_count(*options.max_events, "--max-events", 0,
                                        std::numeric_limits<std::uint64_t>::max());
        result.cut = true;
    }
    result.cycles = draws_cycles(options.time_unit);
    result.gzip = options.gzip;
    return result;
}

void run(const Options& options) {
    const std::string path = traces::store_in(options.run);
    const std::vector<traces::Format> formats = traces::parse_formats(options.formats, "--format");
    const traces::StoreReader store(path);
    const std::filesystem::path beside = std::filesystem::path(path).parent_path();
    const std::string folder = options.output.value_or(beside.empty() ? "." : beside.string());
    const traces::ExportReport report =
        traces::export_store(store, formats, export_options(options, store.launch()), folder);
    const std::string text = options.json ? to_json(report) : to_text(report);
    std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

void add_trace_export(CLI::App& trace) {
    const auto options = std::make_shared<Options>();
    CLI::App* command = trace.add_subcommand("export", "write files for viewers and spreadsheets");
    command->add_option("RUN", options->run, "result folder of a run, or its trace.davt")
        ->required();
    command
        ->add_option("--format", options->formats, "json, pftrace, csv, html, separated by commas")
        ->capture_default_str();
    add_text(*command, "--output", options->output,
             "folder to write to (default: beside the trace)");
    add_text(*command, "--window", options->window, "only these cycles, BEGIN:END");
    add_text(*command, "--core-id", options->cores, "only these AI cores, as in \"0|3\"");
    add_text(*command, "--max-events", options->max_events,
             "keep a beginning of so many events in trace.json");
    command
        ->add_option("--time-unit", options->time_unit, "us, or cycle: 1 ns is drawn for 1 cycle")
        ->capture_default_str();
    command->add_flag("--gzip", options->gzip, "compress trace.json and trace.pftrace")
        ->disable_flag_override();
    command->add_flag("--json", options->json, "what was written, as JSON")
        ->disable_flag_override();
    command->callback([options] { run(*options); });
}

}  // namespace davsim
