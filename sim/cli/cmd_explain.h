// SPDX-License-Identifier: Apache-2.0
#pragma once
// davsim explain RUN: what held a run up, in plain words.

#include <CLI/App.hpp>

namespace davsim {

void add_explain_command(CLI::App& app);

}  // namespace davsim
