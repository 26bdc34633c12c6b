// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a library says about its operator, as text that crosses a process boundary.

#include <string>
#include <vector>

#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

struct Description {
    Definition definition;
    std::vector<Struct> structs;
    Templates templates;
    std::string problem;  // why there is none; empty otherwise
};

std::string to_text(const Description& description);
Description description_of(const std::string& text);

// Opens a library in a process of its own, because its static objects are user code.
Description describe_library(const std::string& path);

}  // namespace davsim::op
