// SPDX-License-Identifier: Apache-2.0
#include "traces/export/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/error.h"
#include "traces/export/csv.h"
#include "traces/export/pftrace.h"
#include "traces/export/trace_json.h"
#include "traces/report/report_html.h"

namespace davsim::traces {
namespace {

struct Named {
    std::string_view name;
    Format format;
};
constexpr std::array<Named, 4> kFormats = {{
    {"json", Format::kJson},
    {"pftrace", Format::kPftrace},
    {"csv", Format::kCsv},
    {"html", Format::kHtml},
}};

Format format_named(const std::string& name, const std::string& option) {
    std::string known;
    for (const Named& named : kFormats) {
        if (named.name == name) return named.format;
        known += fmt::format("{}, ", named.name);
    }
    throw Error(Fault::kUsage, fmt::format("{}: '{}', allowed are {}separated by commas, or none",
                                           option, name, known));
}

}  // namespace

std::vector<Format> parse_formats(const std::string& text, const std::string& option) {
    std::vector<Format> formats;
    if (text == "none") return formats;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const Format format = format_named(text.substr(at, comma - at), option);
        if (std::find(formats.begin(), formats.end(), format) == formats.end())
            formats.push_back(format);
        at = comma + 1;
    }
    return formats;
}

ExportReport export_store(const StoreReader& store, const std::vector<Format>& formats,
                          const ExportOptions& options, const std::string& folder) {
    ExportReport report;
    for (const Format format : formats) {
        switch (format) {
            case Format::kJson:
                report.add(export_trace_json(store, options, folder + "/simulator"));
                break;
            case Format::kPftrace:
                report.add(export_pftrace(store, options, folder + "/simulator"));
                break;
            case Format::kCsv: report.add(export_csv(store, options, folder)); break;
            case Format::kHtml: report.add(export_report(store, folder)); break;
        }
    }
    return report;
}

}  // namespace davsim::traces
