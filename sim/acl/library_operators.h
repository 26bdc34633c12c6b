// SPDX-License-Identifier: Apache-2.0
#pragma once
// The operators behind the aclnn functions: libraries of the same kind as those that users build.

#include <string>

#include "sim/config/soc_config.h"
#include "sim/opkit/named_operator.h"

namespace davsim::acl {

inline constexpr const char* kGroupNorm = "group_norm";
inline constexpr const char* kGroupNormBackward = "group_norm_backward";

// Opens all of them, once. Before the device process starts, because libraries that are opened
// later make it start again, with an empty L2. One that is missing is missed when it is called.
void open_library_operators(const SocConfig& soc);

// Error(kUsage): its library is missing, or is of another davsim.
const op::NamedOperator& library_operator(const std::string& name, const SocConfig& soc);

}  // namespace davsim::acl
