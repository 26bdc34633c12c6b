// SPDX-License-Identifier: Apache-2.0
#pragma once
// What can be read off a kernel's source without compiling it: the headers of other operators that
// it needs, the macros it asks for, its entry.

#include <set>
#include <string>
#include <vector>

#include "sim/opkit/operator_sources.h"

namespace davsim::op {

struct KernelText {
    std::string all;                   // of the source and the headers it includes
    std::set<std::string> files;       // whose text that is
    std::set<std::string> neighbours;  // NAME of includes "../NAME/..." that no folder beside has

    bool mentions(const std::string& word) const;
    // Tiling keys compared with as plain numbers; `complete` is false when others are compared too.
    std::set<std::string> literal_keys(bool& complete) const;
};

KernelText read_kernel(const OperatorSources& sources, const std::string& file);

// Of the headers with ASCENDC_TPL_ARGS_DECL the one that a kernel for the architecture includes;
// empty if none does.
std::string template_header(const OperatorSources& sources, int npu_arch);

// The build of an operator project copies every operator's op_kernel folder beside the others. The
// folder made here has the same shape, with links; returns what to search for headers.
std::vector<std::string> stage_neighbours(const OperatorSources& sources, const std::string& stage,
                                          const std::string& file, KernelText& text);

struct KernelEntry {
    std::string name;
    bool is_template = false;
};
// The __global__ function called `wanted`, else the last one of the file.
KernelEntry find_entry(const std::string& text, const std::vector<std::string>& wanted);

// A kernel's source may hold host functions that launch it, k<<<blocks, l2, stream>>>(arguments).
// Nobody calls them here: the text with launches as plain expressions, lines unmoved; empty if
// there is no launch.
std::string without_launches(const std::string& text);

}  // namespace davsim::op
