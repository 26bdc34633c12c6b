// SPDX-License-Identifier: Apache-2.0
#pragma once
// Columns aligned with blanks, two between them, none at the end of a line.

#include <string>
#include <vector>

namespace davsim {

class TextTable {
public:
    void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    std::string text() const;

private:
    std::vector<std::size_t> widths() const;

    std::vector<std::vector<std::string>> rows_;
};

}  // namespace davsim
