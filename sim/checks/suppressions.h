// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the user knows and does not want to hear of again. One rule a line, # starts a comment:
//
//     race-raw                        # every finding of a kind
//     race-*:op_kernel/tile.h         # in a file, by the end of its path
//     uninitialised:tile.h:41         # on a line
//
// Kind and file take the wildcards * and ?. A rule matches if any place of a finding does.

#include <string>
#include <vector>

#include "sim/checks/finding.h"
#include "sim/debuginfo/source_lines.h"

namespace davsim::checks {

class Suppressions {
public:
    Suppressions() = default;
    // Error(kUsage) with file and line for what cannot be read.
    static Suppressions read(const std::string& path);

    bool matches(Kind kind, const std::vector<SourceLine>& lines) const;

private:
    struct Rule {
        std::string kind;
        std::string file;  // empty: any
        int line = 0;      // 0: any
    };

    static Rule parse(const std::string& text, const std::string& place);

    std::vector<Rule> rules_;
};

}  // namespace davsim::checks
