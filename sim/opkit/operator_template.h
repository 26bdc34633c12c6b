// SPDX-License-Identifier: Apache-2.0
#pragma once
// The operator that `davsim op new` starts one from: an Add with definition, tiling, infer-shape,
// kernel, reference and a test.

#include <string>

namespace davsim::op {

// Makes the folder `parent`/`name` and returns its path. Error(kUsage): a name that is no
// snake_case identifier, a folder that exists.
std::string new_operator(const std::string& name, const std::string& parent);

}  // namespace davsim::op
