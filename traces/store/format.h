// SPDX-License-Identifier: Apache-2.0
#pragma once
// The native trace file, *.davt: a magic, a version, then parts one after the other. A part is its
// kind, the core it is of, its size, a CRC-32 of its content and the content. The launch comes
// first, the end last; a file without an end is incomplete. All numbers little endian.
//
//   offset 0   8 bytes  magic
//   offset 8   4 bytes  version
//   each part: 4 bytes kind, 4 bytes core, 4 bytes size, 4 bytes CRC-32, content
//
// The CRC-32 is that of the twelve bytes before it and the content.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace davsim::traces {

inline constexpr std::string_view kStoreMagic{"DAVTRACE"};
inline constexpr std::uint32_t kStoreVersion = 2;
inline constexpr std::size_t kStoreHeadBytes = 12;
inline constexpr std::size_t kPartHeadBytes = 16;
// The name of a run's store in its folder.
inline constexpr std::string_view kStoreName{"trace.davt"};

enum class PartKind : std::uint32_t {
    kLaunch = 1,  // JSON, LaunchMeta
    kShapes = 2,
    kRows = 3,      // of one core, continuing its rows before
    kBlockUse = 4,  // one BlockUse after the other
    kEnd = 5,       // JSON, EndMeta
};

inline void put_u32(std::string& out, std::uint32_t value) {
    for (std::uint32_t shift = 0; shift < 32U; shift += 8U)
        out.push_back(static_cast<char>(value >> shift & 0xFFU));
}

inline std::uint32_t get_u32(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < 4U; ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8U * i);
    return value;
}

// CRC-32 of a part.
std::uint32_t check_sum(std::string_view head, std::string_view content);

}  // namespace davsim::traces
