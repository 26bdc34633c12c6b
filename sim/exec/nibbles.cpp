// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/nibbles.h"

#include <algorithm>
#include <cstring>

namespace davsim::exec {

void load_nibbles(const Nibbles& from, std::size_t repeat, std::size_t count, Bytes& packed) {
    const std::size_t bytes = (count + 1) / 2;
    for (std::size_t at = 0; at < bytes; at += kBlockBytes) {
        std::memcpy(&packed[at], from.block(repeat, at / kBlockBytes),
                    std::min<std::size_t>(kBlockBytes, bytes - at));
    }
}

void store_nibbles(const Nibbles& to, std::size_t repeat, std::size_t count, const Bytes& packed) {
    const std::size_t bytes = (count + 1) / 2;
    for (std::size_t at = 0; at < bytes; at += kBlockBytes) {
        std::memcpy(to.block(repeat, at / kBlockBytes), &packed[at],
                    std::min<std::size_t>(kBlockBytes, bytes - at));
    }
}

void unpack_nibbles(const std::uint8_t* packed, std::size_t count, Bytes& lanes) {
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned pair = packed[i / 2];
        lanes[i] = static_cast<std::uint8_t>(i % 2 == 0 ? pair & 0xFU : pair >> 4U);
    }
}

void pack_nibbles(const Bytes& lanes, const VectorShape& shape, std::size_t count,
                  std::uint8_t* packed) {
    for (std::size_t i = 0; i < count; ++i) {
        if (shape.pattern && !shape.enabled(i)) continue;
        const unsigned shift = i % 2 == 0 ? 0U : 4U;
        const unsigned kept = packed[i / 2] & (0xF0U >> shift);
        packed[i / 2] = static_cast<std::uint8_t>(kept | ((lanes[i] & 0xFU) << shift));
    }
}

}  // namespace davsim::exec
