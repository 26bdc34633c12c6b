// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the launch of a program's kernel leaves: with an output folder, a folder of its own
// (<number>-<kernel>, with summary.json and the trace) and a line in launches.jsonl; without one,
// nothing.

#include <chrono>
#include <optional>

#include "sim/base/error.h"
#include "sim/checks/checker.h"
#include "sim/events/hub.h"
#include "sim/run/result_folder.h"
#include "sim/run/run_report.h"
#include "sim/run/run_trace.h"
#include "sim/session/launch_order.h"
#include "sim/session/session_options.h"
#include "sim/views/pipe_statistics.h"

namespace davsim {

class LaunchReport {
public:
    // Error(kUsage) when the folder cannot be made.
    LaunchReport(const SessionOptions& options, const LaunchOrder& order);

    void listen(Hub& hub);
    void finish();
    void fail(const Error& error);

    // Errors that the kernel was found to have.
    std::uint64_t hazards() const { return report_.hazards.errors(); }

private:
    void find_hazards();
    void write_summary();
    void add_line(const std::string& status, const std::string& message);

    const SessionOptions& options_;
    const LaunchOrder& order_;
    PipeStatistics statistics_;
    std::optional<ResultFolder> folder_;
    std::optional<RunTrace> trace_;
    std::optional<checks::Checker> checker_;
    RunReport report_;
    std::chrono::steady_clock::time_point begin_;
};

}  // namespace davsim
