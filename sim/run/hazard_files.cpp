// SPDX-License-Identifier: Apache-2.0
#include "sim/run/hazard_files.h"

#include "sim/base/write_file.h"
#include "sim/debuginfo/source_lines.h"

namespace davsim {
void collect_hazards(const checks::Checker& checker, const checks::Suppressions& suppressions,
                     RunReport& report) {
    SourceLines lines;
    report.hazards = checks::make_report(checker.set(), checker.findings(), lines, suppressions);
}

void write_hazard_files(const ResultFolder& folder, bool always, RunReport& report) {
    if (report.hazards.findings.empty() && !always) return;
    const checks::ReportOrigin origin{report.version, report.command, report.op};
    const std::string staging = folder.staging() + "/";
    write_file(staging + "hazards.txt", checks::hazards_text(report.hazards));
    write_file(staging + kHazardsFile, checks::hazards_json(report.hazards, origin));
    write_file(staging + "hazards.sarif", checks::hazards_sarif(report.hazards, origin));
    report.hazard_files = true;
}

}  // namespace davsim
