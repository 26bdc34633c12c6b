// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace davsim {

// davsim run-app [options] -- ./app arguments. `exit` becomes the program's exit code.
void add_run_app_command(CLI::App& app, std::vector<std::string>& sets, int& exit,
                         const std::string& command_line);

}  // namespace davsim
