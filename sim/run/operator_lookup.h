// SPDX-License-Identifier: Apache-2.0
#pragma once
// Operators by name, for requests that come from users.

#include <string>

#include "sim/runtime/operator.h"

namespace davsim {

// Error(kUsage) that lists the operators there are.
const Operator& operator_named(const std::string& name);

}  // namespace davsim
