// SPDX-License-Identifier: Apache-2.0
#pragma once
// davsim trace ...: reads, compares, checks and exports what runs recorded.

#include <CLI/App.hpp>

namespace davsim {

// `exit`: set when a check finds something.
void add_trace_command(CLI::App& app, int& exit);

}  // namespace davsim
