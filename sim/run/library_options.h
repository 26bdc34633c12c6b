// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the command line states a problem for an operator's library.

#include <optional>
#include <string>
#include <vector>

#include "sim/run/library_problem.h"

namespace davsim {

// As typed; each list holds one entry a use of the option.
struct LibraryOptions {
    std::vector<std::string> inputs;   // x=a.npy   list=a.npy,b.npy   x=a.bin
    std::vector<std::string> shapes;   // x=[2,3]   list=[2,3],[4]
    std::vector<std::string> dtypes;   // fp16      x=fp16
    std::vector<std::string> attrs;    // dim=-1
    std::vector<std::string> goldens;  // y=g.npy
    std::optional<std::string> rtol;
    std::optional<std::string> atol;
    std::optional<std::string> range;  // -1:1, of random floats
    bool deterministic = false;
};

// The shapes of one tensor or list: "[2,3]", "[2,3],[4]". Error(kUsage).
std::vector<std::vector<std::int64_t>> parse_shapes(const std::string& text,
                                                    const std::string& where);

// Reads the files. Error(kUsage) naming option, value and what is allowed.
LibraryRequest library_request(const std::string& path, const LibraryOptions& options);

}  // namespace davsim
