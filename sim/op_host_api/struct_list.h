// SPDX-License-Identifier: Apache-2.0
#pragma once
// Descriptions of the registered tiling structs.

#include <vector>

#include "sim/op_host_api/registrations.h"

namespace davsim::op {

// In an order in which each is defined before it is used.
std::vector<Struct> struct_list(const std::vector<TilingClass>& classes);

}  // namespace davsim::op
