// SPDX-License-Identifier: Apache-2.0
#pragma once
// davsim trace export ...

#include <CLI/App.hpp>

namespace davsim {

void add_trace_export(CLI::App& trace);

}  // namespace davsim
