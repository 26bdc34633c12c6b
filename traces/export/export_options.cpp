// SPDX-License-Identifier: Apache-2.0
#include "traces/export/export_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "traces/analysis/text_parts.h"

namespace davsim::traces {
namespace {

constexpr std::int64_t kCyclesAsNanoseconds = 1000;  // MHz

}  // namespace

bool ExportOptions::wants(int core) const {
    return only_cores.empty() ||
           std::find(only_cores.begin(), only_cores.end(), core) != only_cores.end();
}

std::int64_t ExportOptions::clock_of(const LaunchMeta& meta) const {
    return cycles ? kCyclesAsNanoseconds : meta.clock_mhz;
}

void ExportReport::add(ExportReport other) {
    std::move(other.files.begin(), other.files.end(), std::back_inserter(files));
    std::move(other.notes.begin(), other.notes.end(), std::back_inserter(notes));
}

std::string to_text(const ExportReport& report) {
    std::string text;
    const auto out = std::back_inserter(text);
    for (const ExportedFile& file : report.files) {
        // Those of single cores are many.
        if (file.path.find("veccore") == std::string::npos)
            fmt::format_to(out, "{}: {} entries, {} bytes\n", file.path, file.events, file.bytes);
    }
    for (const std::string& note : report.notes) fmt::format_to(out, "note: {}\n", note);
    return text;
}

std::string to_json(const ExportReport& report) {
    nlohmann::ordered_json json;
    json["files"] = nlohmann::ordered_json::array();
    for (const ExportedFile& file : report.files) {
        json["files"].push_back(
            {{"path", file.path}, {"events", file.events}, {"bytes", file.bytes}});
    }
    json["notes"] = report.notes;
    return dumped(json);
}

std::vector<int> chosen_cores(const StoreReader& store, const ExportOptions& options) {
    std::vector<int> cores;
    std::copy_if(store.cores().begin(), store.cores().end(), std::back_inserter(cores),
                 [&](int core) { return options.wants(core); });
    return cores;
}

std::vector<Row> chosen_rows(const StoreReader& store, int core, const ExportOptions& options) {
    std::vector<Row> rows;
    store.for_each(core, [&](const Row& row) {
        if (row.kind == RowKind::kBuffer || options.wants(row)) rows.push_back(row);
    });
    return rows;
}

}  // namespace davsim::traces
