// SPDX-License-Identifier: Apache-2.0
#include "sim/session/leaks.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/base/write_file.h"
#include "sim/checks/checker.h"
#include "sim/checks/hazard_report.h"
#include "sim/debuginfo/source_lines.h"

namespace davsim {
namespace {

constexpr const char* kText = "/hazards.txt";
constexpr const char* kJson = "/hazards.json";
constexpr const char* kSarif = "/hazards.sarif";

}  // namespace

void report_leaks(const SessionOptions& options, const GlobalMemory& memory) {
    if (options.output.empty() || !options.checks.has(checks::Detector::kMemcheck)) return;
    checks::Checker checker(options.checks);
    for (const GmRange& range : memory.ranges())
        checker.device_memory_left(range.name, range.bytes);
    SourceLines lines;
    const checks::HazardReport report =
        checks::make_report(options.checks, checker.findings(), lines, options.suppressions);
    if (report.findings.empty()) return;
    const checks::ReportOrigin origin{DAVSIM_VERSION, options.command, "end of the program"};
    write_file(options.output + kText, checks::hazards_text(report));
    write_file(options.output + kJson, checks::hazards_json(report, origin));
    write_file(options.output + kSarif, checks::hazards_sarif(report, origin));
}

std::uint64_t count_leaks(const std::string& output) {
    std::ifstream stream(output + kJson);
    if (!stream) return 0;
    const auto json = nlohmann::json::parse(stream, nullptr, false);
    if (!json.is_object() || !json.contains("errors")) return 0;
    return json["errors"].get<std::uint64_t>();
}

}  // namespace davsim
