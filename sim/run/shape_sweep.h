// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many problems of an operator's library, simulated by worker processes: each run is a process of
// its own, so that a crash costs one point. A point whose folder is complete is not run again.

#include <functional>
#include <string>
#include <vector>

#include "sim/run/problem_list.h"

namespace davsim {

struct SweepRequest {
    std::string library;
    std::vector<ProblemLine> problems;
    std::vector<std::string> socs;
    std::string folder;             // DIR/0001-Ascend910B2/...
    std::vector<std::string> more;  // options for every run: --set, --max-cycles, ...
    int jobs = 1;
    std::function<void(const std::string&)> told;  // a line for people, whenever a point is done
};

struct SweepPoint {
    std::string problem;
    std::string soc;
    std::string status;  // "pass", "fail", "ran" (not judged), "error"
    std::string error;   // the run's last line
    std::int64_t cycles = 0;
    double time_us = 0;
    std::uint64_t key = 0;
    std::uint64_t blocks = 0;
};

// Writes DIR/sweep.csv. In the order of problems, then SoCs.
std::vector<SweepPoint> sweep_shapes(const SweepRequest& request);

}  // namespace davsim
