// SPDX-License-Identifier: Apache-2.0
#include "sim/run/run_trace.h"

#include "sim/run/summary_json.h"
#include "sim/timing/vector_timing.h"

namespace davsim {
namespace {

std::string store_path(const ResultFolder& folder) {
    return folder.staging() + "/" + std::string(traces::kStoreName);
}

traces::RecorderOptions recorder_options(const TraceRequest& request, const ResultFolder& folder,
                                         const SocConfig& config, RunTrace::Remarks remarks) {
    traces::RecorderOptions options;
    options.level = request.level;
    options.path = store_path(folder);
    options.window = request.window;
    options.only_cores = request.only_cores;
    options.vector_per_core = config.cores.vector_per_core;
    options.l2_line_bytes = config.l2.line_bytes;
    if (config.vector.bank_conflicts) {
        options.conflicts = [timing = VectorTiming(config.vector, config.memory.ub_banks)](
                                const Instruction& instruction) {
            const BankStalls stalls = timing.bank_stalls(instruction);
            return traces::UbConflicts{stalls.groups.count(), stalls.banks.count()};
        };
        options.read_write_conflicts = config.vector.bank_read_write;
    }
    options.remarks = std::move(remarks);
    return options;
}

}  // namespace

RunTrace::RunTrace(const TraceRequest& request, const ResultFolder& folder, const SocConfig& config,
                   Remarks remarks)
    : request_(request),
      folder_(folder),
      recorder_(recorder_options(request, folder, config, std::move(remarks))) {}

void RunTrace::finish(RunReport& report, const std::string& hardware) {
    report.trace_store = traces::kStoreName;
    std::map<std::string, std::string> attachments = {{"summary", summary_json(report)},
                                                      {"hardware", hardware}};
    if (!report.hazards.checks.none()) {
        const checks::ReportOrigin origin{report.version, report.command, report.op};
        attachments["hazards"] = checks::hazards_json(report.hazards, origin);
    }
    recorder_.finish(std::move(attachments));
    traces::ExportOptions options;
    options.max_events = request_.max_events;
    options.cut = true;
    options.gzip = request_.gzip;
    options.cycles = request_.cycles;
    const traces::StoreReader store(store_path(folder_));
    const traces::ExportReport made =
        traces::export_store(store, request_.formats, options, folder_.staging());
    for (const traces::ExportedFile& file : made.files)
        report.trace_files.push_back(file.path.substr(folder_.staging().size() + 1));
    report.trace_complete =
        made.notes.empty() && request_.window.all() && request_.only_cores.empty();
    for (const std::string& note : made.notes)
        report.trace_message += (report.trace_message.empty() ? "" : "; ") + note;
}

}  // namespace davsim
