// SPDX-License-Identifier: Apache-2.0
#include "sim/device/scalar_cache.h"

#include <algorithm>
#include <cstring>

namespace davsim {

ScalarCache::ScalarCache(const ScalarConfig& config, MemorySystem& memory)
    : memory_(memory),
      store_through_(config.store_through),
      line_bytes_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(config.dcache_line))),
      lines_(std::max<std::size_t>(1, static_cast<std::size_t>(config.dcache_bytes) /
                                          static_cast<std::size_t>(line_bytes_))),
      data_(lines_.size() * line_bytes_) {}

void ScalarCache::write_line(std::size_t slot) {
    const std::uint64_t at = (lines_[slot].tag - 1) * line_bytes_;
    memory_.about_to_write_gm(at, line_bytes_);
    std::memcpy(memory_.gm().host_address(at), content(slot), line_bytes_);
    lines_[slot].dirty = false;
}

std::size_t ScalarCache::fetch(std::uint64_t number, bool& hit) {
    const std::size_t slot = number % lines_.size();
    Line& line = lines_[slot];
    if (line.tag == number + 1) return slot;
    hit = false;
    if (line.dirty) write_line(slot);
    line.tag = number + 1;
    std::memcpy(content(slot), memory_.gm().host_address(number * line_bytes_), line_bytes_);
    return slot;
}

// Calls piece(slot, offset in the line, offset in the range, bytes) for every line of the range.
template <class Piece>
bool ScalarCache::for_each_piece(std::uint64_t begin, std::uint64_t bytes, Piece piece) {
    bool hit = true;
    for (std::uint64_t done = 0; done < bytes;) {
        const std::uint64_t at = begin + done;
        const std::uint64_t inside = at % line_bytes_;
        const std::uint64_t part = std::min(bytes - done, line_bytes_ - inside);
        piece(fetch(at / line_bytes_, hit), inside, done, part);
        done += part;
    }
    return hit;
}

bool ScalarCache::load(std::uint64_t begin, void* out, std::uint64_t bytes) {
    return for_each_piece(begin, bytes, [&](std::size_t slot, auto inside, auto done, auto part) {
        std::memcpy(static_cast<std::uint8_t*>(out) + done, content(slot) + inside, part);
    });
}

void ScalarCache::store(std::uint64_t begin, const void* data, std::uint64_t bytes) {
    const auto* source = static_cast<const std::uint8_t*>(data);
    if (store_through_) return write_through(begin, source, bytes);
    for_each_piece(begin, bytes, [&](std::size_t slot, auto inside, auto done, auto part) {
        std::memcpy(content(slot) + inside, source + done, part);
        lines_[slot].dirty = true;
    });
}

void ScalarCache::write_through(std::uint64_t begin, const std::uint8_t* data,
                                std::uint64_t bytes) {
    memory_.about_to_write_gm(begin, bytes);
    std::memcpy(memory_.gm().host_address(begin), data, bytes);
    for (std::uint64_t done = 0; done < bytes; ++done) {
        const std::uint64_t at = begin + done;
        if (holds(at / line_bytes_))
            content(at / line_bytes_ % lines_.size())[at % line_bytes_] = data[done];
    }
}

void ScalarCache::preload(std::uint64_t at) {
    bool hit = true;
    fetch(at / line_bytes_, hit);
}

bool ScalarCache::clean(std::uint64_t at) {
    const std::size_t slot = at / line_bytes_ % lines_.size();
    Line& line = lines_[slot];
    if (line.tag != at / line_bytes_ + 1) return false;
    const bool dirty = line.dirty;
    if (dirty) write_line(slot);
    line.tag = 0;
    return dirty;
}

int ScalarCache::write_back() {
    int count = 0;
    for (std::size_t slot = 0; slot < lines_.size(); ++slot) {
        if (!lines_[slot].dirty) continue;
        write_line(slot);
        ++count;
    }
    return count;
}

void ScalarCache::drop() {
    std::fill(lines_.begin(), lines_.end(), Line{});
}

}  // namespace davsim
