// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks every #include of a source tree against the arrows of rooms.h.

#include <string>
#include <string_view>
#include <vector>

#include "tests/architecture/source_tree.h"

namespace davsim::architecture {

struct Include {
    int line = 0;
    bool quoted = false;
    std::string header;  // as written
};

std::vector<Include> includes_of(std::string_view text);

// The file of `tree` that the include means: from the root, beside the includer, or in the include
// tree of kernel sources. Empty if it is no file of the project.
std::string resolve(const SourceTree& tree, const std::string& includer, const Include& include);

// One complaint "file:line: ..." a forbidden include, or a file in no room.
std::vector<std::string> check_includes(const SourceTree& tree);

}  // namespace davsim::architecture
