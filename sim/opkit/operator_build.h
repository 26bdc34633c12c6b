// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an operator folder to its shared library: host functions, then kernels, then both together.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "sim/opkit/compile_errors.h"

namespace davsim::op {

struct BuildRequest {
    std::string folder;
    int npu_arch = 2201;
    std::vector<std::string> include_folders;  // of the user, searched first
    std::string output;                        // the library
    std::string depfile;                       // for make-like tools; empty: none
    std::optional<bool> auto_sync;  // absent: as the operator's build files say, else true
    int jobs = 0;                   // 0: as many as the machine has cores
    bool keep = false;              // the generated sources stay beside the library
};

struct BuildReport {
    std::string type;                // of the operator
    std::size_t kernels = 0;         // that were compiled
    std::vector<std::string> notes;  // what was left out, and why
};

// The operator cannot be built: `errors` point at its sources. what() is one line.
class BuildError : public Error {
public:
    BuildError(Fault fault, const std::string& message, CompileErrors found)
        : Error(fault, message), errors(std::move(found)) {}
    CompileErrors errors;
};

// Throws BuildError, or Error for what is wrong outside of the sources.
BuildReport build_operator(const BuildRequest& request);

}  // namespace davsim::op
