// SPDX-License-Identifier: Apache-2.0
#include "traces/store/format.h"

#include <zlib.h>

namespace davsim::traces {

std::uint32_t check_sum(std::string_view head, std::string_view content) {
    uLong sum = crc32(0, nullptr, 0);
    for (const std::string_view part : {head, content}) {
        sum =
            crc32(sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    }
    return static_cast<std::uint32_t>(sum);
}

}  // namespace davsim::traces
