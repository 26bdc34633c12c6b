// SPDX-License-Identifier: Apache-2.0
#pragma once
// An operator's library for people.

#include <string>

namespace davsim::op {

// Parameters, attributes, kernels, tiling keys and structs. Error(kUsage) as LoadedOperator has it.
std::string operator_info(const std::string& library);

}  // namespace davsim::op
