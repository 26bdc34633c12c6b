// SPDX-License-Identifier: Apache-2.0
#pragma once
// The command line of davsim-cc, sorted by what its parts are for.

#include <string>
#include <vector>

namespace davsim::cc {

struct CommandLine {
    std::vector<std::string> sources;     // to be rewritten and compiled
    std::vector<std::string> objects;     // .o, .a, .so, and -l and -L, in their order
    std::vector<std::string> preprocess;  // -D, -U, -I, -include, -M...
    std::vector<std::string> compile;     // everything else
    std::string output;                   // empty: a.out, or <source>.o with -c
    int npu_arch = 2201;
    bool only_compile = false;  // -c
    bool verbose = false;       // -v
    bool has_standard = false;
    bool has_level = false;  // -O
    bool help = false;
    bool version = false;
};

// Error(kUsage) for what davsim-cc cannot do; options that it does not know are the compiler's.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

}  // namespace davsim::cc
