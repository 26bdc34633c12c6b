// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a signal struck.

#include <string>

namespace davsim::op {

// `context`: the third argument of a signal handler. "Foo::Bar (foo.cpp:12)"; empty: not known.
std::string crash_place(const void* context);

}  // namespace davsim::op
