// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds accesses to UB that nothing orders: by happens-before over flags and barriers, whatever the
// latencies.

#include <string>

#include "tests/support/functional_port.h"

namespace davsim::testing {

// Describes the first pair of unordered accesses of a recorded block; empty if there is none.
// Counted are a read after a write, a write after a read and a write after a write between pipes,
// and a read after a write inside the vector pipe.
std::string find_race(const FunctionalPort& port);

}  // namespace davsim::testing
