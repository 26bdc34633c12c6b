// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers as people read them.

#include <cstdint>
#include <string>

#include "sim/base/grouped.h"

namespace davsim {

std::string bytes_text(std::uint64_t bytes);  // 10.5 MB, decimal units
std::string rate_text(double per_second);     // 21.8 M, for counts a second
std::string time_text(double microseconds);   // 6.86 us, 1.23 ms, 2.5 s

}  // namespace davsim
