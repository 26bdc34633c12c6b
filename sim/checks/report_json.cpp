// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "sim/checks/hazard_report.h"

namespace davsim::checks {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kIndent = 2;

Json access_json(const Access& access, const SourceLine& line) {
    Json json;
    json["operation"] = access.operation;
    json["pipe"] = name_of(access.pipe);
    json["access"] = access.does;
    json["core"] = access.core;
    json["block"] = access.block;
    json["file"] = line.known() ? Json(line.file) : Json();
    json["line"] = line.known() ? Json(line.line) : Json();
    json["function"] = line.function;
    json["pass"] = access.pass;
    json["space"] = name_of(access.space);
    json["owner"] = access.owner;
    json["begin"] = access.begin;
    json["end"] = access.end;
    json["start_cycle"] = access.start.count();
    json["complete_cycle"] = access.complete.count();
    return json;
}

Json finding_json(const ReportedFinding& reported) {
    const Finding& finding = reported.finding;
    const KindInfo& info = info_of(finding.kind);
    Json json;
    json["kind"] = info.name;
    json["detector"] = name_of(info.detector);
    json["severity"] = name_of(info.severity);
    json["title"] = info.title;
    json["message"] = finding.message;
    json["fix"] = finding.hint;
    json["count"] = finding.count;
    json["manifested"] = finding.timed ? Json(finding.manifested) : Json();
    json["slack_cycles"] =
        finding.timed && !finding.manifested ? Json(finding.slack.count()) : Json();
    json["accesses"] = Json::array();
    for (std::size_t i = 0; i < finding.accesses.size(); ++i)
        json["accesses"].push_back(access_json(finding.accesses[i], reported.lines[i]));
    return json;
}

}  // namespace

std::string hazards_json(const HazardReport& report, const ReportOrigin& origin) {
    Json json;
    json["davsim"] = origin.version;
    json["command"] = origin.command;
    json["kernel"] = origin.kernel;
    json["checks"] = report.checks.text();
    json["errors"] = report.errors();
    json["warnings"] = report.count(Severity::kWarning);
    json["infos"] = report.count(Severity::kInfo);
    json["suppressed"] = report.suppressed;
    json["findings"] = Json::array();
    for (const ReportedFinding& reported : report.findings)
        json["findings"].push_back(finding_json(reported));
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace davsim::checks
