// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes [begin, end) of the unified buffer; none when begin == end.

#include <cstdint>

namespace davsim {

struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool overlaps(const Range& other) const { return begin < other.end && other.begin < end; }
};

}  // namespace davsim
