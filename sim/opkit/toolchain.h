// SPDX-License-Identifier: Apache-2.0
#pragma once
// The compiler that builds operators, and where davsim's headers for them lie.

#include <string>
#include <vector>

namespace davsim::op {

struct Toolchain {
    std::vector<std::string> compiler;  // DAVSIM_CXX, else g++; a launcher in front of it
    std::vector<std::string> flags;     // for compiling and linking
    std::string include_root;           // holds sim/...
    std::string acl_include;            // holds acl/..., the host API
    std::vector<std::string> archives;  // libdavsim_op_host_api.a and what it and references use
    int jobs = 1;
};

// From the installation that this program belongs to, else from its build tree. Error(kUsage) when
// the headers are missing.
Toolchain find_toolchain();

// Where host sources find davsim's headers.
std::vector<std::string> host_folders(const Toolchain& tools);

// Compiles one file.
std::vector<std::string> host_command(const Toolchain& tools, const std::string& source,
                                      const std::string& object,
                                      const std::vector<std::string>& folders);
std::vector<std::string> kernel_command(const Toolchain& tools, int npu_arch,
                                        const std::string& source, const std::string& object,
                                        const std::vector<std::string>& folders);

}  // namespace davsim::op
