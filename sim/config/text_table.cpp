// SPDX-License-Identifier: Apache-2.0
#include "sim/config/text_table.h"

#include <algorithm>

namespace davsim {
namespace {

// A longer cell pushes its own line to the right instead of widening the column of all.
constexpr std::size_t kMaxWidth = 48;

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
        if (row.size() > widths.size()) widths.resize(row.size());
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], std::min(row[i].size(), kMaxWidth));
    }
    return widths;
}

std::string TextTable::text() const {
    const std::vector<std::size_t> columns = widths();
    std::string text;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i] + std::string(columns[i] - std::min(columns[i], row[i].size()) + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace davsim
