// SPDX-License-Identifier: Apache-2.0
#pragma once
// davsim validate: how far simulated times are from published measurements.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace davsim {

// Adds the command. `sets` are the values of --set, filled when the command runs.
void add_validate_command(CLI::App& app, std::vector<std::string>& sets);

}  // namespace davsim
