// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sim/checks/hazard_report.h"

namespace davsim::checks {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kIndent = 2;
constexpr const char* kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr const char* kSourceRoot = "SRCROOT";

// Path characters of RFC 3986 stay, everything else is escaped.
std::string uri_path(const std::string& path) {
    static constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
    static constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string uri;
    for (const char c : path) {
        if (kPlain.find(c) != std::string_view::npos) {
            uri += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        uri += '%';
        uri += kHex[byte / kHex.size()];
        uri += kHex[byte % kHex.size()];
    }
    return uri;
}

const char* level_of(Severity severity) {
    switch (severity) {
        case Severity::kError: return "error";
        case Severity::kWarning: return "warning";
        case Severity::kInfo: break;
    }
    return "note";
}

Json artifact(const SourceLine& line) {
    const std::string shown = shown_path(line.file);
    if (shown != line.file) return {{"uri", uri_path(shown)}, {"uriBaseId", kSourceRoot}};
    if (shown.empty() || shown[0] != '/') return {{"uri", uri_path(shown)}};
    return {{"uri", "file://" + uri_path(shown)}};
}

std::string role_text(const Access& access) {
    std::string text = access.operation.empty() ? "here" : access.operation;
    if (!access.does.empty()) {
        text += " " + std::string(access.does) + " " + std::string(name_of(access.space)) + " [" +
                std::to_string(access.begin) + ", " + std::to_string(access.end) + ")";
    }
    if (!access.owner.empty()) text += " of " + access.owner;
    return text + ", block " + std::to_string(access.block);
}

Json location(const Access& access, const SourceLine& line) {
    Json json;
    if (line.known()) {
        json["physicalLocation"] = {{"artifactLocation", artifact(line)},
                                    {"region", {{"startLine", line.line}}}};
    }
    if (!line.function.empty())
        json["logicalLocations"] = {{{"name", line.function}, {"kind", "function"}}};
    json["message"] = {{"text", role_text(access)}};
    return json;
}

Json rules_json() {
    Json rules = Json::array();
    for (int i = 0; i < kKindCount; ++i) {
        const KindInfo& info = info_of(static_cast<Kind>(i));
        rules.push_back({{"id", info.name},
                         {"shortDescription", {{"text", info.title}}},
                         {"defaultConfiguration", {{"level", level_of(info.severity)}}},
                         {"properties", {{"detector", name_of(info.detector)}}}});
    }
    return rules;
}

std::string message_of(const Finding& finding) {
    std::string text = finding.message;
    if (finding.timed) {
        text += finding.manifested ? " (manifested)"
                                   : " (not manifested, " + std::to_string(finding.slack.count()) +
                                         " cycles of slack)";
    }
    if (!finding.hint.empty()) text += ". Fix: " + finding.hint;
    return text;
}

Json result_json(const ReportedFinding& reported) {
    const Finding& finding = reported.finding;
    const KindInfo& info = info_of(finding.kind);
    Json json;
    json["ruleId"] = info.name;
    json["ruleIndex"] = static_cast<int>(finding.kind);
    json["level"] = level_of(info.severity);
    json["message"] = {{"text", message_of(finding)}};
    json["occurrenceCount"] = finding.count;
    if (finding.accesses.empty()) return json;
    // The later access is where the fix goes; of anything else the first place counts.
    const std::size_t main = finding.timed ? finding.accesses.size() - 1 : 0;
    json["locations"] = {location(finding.accesses[main], reported.lines[main])};
    Json related = Json::array();
    for (std::size_t i = 0; i < finding.accesses.size(); ++i) {
        if (i == main) continue;
        Json other = location(finding.accesses[i], reported.lines[i]);
        other["id"] = i;
        related.push_back(other);
    }
    if (!related.empty()) json["relatedLocations"] = related;
    return json;
}

}  // namespace

std::string hazards_sarif(const HazardReport& report, const ReportOrigin& origin) {
    std::error_code code;
    const std::string here = std::filesystem::current_path(code).string();
    Json run;
    run["tool"] = {
        {"driver", {{"name", "davsim"}, {"version", origin.version}, {"rules", rules_json()}}}};
    run["invocations"] = {{{"commandLine", origin.command}, {"executionSuccessful", true}}};
    if (!code)
        run["originalUriBaseIds"] = {{kSourceRoot, {{"uri", "file://" + uri_path(here) + "/"}}}};
    run["columnKind"] = "utf16CodeUnits";
    run["results"] = Json::array();
    for (const ReportedFinding& reported : report.findings)
        run["results"].push_back(result_json(reported));
    Json json;
    json["$schema"] = kSchema;
    json["version"] = "2.1.0";
    json["runs"] = {run};
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace davsim::checks
