// SPDX-License-Identifier: Apache-2.0
#pragma once
// `davsim op`: operators that users bring, from their folder to a library, and what a library says.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace davsim {

// `sets` collects --set of the subcommands; `exit` the exit code.
void add_op_command(CLI::App& app, std::vector<std::string>& sets, int& exit);

}  // namespace davsim
