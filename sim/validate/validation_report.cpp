// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/validation_report.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace davsim {
namespace {

constexpr double kPercent = 100.0;
constexpr int kIndent = 2;

std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"") == std::string::npos) return cell;
    std::string text = "\"";
    for (const char c : cell) {
        if (c == '"') text += '"';
        text += c;
    }
    return text + "\"";
}

}  // namespace

std::string validation_text(const std::vector<Score>& scores) {
    std::string text =
        fmt::format("{:<20}{:>6}{:>9}{:>9}{:>9}{:>8}{:>8}{:>8}{:>8}{:>10}\n", "group", "rows",
                    "MAPE", "median", "bias", "<=10%", "<=15%", "<=20%", "<=30%", "Spearman");
    for (const Score& s : scores) {
        fmt::format_to(std::back_inserter(text),
                       "{:<20}{:>6}{:>7.1f} %{:>7.1f} %{:>+7.1f} %{:>6.0f} %{:>6.0f} %{:>6.0f} %"
                       "{:>6.0f} %{:>10.3f}\n",
                       s.group, s.rows, s.mean_abs * kPercent, s.median_abs * kPercent,
                       s.bias * kPercent, s.within_10 * kPercent, s.within_15 * kPercent,
                       s.within_20 * kPercent, s.within_30 * kPercent, s.spearman);
    }
    return text;
}

std::string validation_json(const std::vector<Score>& scores, const std::string& version) {
    nlohmann::ordered_json json;
    json["davsim"] = version;
    json["groups"] = nlohmann::ordered_json::array();
    for (const Score& s : scores) {
        json["groups"].push_back({{"group", s.group},
                                  {"rows", s.rows},
                                  {"mape", s.mean_abs},
                                  {"median_error", s.median_abs},
                                  {"bias", s.bias},
                                  {"within_10_percent", s.within_10},
                                  {"within_15_percent", s.within_15},
                                  {"within_20_percent", s.within_20},
                                  {"within_30_percent", s.within_30},
                                  {"spearman", s.spearman}});
    }
    return json.dump(kIndent) + "\n";
}

std::string validation_csv(const std::vector<ValidatedRow>& rows) {
    std::string text = "group,soc,probe,params,quantity,measured,simulated,error,unit,source\n";
    for (const ValidatedRow& row : rows) {
        const MeasuredRow& m = row.row;
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{:g},{:g},{:.4f},{},{}\n",
                       quoted(m.group), quoted(m.soc), quoted(m.probe), quoted(m.params),
                       quoted(m.quantity), m.measured, row.simulated, row.error(), quoted(m.unit),
                       quoted(m.source));
    }
    return text;
}

}  // namespace davsim
