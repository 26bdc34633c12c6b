// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/l2_tags.h"

#include <algorithm>
#include <cstdint>

namespace davsim {

L2Tags::L2Tags(const L2Config& config)
    : line_bytes_(static_cast<std::uint64_t>(config.line_bytes)),
      ways_(static_cast<std::size_t>(config.ways)),
      sets_(std::max<std::size_t>(1, static_cast<std::size_t>(config.bytes) / line_bytes_ / ways_)),
      tags_(sets_ * ways_),
      stamps_(sets_ * ways_),
      dirty_(sets_ * ways_) {}

void L2Tags::flush() {
    std::fill(tags_.begin(), tags_.end(), 0U);
    std::fill(stamps_.begin(), stamps_.end(), 0U);
    std::fill(dirty_.begin(), dirty_.end(), std::uint8_t{0});
}

void L2Tags::fill_dirty() {
    constexpr std::uint32_t kNobodys = UINT32_MAX;  // no line index gets there
    std::fill(tags_.begin(), tags_.end(), kNobodys);
    std::fill(stamps_.begin(), stamps_.end(), 0U);
    std::fill(dirty_.begin(), dirty_.end(), std::uint8_t{1});
}

// Neighbouring lines have neighbouring sets; each stretch of as many lines as there are sets starts
// elsewhere, so that tensors of equal sizes do not meet in the same sets.
std::size_t L2Tags::set_of(std::uint64_t line) const {
    constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15U;  // of 2^64: spreads small numbers
    const std::uint64_t stretch = line / sets_;
    return (line + (stretch * kGoldenRatio >> 32U)) % sets_;
}

// The slot of `tag` in its set; the least recently used one, given over to `tag`, if it is not
// there.
std::size_t L2Tags::find_or_evict(std::size_t set, std::uint32_t tag, Result& result) {
    const std::size_t first = set * ways_;
    std::size_t victim = first;
    for (std::size_t slot = first; slot < first + ways_; ++slot) {
        if (tags_[slot] == tag) {
            ++result.hits;
            return slot;
        }
        if (stamps_[slot] < stamps_[victim]) victim = slot;
    }
    if (dirty_[victim] != 0) ++result.written_back;
    tags_[victim] = tag;
    dirty_[victim] = 0;
    return victim;
}

L2Tags::Result L2Tags::pass_by(std::uint64_t begin, std::uint64_t bytes) const {
    Result result;
    if (bytes == 0) return result;
    const std::uint64_t first = begin / line_bytes_;
    const std::uint64_t last = (begin + bytes - 1) / line_bytes_;
    for (std::uint64_t line = first; line <= last; ++line) {
        const auto set = tags_.begin() + static_cast<std::ptrdiff_t>(set_of(line) * ways_);
        const auto end = set + static_cast<std::ptrdiff_t>(ways_);
        if (std::find(set, end, static_cast<std::uint32_t>(line + 1)) != end) ++result.hits;
    }
    result.lines = last - first + 1;
    return result;
}

L2Tags::Result L2Tags::touch(std::uint64_t begin, std::uint64_t bytes, bool write) {
    Result result;
    if (bytes == 0) return result;
    const std::uint64_t first = begin / line_bytes_;
    const std::uint64_t last = (begin + bytes - 1) / line_bytes_;
    std::size_t set = set_of(first);
    for (std::uint64_t line = first; line <= last; ++line) {
        const std::size_t slot = find_or_evict(set, static_cast<std::uint32_t>(line + 1), result);
        stamps_[slot] = ++clock_;
        if (write) dirty_[slot] = 1;
        set = (line + 1) % sets_ == 0 ? set_of(line + 1) : set + 1 == sets_ ? 0 : set + 1;
    }
    result.lines = last - first + 1;
    return result;
}

}  // namespace davsim
