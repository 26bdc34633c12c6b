// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/buffer_map.h"

#include <algorithm>

namespace davsim::checks {

void BufferMap::clear() {
    buffers_.clear();
    latest_ = 0;
}

void BufferMap::add(std::uint32_t begin, std::uint32_t bytes, const std::string& what) {
    const UbBuffer fresh{begin, begin + bytes, what};
    // The same place again, as a static tensor made in a loop, takes no more room.
    const auto same = std::find_if(buffers_.begin(), buffers_.end(), [&](const UbBuffer& old) {
        return old.begin == fresh.begin && old.end == fresh.end;
    });
    if (same != buffers_.end()) buffers_.erase(same);
    buffers_.push_back(fresh);
    latest_ = buffers_.size() - 1;
}

const UbBuffer* BufferMap::find(std::uint64_t address) {
    for (std::size_t i = buffers_.size(); i-- > 0;) {
        if (address >= buffers_[i].begin && address < buffers_[i].end) return &buffers_[i];
    }
    return nullptr;
}

std::string BufferMap::map_text() const {
    std::vector<UbBuffer> sorted = buffers_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const UbBuffer& a, const UbBuffer& b) { return a.begin < b.begin; });
    std::string text;
    for (const UbBuffer& buffer : sorted) {
        text += (text.empty() ? "" : "; ") + buffer.what + " at [" + std::to_string(buffer.begin) +
                ", " + std::to_string(buffer.end) + ")";
    }
    return text;
}

void TensorMap::set(const std::vector<GmRange>& memory) {
    memory_ = memory;
    latest_ = 0;
}

const GmRange* TensorMap::find(std::uint64_t address) {
    const auto holds = [&](const GmRange& range) {
        return address >= range.begin && address < range.begin + range.padded;
    };
    if (latest_ < memory_.size() && holds(memory_[latest_])) return &memory_[latest_];
    auto after = std::upper_bound(
        memory_.begin(), memory_.end(), address,
        [](std::uint64_t place, const GmRange& range) { return place < range.begin; });
    if (after == memory_.begin()) return nullptr;
    const auto found = std::prev(after);
    if (!holds(*found)) return nullptr;
    latest_ = static_cast<std::size_t>(found - memory_.begin());
    return &*found;
}

}  // namespace davsim::checks
