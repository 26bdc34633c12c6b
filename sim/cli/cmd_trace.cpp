// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cmd_trace.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include "sim/cli/trace_export.h"
#include "traces/analysis/readings.h"
#include "traces/export/check_artefacts.h"
#include "traces/run_folder.h"

namespace davsim {
namespace {

using traces::StoreReader;

struct Options {
    std::string run;
    std::string other;
    bool json = false;
};

constexpr const char* kRunHelp = "result folder of a run, or its trace.davt";

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

using Reading = std::string (*)(const StoreReader&);

void add_json(CLI::App& command, bool& json) {
    command.add_flag("--json", json, "as JSON")->disable_flag_override();
}

void add_reading(CLI::App& trace, const char* name, const char* help, Reading text, Reading json) {
    const auto options = std::make_shared<Options>();
    CLI::App* command = trace.add_subcommand(name, help);
    command->add_option("RUN", options->run, kRunHelp)->required();
    add_json(*command, options->json);
    command->callback([options, text, json] {
        const StoreReader store(traces::store_in(options->run));
        print(options->json ? json(store) : text(store));
    });
}

void add_diff(CLI::App& trace) {
    const auto options = std::make_shared<Options>();
    CLI::App* command = trace.add_subcommand("diff", "where two runs differ, largest effect first");
    command->add_option("A", options->run, kRunHelp)->required();
    command->add_option("B", options->other, kRunHelp)->required();
    add_json(*command, options->json);
    command->callback([options] {
        const StoreReader a(traces::store_in(options->run));
        const StoreReader b(traces::store_in(options->other));
        print(options->json ? traces::diff_json(a, b) : traces::diff_text(a, b));
    });
}

void add_check(CLI::App& trace, int& exit) {
    const auto options = std::make_shared<Options>();
    CLI::App* command =
        trace.add_subcommand("check", "check trace.json files against the rules of all viewers");
    command
        ->add_option("FILE", options->run,
                     "trace.json or trace.json.gz of any tool, or a result folder")
        ->required();
    add_json(*command, options->json);
    command->callback([options, &exit] {
        const traces::CheckReport report = traces::check_artefacts(options->run);
        print(options->json ? to_json(report) : to_text(report));
        if (!report.fine()) exit = 1;
    });
}

}  // namespace

void add_trace_command(CLI::App& app, int& exit) {
    CLI::App* trace = app.add_subcommand("trace", "Read, compare, check and export traces of runs");
    trace->require_subcommand(1);
    add_reading(*trace, "info", "what a trace holds", &traces::info_text, &traces::info_json);
    add_reading(*trace, "summary", "the pipes and what they waited for, as a short table",
                &traces::summary_table, &traces::summary_table_json);
    add_reading(*trace, "gaps", "idle times of the pipes and who was waited for",
                &traces::gaps_text, &traces::gaps_json);
    add_reading(*trace, "critical", "the longest chain of dependencies", &traces::critical_text,
                &traces::critical_json);
    add_diff(*trace);
    add_check(*trace, exit);
    add_trace_export(*trace);
}

}  // namespace davsim
