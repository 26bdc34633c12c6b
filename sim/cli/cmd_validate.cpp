// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cmd_validate.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "sim/base/error.h"
#include "sim/base/write_file.h"
#include "sim/validate/validation.h"
#include "sim/validate/validation_report.h"

namespace davsim {
namespace {

struct ValidateOptions {
    ValidationRequest request;
    std::string csv;
    bool json = false;
};

void run(const ValidateOptions& options, const std::vector<std::string>& sets) {
    ValidationRequest request = options.request;
    request.sets = sets;
    if (request.every < 1)
        throw Error(Fault::kUsage,
                    fmt::format("--every: '{}', allowed is 1 or more", request.every));
    const std::vector<ValidatedRow> rows = validate(request);
    const std::vector<Score> scores = scores_of(rows);
    if (!options.csv.empty()) write_file(options.csv, validation_csv(rows));
    const std::string text =
        options.json ? validation_json(scores, DAVSIM_VERSION) : validation_text(scores);
    std::fputs(text.c_str(), stdout);
}

}  // namespace

void add_validate_command(CLI::App& app, std::vector<std::string>& sets) {
    auto options = std::make_shared<ValidateOptions>();
    CLI::App* command =
        app.add_subcommand("validate", "compare simulated times with published measurements");
    command->add_option("--soc-version,--soc", options->request.soc,
                        "SoC name or YAML file to simulate (default: each row on its own)");
    command->add_option("--rows-of", options->request.rows_of,
                        "take the rows of this SoC (default: of the simulated one)");
    command->add_option("--data", options->request.data, "CSV file of measurements");
    command->add_option("--group", options->request.groups, "only this group (repeatable)")
        ->allow_extra_args(false);
    command->add_option("--every", options->request.every, "only every n-th row of a group");
    command->add_option("--set", sets, "override a key of the SoC (repeatable)")
        ->allow_extra_args(false);
    command->add_option("--csv", options->csv, "write every row to this file");
    command->add_flag("--json", options->json, "print the groups as JSON")->disable_flag_override();
    command->callback([options, &sets] { run(*options, sets); });
}

}  // namespace davsim
