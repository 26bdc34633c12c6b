// SPDX-License-Identifier: Apache-2.0
#pragma once
// `davsim config list | show | validate | diff | keys`: look at hardware configs.

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace davsim {

// Adds the command to `app`. Every part accepts --set, which fills `sets`; both arguments must
// outlive the parse. The callbacks print to standard output and throw davsim::Error.
void add_config_command(CLI::App& app, std::vector<std::string>& sets);

}  // namespace davsim
