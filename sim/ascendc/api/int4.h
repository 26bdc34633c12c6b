// SPDX-License-Identifier: Apache-2.0
#pragma once
// int4b_t: a signed 4-bit integer. Two lie in a byte, the first in the low half; a tensor of n
// elements takes n / 2 bytes. The struct itself takes a byte: it is one element only by its type.

#include <cstdint>

namespace AscendC {

struct int4b_t {
    int4b_t() = default;
    constexpr explicit int4b_t(int value) : storage(static_cast<uint8_t>(value & 0xF)) {}
    constexpr operator int8_t() const {
        return static_cast<int8_t>((storage & 0xFU) < 8 ? storage & 0xFU
                                                        : int(storage & 0xFU) - 16);
    }

    uint8_t storage;
};
static_assert(sizeof(int4b_t) == 1);

}  // namespace AscendC

// The language's own types are global.
using AscendC::int4b_t;
