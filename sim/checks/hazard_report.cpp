// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/hazard_report.h"

#include <algorithm>

namespace davsim::checks {
namespace {

// Several instructions of one line are one finding to the reader; unknown lines stay apart.
bool same_place(const ReportedFinding& a, const ReportedFinding& b) {
    if (a.finding.kind != b.finding.kind || a.lines.empty() || a.lines.size() != b.lines.size())
        return false;
    for (std::size_t i = 0; i < a.lines.size(); ++i) {
        if (!a.lines[i].known() || !(a.lines[i] == b.lines[i])) return false;
    }
    return true;
}

void merge(ReportedFinding& into, const ReportedFinding& other) {
    into.finding.count += other.finding.count;
    into.finding.manifested |= other.finding.manifested;
    into.finding.slack = std::min(into.finding.slack, other.finding.slack);
}

std::string plural(std::uint64_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

}  // namespace

std::uint64_t HazardReport::count(Severity severity) const {
    return static_cast<std::uint64_t>(std::count_if(
        findings.begin(), findings.end(),
        [&](const ReportedFinding& reported) { return reported.finding.severity() == severity; }));
}

HazardReport make_report(CheckSet checks, const std::vector<Finding>& findings, SourceLines& lines,
                         const Suppressions& suppressions) {
    HazardReport report;
    report.checks = checks;
    for (const Finding& finding : findings) {
        ReportedFinding fresh{finding, {}};
        for (const Access& access : finding.accesses) fresh.lines.push_back(lines.at(access.site));
        if (suppressions.matches(finding.kind, fresh.lines)) {
            ++report.suppressed;
            continue;
        }
        const auto known = std::find_if(
            report.findings.begin(), report.findings.end(),
            [&](const ReportedFinding& reported) { return same_place(reported, fresh); });
        if (known == report.findings.end()) {
            report.findings.push_back(std::move(fresh));
        } else {
            merge(*known, fresh);
        }
    }
    std::stable_sort(report.findings.begin(), report.findings.end(),
                     [](const ReportedFinding& a, const ReportedFinding& b) {
                         return a.finding.severity() < b.finding.severity();
                     });
    return report;
}

std::string count_text(const HazardReport& report) {
    const std::uint64_t errors = report.errors();
    const std::uint64_t warnings = report.count(Severity::kWarning);
    const std::uint64_t infos = report.count(Severity::kInfo);
    std::string text = errors == 0 ? "no hazards" : plural(errors, "hazard");
    if (warnings > 0) text += ", " + plural(warnings, "warning");
    if (infos > 0) text += ", " + std::to_string(infos) + " for information";
    if (report.suppressed > 0) text += ", " + std::to_string(report.suppressed) + " suppressed";
    return text;
}

}  // namespace davsim::checks
