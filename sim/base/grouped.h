// SPDX-License-Identifier: Apache-2.0
#pragma once
// Large whole numbers as people read them.

#include <cstdint>
#include <string>

namespace davsim {

// Digits in threes: 1,234,567; another separator where commas mean something else.
std::string grouped(std::int64_t value, char separator = ',');

}  // namespace davsim
