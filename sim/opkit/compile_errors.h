// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a compiler said, reduced to the operator's own lines and the names that davsim lacks.

#include <string>
#include <vector>

namespace davsim::op {

struct CompileErrors {
    std::vector<std::string> lines;        // "swi_glu.cpp:31: ..."
    std::vector<std::string> unsupported;  // names, each once
};

// `theirs`: folders whose files are the operator's.
CompileErrors read_errors(const std::string& output, const std::vector<std::string>& theirs);

}  // namespace davsim::op
