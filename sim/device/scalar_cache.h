// SPDX-License-Identifier: Apache-2.0
#pragma once
// The data cache of a core's scalar unit: lines of global memory with their content. Write-back,
// allocated by loads and stores, and not coherent: what other cores or transfers write is not seen
// until the line is dropped, what the scalar unit writes is not seen by them until the line is
// written back, and a line goes back as a whole, over what others wrote beside it (Ascend C
// documentation, DataCacheCleanAndInvalid). Direct-mapped; the organisation is not published. Where
// stores go through (scalar.store_through), GM has them at once and a line that is there keeps up;
// a store brings no line in.
//
// Driven by scalar.dcache, scalar.dcache_line (bytes) and scalar.store_through. Addresses are
// device addresses.

#include <cstdint>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/device/memory_system.h"

namespace davsim {

class ScalarCache {
public:
    ScalarCache(const ScalarConfig& config, MemorySystem& memory);

    // True when all lines of [begin, begin + bytes) were there.
    bool load(std::uint64_t begin, void* out, std::uint64_t bytes);
    void store(std::uint64_t begin, const void* data, std::uint64_t bytes);
    void preload(std::uint64_t at);

    // Writes the line of `at` back if it is dirty (then: true) and drops it.
    bool clean(std::uint64_t at);
    // Writes all dirty lines back; how many there were.
    int write_back();
    // Drops all lines; what is dirty is lost.
    void drop();

private:
    struct Line {
        std::uint64_t tag = 0;  // line number + 1; 0 is empty
        bool dirty = false;
    };

    std::uint8_t* content(std::size_t slot) { return data_.data() + slot * line_bytes_; }
    // The slot of line `number`, brought in if it is not there (then `hit` becomes false).
    std::size_t fetch(std::uint64_t number, bool& hit);
    void write_line(std::size_t slot);
    void write_through(std::uint64_t begin, const std::uint8_t* data, std::uint64_t bytes);
    bool holds(std::uint64_t number) const {
        return lines_[number % lines_.size()].tag == number + 1;
    }
    template <class Piece>
    bool for_each_piece(std::uint64_t begin, std::uint64_t bytes, Piece piece);

    MemorySystem& memory_;
    bool store_through_;
    std::uint64_t line_bytes_;
    std::vector<Line> lines_;
    std::vector<std::uint8_t> data_;
};

}  // namespace davsim
