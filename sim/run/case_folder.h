// SPDX-License-Identifier: Apache-2.0
#pragma once
// A case folder: case.yaml with shape and dtypes, one .npy a tensor. Keys of case.yaml:
//
//   the operator's shape keys (N, C, HxW, group)   whole numbers
//   grad_out_dtype, mean_dtype                     fp32, fp16 or bf16
//   gamma                                          given or null
//   note                                           free text, may be absent
//
// Files are named after the operator's tensors. Outputs in the folder are golden values in float64
// or float32. Every fault is an Error(kUsage) that names file, field, value and what is allowed.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/runtime/host_tensor.h"
#include "sim/runtime/operator.h"

namespace davsim {

struct CaseDescription {
    ProblemSpec problem;
    std::string note;
};

CaseDescription read_case_description(const std::string& folder,
                                      const std::vector<std::string>& shape_keys);

// Inputs that are present, each in its dtype and shape; absent ones stay empty. A file for an
// absent input contradicts case.yaml and is an error.
std::vector<HostTensor> read_case_inputs(const std::string& folder,
                                         const std::vector<TensorSpec>& specs);

// Golden values of one output; nothing if the folder has no file for it.
std::optional<std::vector<double>> read_case_golden(const std::string& folder,
                                                    const TensorSpec& spec);

}  // namespace davsim
