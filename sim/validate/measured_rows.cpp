// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/measured_rows.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sim/base/error.h"

namespace davsim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader = "group,soc,probe,params,quantity,measured,unit,source";
constexpr const char* kFile = "measured.csv";
constexpr std::size_t kColumns = 8;
constexpr std::size_t kMeasuredColumn = 5;

// Cells of one line; a cell in double quotes may hold commas and doubled quotes.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += line[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c != '\r') {
            cells.back() += c;
        }
    }
    return cells;
}

template <class T>
bool parse(const std::string& text, T& value) {
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end;
}

MeasuredRow row_of(const std::vector<std::string>& cells, const std::string& place) {
    if (cells.size() != kColumns) {
        throw Error(Fault::kUsage, fmt::format("{}: {} columns, {} are needed: {}", place,
                                               cells.size(), kColumns, kHeader));
    }
    MeasuredRow row{cells[0], cells[1], cells[2], cells[3], cells[4], 0, cells[6], cells[7], place};
    if (!parse(cells[kMeasuredColumn], row.measured) || !(row.measured > 0)) {
        throw Error(Fault::kUsage, fmt::format("{}: measured: '{}', allowed is a number above 0",
                                               place, cells[kMeasuredColumn]));
    }
    return row;
}

}  // namespace

std::vector<MeasuredRow> read_measured_rows(const std::string& path) {
    std::ifstream stream(path);
    std::string line;
    if (!std::getline(stream, line)) throw Error(Fault::kUsage, path + ": cannot read");
    if (line != kHeader) {
        throw Error(Fault::kUsage,
                    fmt::format("{}:1: first line is '{}', allowed is '{}'", path, line, kHeader));
    }
    std::vector<MeasuredRow> rows;
    for (int number = 2; std::getline(stream, line); ++number) {
        if (line.empty()) continue;
        rows.push_back(row_of(cells_of(line), fmt::format("{}:{}", path, number)));
    }
    return rows;
}

std::string shipped_measured_file() {
    if (const char* chosen = std::getenv("DAVSIM_MEASURED"); chosen != nullptr && *chosen != 0)
        return (fs::path(chosen) / kFile).string();
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    const fs::path installed =
        program.parent_path().parent_path() / "share/davsim/measured" / kFile;
    if (!program.empty() && fs::is_regular_file(installed, ignored)) return installed.string();
    return (fs::path(DAVSIM_SOURCE_MEASURED) / kFile).string();
}

ProbeParams::ProbeParams(const MeasuredRow& row) : place_(row.place) {
    std::size_t begin = 0;
    while (begin < row.params.size()) {
        const std::size_t end = std::min(row.params.find(';', begin), row.params.size());
        const std::string part = row.params.substr(begin, end - begin);
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos || equals == 0)
            refuse(fmt::format("'{}', allowed is key=value", part));
        entries_.push_back({part.substr(0, equals), part.substr(equals + 1), false});
        begin = end + 1;
    }
}

void ProbeParams::refuse(const std::string& what) const {
    throw Error(Fault::kUsage, fmt::format("{}: params: {}", place_, what));
}

ProbeParams::Entry* ProbeParams::find(const std::string& key) {
    for (Entry& entry : entries_) {
        if (entry.key != key) continue;
        entry.used = true;
        return &entry;
    }
    return nullptr;
}

std::int64_t ProbeParams::number(const std::string& key, std::int64_t otherwise) {
    const Entry* entry = find(key);
    if (entry == nullptr) return otherwise;
    std::int64_t value = 0;
    if (!parse(entry->value, value) || value < 0)
        refuse(fmt::format("{} is '{}', allowed is a whole number", key, entry->value));
    return value;
}

std::int64_t ProbeParams::number(const std::string& key) {
    if (find(key) == nullptr) refuse(key + " is missing");
    return number(key, 0);
}

std::string ProbeParams::text(const std::string& key, const std::string& otherwise) {
    const Entry* entry = find(key);
    return entry == nullptr ? otherwise : entry->value;
}

std::string ProbeParams::text(const std::string& key) {
    if (find(key) == nullptr) refuse(key + " is missing");
    return text(key, {});
}

void ProbeParams::finish() const {
    for (const Entry& entry : entries_) {
        if (!entry.used) refuse(fmt::format("'{}' is not a parameter of this probe", entry.key));
    }
}

}  // namespace davsim
