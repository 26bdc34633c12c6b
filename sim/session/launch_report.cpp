// SPDX-License-Identifier: Apache-2.0
#include "sim/session/launch_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "sim/base/write_file.h"
#include "sim/run/hazard_files.h"
#include "sim/run/memory_rates.h"
#include "sim/run/summary_json.h"
#include "sim/session/launch_index.h"
#include "sim/views/bound_analysis.h"

namespace davsim {
namespace {

constexpr const char* kSummaryFile = "summary.json";

// "add_custom<float, 8>" in "12-add_custom".
std::string folder_name(const LaunchOrder& order) {
    constexpr std::size_t kLongest = 64;
    std::string name = order.kernel.substr(0, order.kernel.find('<')).substr(0, kLongest);
    for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    return fmt::format("{}-{}", order.number, name);
}

}  // namespace

LaunchReport::LaunchReport(const SessionOptions& options, const LaunchOrder& order)
    : options_(options), order_(order), begin_(std::chrono::steady_clock::now()) {
    if (options.output.empty()) return;
    report_.of_program = true;
    report_.version = DAVSIM_VERSION;
    report_.command = options.command;
    report_.op = order.kernel;
    report_.remarks = order.remarks;
    report_.config = options.config;
    report_.tiling.strategy = order.strategy;
    report_.tiling.key = order.tiling_key;
    report_.tiling.block_dim = order.blocks;
    report_.sync = options.sync.value_or(order.sync);
    report_.jitter_seed = options.jitter_seed;
    report_.hazards.checks = options.checks;
    report_.trace_level = traces::name_of(options.trace.level);
    folder_.emplace((std::filesystem::path(options.output) / folder_name(order)).string(),
                    order.kernel);
    report_.output_folder = folder_->path();
}

void LaunchReport::listen(Hub& hub) {
    if (!folder_) return;
    hub.add(statistics_);
    if (!options_.checks.none()) hub.add(checker_.emplace(options_.checks));
    if (options_.trace.level == traces::TraceLevel::kOff) return;
    RunTrace::Remarks remarks = {{"tool", "davsim " + report_.version},
                                 {"soc", options_.config.identity.soc}};
    remarks.insert(remarks.end(), order_.remarks.begin(), order_.remarks.end());
    trace_.emplace(options_.trace, *folder_, options_.config, std::move(remarks));
    hub.add(trace_->listener());
}

void LaunchReport::finish() {
    if (!folder_) return;
    report_.statistics = statistics_.result();
    report_.bound = analyse_bound(report_.statistics, memory_rates(options_.config));
    report_.roofline = component_roofline(report_.statistics, report_.bound);
    report_.instructions = report_.statistics.instructions();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin_;
    report_.wall_seconds = wall.count();
    find_hazards();
    if (trace_) trace_->finish(report_, options_.hardware);
    write_summary();
    add_line("ok", "");
}

void LaunchReport::fail(const Error& error) {
    if (!folder_) return;
    report_.failure = error.what();
    find_hazards();
    write_summary();
    add_line(std::string(fault_name(error.fault())), error.what());
}

void LaunchReport::find_hazards() {
    if (!checker_) return;
    collect_hazards(*checker_, options_.suppressions, report_);
    write_hazard_files(*folder_, false, report_);
}

void LaunchReport::write_summary() {
    write_file(folder_->staging() + "/" + kSummaryFile, summary_json(report_));
    folder_->commit(kSummaryFile);
}

void LaunchReport::add_line(const std::string& status, const std::string& message) {
    LaunchLine line;
    line.number = order_.number;
    line.kernel = order_.kernel;
    line.folder = std::filesystem::path(report_.output_folder).filename().string();
    line.status = status;
    line.message = message;
    line.blocks = order_.blocks;
    line.hazards = hazards();
    if (status == "ok") {
        line.bound = report_.bound.text;
        line.cycles = report_.statistics.span.count();
        line.time_us = report_.time_us();
    }
    append_launch(options_.output, line);
}

}  // namespace davsim
