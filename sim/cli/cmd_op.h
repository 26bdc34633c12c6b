// SPDX-License-Identifier: Apache-2.0
#pragma once
// `davsim op`: operators that users bring, from their folder to a library, and what a library says.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace davsim {

// `exit`: the exit code, where a command ends without an error and not well.
void add_op_command(CLI::App& app, int& exit);

// Its commands over many shapes.
void add_op_shape_commands(CLI::App& op, int& exit);

}  // namespace davsim
