// SPDX-License-Identifier: Apache-2.0
#pragma once
// launches.jsonl: a line a launch, appended as launches end, so that it is complete up to wherever
// a program stopped.

#include <cstdint>
#include <string>
#include <vector>

namespace davsim {

struct LaunchLine {
    std::uint64_t number = 0;
    std::string kernel;
    std::string folder;  // name below the output folder
    std::string status;  // "ok", or the fault's name
    std::string message;
    std::string bound;  // what limited it
    std::uint32_t blocks = 0;
    std::int64_t cycles = 0;
    double time_us = 0;
    std::uint64_t hazards = 0;
};

// Error(kUsage) when the file cannot be written.
void append_launch(const std::string& output, const LaunchLine& line);

// In the order in which they ended; empty without the file. Error(kUsage) for a damaged file.
std::vector<LaunchLine> read_launches(const std::string& output);

}  // namespace davsim
