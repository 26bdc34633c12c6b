// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a configuration value was written, and the one way in which complaints about it are worded:
//
//   hwconfigs/Ascend910B2.yaml:12:9: memory.ub: unit is 'MB', allowed is 'B'
//   --set memory.ub=x: memory.ub: value is 'x', allowed is a whole number from 1024 to 16777216 (B)

#include <string>

namespace davsim {

struct Place {
    std::string file;  // as shown to the user; "--set key=value" for an override
    int line = 0;      // from 1; 0: the place has no lines
    int column = 0;    // from 1

    // "file:line:column", or the file alone when it has no lines.
    std::string text() const;
};

// Throws Error(Fault::kConfig) "place: key: problem"; without the key part when key is empty.
[[noreturn]] void config_error(const Place& place, const std::string& key,
                               const std::string& problem);

}  // namespace davsim
