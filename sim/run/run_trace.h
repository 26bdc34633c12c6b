// SPDX-License-Identifier: Apache-2.0
#pragma once
// The trace of one launch in its result folder: recorded while it runs, turned into files at the
// end.

#include <string>
#include <utility>
#include <vector>

#include "sim/run/result_folder.h"
#include "sim/run/run_report.h"
#include "sim/run/trace_request.h"
#include "traces/recorder.h"

namespace davsim {

class RunTrace {
public:
    using Remarks = std::vector<std::pair<std::string, std::string>>;

    // `request` and `folder` must outlive it.
    RunTrace(const TraceRequest& request, const ResultFolder& folder, const SocConfig& config,
             Remarks remarks);

    Listener& listener() { return recorder_; }

    // Completes the store with the summary and hazards as they are so far and `hardware` (a config
    // with origins as JSON, may be empty), writes the files and says in the report which.
    void finish(RunReport& report, const std::string& hardware);

private:
    const TraceRequest& request_;
    const ResultFolder& folder_;
    traces::TraceRecorder recorder_;
};

}  // namespace davsim
