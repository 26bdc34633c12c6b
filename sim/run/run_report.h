// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run found out. summary.json and the text for people are two views of it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/run/comparison.h"
#include "sim/runtime/operator.h"
#include "sim/views/bound_analysis.h"
#include "sim/views/component_roofline.h"
#include "sim/views/launch_statistics.h"

namespace davsim {

struct RunReport {
    std::string version;
    std::string command;
    std::string op;           // operator, or kernel of a program
    bool of_program = false;  // a launch that a program made: no problem, no outputs to judge
    std::string failure;      // empty, or why the launch of a program ended early
    std::vector<std::pair<std::string, std::string>> remarks;  // of a program's launch, in order
    SocConfig config;
    ProblemSpec problem;
    std::string shape_text;
    std::optional<std::string> case_folder;
    std::uint64_t seed = 0;

    bool empty = false;       // nothing was launched
    bool all_masked = false;  // because no output was asked for, not because tensors are empty
    TilingResult tiling;
    LaunchStatistics statistics;
    Bound bound;
    ComponentRoofline roofline;
    std::uint64_t instructions = 0;  // of all pipes, flags and barriers included
    std::uint64_t elements = 0;      // of the largest input; 0 when one of the inputs is empty
    double wall_seconds = 0;         // of the simulation itself
    std::vector<Comparison> numerics;
    bool unjudged = false;  // outputs were written, and there is nothing to compare them with
    std::vector<std::string> unwritten;  // outputs with elements that nothing was launched for

    std::string output_folder;
    std::string trace_level;
    std::string trace_store;               // relative to the folder; empty without a trace
    std::vector<std::string> trace_files;  // made of it, relative to the folder
    bool trace_complete = false;           // nothing was left out of any of them
    std::string trace_message;             // empty, or what the trace leaves out

    bool pass() const;
    double time_us() const;  // simulated
};

}  // namespace davsim
