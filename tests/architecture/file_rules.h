// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rules that hold for a file by itself: licence line, include guard, length, and what must not be
// in it.

#include <string>
#include <vector>

#include "tests/architecture/source_tree.h"

namespace davsim::architecture {

inline constexpr int kMaxLines = 600;

// One complaint "file:line: ..." a broken rule.
std::vector<std::string> check_files(const SourceTree& tree);

}  // namespace davsim::architecture
