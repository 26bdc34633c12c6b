// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cmd_explain.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "traces/analysis/explain.h"
#include "traces/run_folder.h"

namespace davsim {

void add_explain_command(CLI::App& app) {
    struct Options {
        std::string run;
        bool json = false;
    };
    const auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("explain", "Say in plain words what held a run up and what would help");
    command->add_option("RUN", options->run, "result folder of a run, or its trace.davt")
        ->required();
    command->add_flag("--json", options->json, "as JSON")->disable_flag_override();
    command->callback([options] {
        const traces::StoreReader store(traces::store_in(options->run));
        const std::string text =
            options->json ? traces::explain_json(store) : traces::explain_text(store);
        std::fwrite(text.data(), 1, text.size(), stdout);
    });
}

}  // namespace davsim
