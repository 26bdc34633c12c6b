// SPDX-License-Identifier: Apache-2.0
#include "sim/run/operator_lookup.h"

#include <fmt/format.h>

#include "sim/base/error.h"

namespace davsim {

const Operator& operator_named(const std::string& name) {
    if (const Operator* found = find_operator(name)) return *found;
    throw Error(Fault::kUsage, fmt::format("unknown operator '{}', known are: {}", name,
                                           fmt::join(operator_names(), ", ")));
}

}  // namespace davsim
