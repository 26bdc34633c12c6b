// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which lines the L2 holds: set-associative, least recently used, write-back, write-allocate. A
// plain table walked once a transfer; it knows no time.
//
// Driven by config section `l2` (size, line, associativity). The organisation is not published and
// marked `assumed` there; that writes stay resident follows from measurements with reads bypassing
// the cache.

#include <cstdint>
#include <vector>

#include "sim/config/soc_config.h"

namespace davsim {

class L2Tags {
public:
    struct Result {
        std::uint64_t lines = 0;
        std::uint64_t hits = 0;
        std::uint64_t written_back = 0;  // dirty lines that had to leave for new ones
    };

    explicit L2Tags(const L2Config& config);

    // Touches the lines of [begin, begin + bytes); device addresses.
    Result read(std::uint64_t begin, std::uint64_t bytes) { return touch(begin, bytes, false); }
    Result write(std::uint64_t begin, std::uint64_t bytes) { return touch(begin, bytes, true); }

    // The same for an access that leaves nothing behind: lines that are there are used, others are
    // not allocated.
    Result pass_by(std::uint64_t begin, std::uint64_t bytes) const;

    // Empties the cache. Dirty lines are dropped: contents live in GlobalMemory.
    void flush();

    // Fills the cache with changed lines of addresses that nobody uses, older than all others.
    void fill_dirty();

    std::uint64_t line_bytes() const { return line_bytes_; }

private:
    Result touch(std::uint64_t begin, std::uint64_t bytes, bool write);
    std::size_t set_of(std::uint64_t line) const;
    std::size_t find_or_evict(std::size_t set, std::uint32_t tag, Result& result);

    std::uint64_t line_bytes_;
    std::size_t ways_;
    std::size_t sets_;
    std::uint32_t clock_ = 0;
    std::vector<std::uint32_t> tags_;    // line index + 1; 0 is empty
    std::vector<std::uint32_t> stamps_;  // of the last use
    std::vector<std::uint8_t> dirty_;
};

}  // namespace davsim
