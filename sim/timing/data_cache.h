// SPDX-License-Identifier: Apache-2.0
#pragma once
// The data cache of a core's scalar unit, as far as time goes: which lines of global memory a
// scalar load finds. Direct-mapped; the organisation is not published. Contents always come from
// global memory, so the missing coherence between cores of the real cache is not modelled.
//
// Driven by scalar.dcache and scalar.dcache_line (bytes).

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/config/soc_config.h"

namespace davsim {

class DataCache {
public:
    explicit DataCache(const ScalarConfig& config)
        : line_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(config.dcache_line))),
          tags_(std::max<std::size_t>(1, static_cast<std::size_t>(config.dcache_bytes) / line_)) {}

    // Touches the lines of [begin, begin + bytes); true when all were there.
    bool touch(std::uint64_t begin, std::uint64_t bytes) {
        bool hit = true;
        for (std::uint64_t line = begin / line_; line <= (begin + bytes - 1) / line_; ++line) {
            std::uint64_t& tag = tags_[line % tags_.size()];
            hit = hit && tag == line + 1;
            tag = line + 1;
        }
        return hit;
    }

    void flush() { std::fill(tags_.begin(), tags_.end(), std::uint64_t{0}); }

private:
    std::uint64_t line_;
    std::vector<std::uint64_t> tags_;  // line number + 1; 0 is empty
};

}  // namespace davsim
