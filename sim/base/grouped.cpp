// SPDX-License-Identifier: Apache-2.0
#include "sim/base/grouped.h"

namespace davsim {

std::string grouped(std::int64_t value, char separator) {
    constexpr int kGroup = 3;
    std::string digits = std::to_string(value);
    const int sign = value < 0 ? 1 : 0;
    for (int place = static_cast<int>(digits.size()) - kGroup; place > sign; place -= kGroup) {
        digits.insert(static_cast<std::size_t>(place), 1, separator);
    }
    return digits;
}

}  // namespace davsim
