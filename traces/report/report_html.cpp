// SPDX-License-Identifier: Apache-2.0
#include "traces/report/report_html.h"

#include <fmt/format.h>

#include <filesystem>

#include "sim/base/error.h"
#include "traces/analysis/text_parts.h"
#include "traces/report/page.h"
#include "traces/report/report_data.h"
#include "traces/report/report_slices.h"
#include "traces/text_file.h"

namespace davsim::traces {
namespace {

// A page of more would be slow to open and large to send.
constexpr std::uint64_t kMostSlices = 1500000;

// Inside a script element nothing may look like its end.
std::string escaped_json(const std::string& json) {
    std::string text;
    text.reserve(json.size());
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i] == '<') {
            text += "\\u003c";
        } else {
            text += json[i];
        }
    }
    return text;
}

std::string escaped_html(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            default: result += c;
        }
    }
    return result;
}

}  // namespace

ExportReport export_report(const StoreReader& store, const std::string& folder) {
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code)
        throw Error(Fault::kUsage, fmt::format("{}: cannot create: {}", folder, code.message()));
    const PackedSlices slices = pack_slices(store, kMostSlices);
    const std::string path = folder + "/report.html";
    TextFile file(path);
    std::string_view rest = page_template();
    while (!rest.empty()) {
        const std::size_t mark = rest.find('@');
        file << rest.substr(0, mark);
        if (mark == std::string_view::npos) break;
        const std::size_t end = rest.find('@', mark + 1);
        const std::string_view name = rest.substr(mark + 1, end - mark - 1);
        if (name == "TITLE") file << escaped_html(headline(store));
        if (name == "STYLE") file << page_style();
        if (name == "SCRIPT") file << page_script();
        if (name == "DATA") file << escaped_json(report_data(store, slices));
        if (name == "SLICES") file << base64(slices.bytes);
        rest = rest.substr(end + 1);
    }
    ExportReport report;
    report.files.push_back({path, store.end().row_count(), file.bytes()});
    file.close();
    return report;
}

}  // namespace davsim::traces
