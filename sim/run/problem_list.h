// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file of problems for an operator's library, one a line:
//
//   # comment
//   x=[64,512] fp16 dim=-1
//   x=[2,3],[4] x:bf16          a list of two tensors; an element type of one parameter
//
// name=[...] is a shape, name=value an attribute, name:type and a word alone are element types.

#include <string>
#include <vector>

#include "sim/run/library_options.h"

namespace davsim {

struct ProblemLine {
    std::string text;
    LibraryOptions options;
};

// `attributes`: names whose value may be a list. Error(kUsage) with file and line.
std::vector<ProblemLine> read_problem_list(const std::string& path,
                                           const std::vector<std::string>& attributes);

}  // namespace davsim
