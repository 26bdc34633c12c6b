// SPDX-License-Identifier: Apache-2.0
#pragma once
// Running another program to its end.

#include <string>
#include <vector>

namespace davsim::cc {

// Exit code of `command` (its first word is looked up in PATH), or 128 + signal. Error(kUsage) when
// it cannot be started.
int run_program(const std::vector<std::string>& command);

}  // namespace davsim::cc
