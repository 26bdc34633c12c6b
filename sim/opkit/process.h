// SPDX-License-Identifier: Apache-2.0
#pragma once
// Programs that davsim runs: the compiler and its companions.

#include <string>
#include <vector>

namespace davsim::op {

struct ProcessResult {
    int exit_code = -1;
    std::string output;  // standard output and standard error, interleaved
};

// Waits for its end. An exit code of 127: there is no such program.
ProcessResult run_process(const std::vector<std::string>& command);

// Runs all, at most `jobs` at a time. One result a command.
std::vector<ProcessResult> run_processes(const std::vector<std::vector<std::string>>& commands,
                                         int jobs);

}  // namespace davsim::op
