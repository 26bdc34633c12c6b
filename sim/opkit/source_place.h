// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an address in a library to the function and line of its source.

#include <cstddef>
#include <string>

namespace davsim::op {

// "Foo::Bar (foo.cpp:12)"; empty when the library does not say.
std::string place_of(const std::string& module, std::size_t offset);

}  // namespace davsim::op
