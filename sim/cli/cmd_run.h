// SPDX-License-Identifier: Apache-2.0
#pragma once
// davsim run OPERATOR: one simulation.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace davsim {

// davsim check OPERATOR: the same with all detectors and without a trace.

// Adds the commands. `sets` are the values of --set, filled when the command runs; `exit` receives
// the exit code of a run that finished; `command` is the command line as typed.
void add_run_command(CLI::App& app, std::vector<std::string>& sets, int& exit,
                     const std::string& command);

}  // namespace davsim
