// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the platform comes from when no question brings one: in a program that davsim-cc linked,
// from the host library; in an operator's library, nowhere.

#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

inline Platform (*platform_source)() = nullptr;

}  // namespace davsim::op
