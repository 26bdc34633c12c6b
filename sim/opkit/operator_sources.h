// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files of an operator folder: op_host (definition, tiling, infer-shape), op_kernel, and what
// lies in other folders of the same project.

#include <string>
#include <vector>

namespace davsim::op {

struct OperatorSources {
    std::string folder;
    std::string name;                      // of the folder
    std::vector<std::string> host;         // always compiled
    std::vector<std::string> host_spares;  // of other architectures: only if something is missing
    std::vector<std::string> kernels;      // candidates, the best for the architecture first
    std::size_t own_kernels = 0;           // how many of them do not lie in another's folder
    std::vector<std::string> references;
    std::vector<std::string> headers;           // of op_host and op_kernel
    std::vector<std::string> operator_types;    // that the folder defines (OP_ADD)
    std::vector<std::string> template_headers;  // with ASCENDC_TPL_ARGS_DECL
    std::string project;                        // topmost folder of the project around it
    std::vector<std::string> include_folders;
};

// Error(kUsage): no such folder, no definition in it.
OperatorSources find_sources(const std::string& folder, int npu_arch);

// The kernel's file: the one that the definition names, else the one named like the operator.
// Error(kUsage) if there is none.
std::string kernel_file(const OperatorSources& sources, const std::string& named);

// Host sources elsewhere in the project that register functions of `type`, and those beside the
// given headers.
std::vector<std::string> sources_registering(const OperatorSources& sources,
                                             const std::string& type, const std::string& macro);

// "GroupNormGrad" -> "group_norm_grad"
std::string snake_case(const std::string& type);

std::string read_text(const std::string& path);

}  // namespace davsim::op
