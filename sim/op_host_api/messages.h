// SPDX-License-Identifier: Apache-2.0
#pragma once
// What host functions said while one question was answered.

#include <string>
#include <vector>

namespace davsim::op {

void start_messages(bool verbose);
void add_error(const std::string& message);
bool have_error();
// Errors first.
std::vector<std::string> take_messages();

}  // namespace davsim::op
