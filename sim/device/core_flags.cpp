// SPDX-License-Identifier: Apache-2.0
#include "sim/device/core_flags.h"

#include <algorithm>
#include <string>

namespace davsim {

void CoreFlags::begin_launch(std::uint32_t blocks, std::uint32_t siblings) {
    blocks_ = blocks;
    siblings_ = siblings;
    counters_.assign(std::size_t{blocks} * kFlags, {});
}

bool CoreFlags::set(std::uint32_t block, const SyncPayload& sync, const Setter& setter, Cycles when,
                    std::vector<std::uint32_t>& risen) {
    if (sync.mode != CoreFlagMode::kAllCores && sync.mode != CoreFlagMode::kSiblings) return true;
    const auto kind = static_cast<std::size_t>(sync.mode);
    at(block, sync.event).reports[kind].push_back(when);
    at(block, sync.event).setter = setter;
    if (sync.mode == CoreFlagMode::kAllCores) return raise(0, blocks_, sync, risen);
    const std::uint32_t first = block / siblings_ * siblings_;
    return raise(first, std::min(first + siblings_, blocks_), sync, risen);
}

// When every block of [first, last) has reported: all counters go up by one.
bool CoreFlags::raise(std::uint32_t first, std::uint32_t last, const SyncPayload& sync,
                      std::vector<std::uint32_t>& risen) {
    const auto kind = static_cast<std::size_t>(sync.mode);
    Cycles latest;
    for (std::uint32_t block = first; block < last; ++block) {
        const std::deque<Cycles>& reports = at(block, sync.event).reports[kind];
        if (reports.empty()) return true;
        latest = std::max(latest, reports.front());
    }
    const std::int64_t hop = sync.mode == CoreFlagMode::kAllCores
                                 ? config_.sync_all + config_.sync_all_per_core * (last - first)
                                 : config_.core_flag;
    bool fits = true;
    for (std::uint32_t block = first; block < last; ++block) {
        Counter& counter = at(block, sync.event);
        counter.reports[kind].pop_front();
        counter.visible.push_back(latest + Cycles(hop));
        fits = fits && counter.visible.size() <= kMaxCount;
        risen.push_back(block);
    }
    return fits;
}

bool CoreFlags::take(std::uint32_t block, std::uint8_t flag, Cycles& when) {
    std::deque<Cycles>& visible = at(block, flag).visible;
    if (visible.empty()) return false;
    when = visible.front();
    visible.pop_front();
    return true;
}

std::vector<CoreFlags::Left> CoreFlags::left_over() const {
    std::vector<Left> left;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
        const Counter& counter = counters_[i];
        const bool answered = !counter.visible.empty();
        if (!answered && counter.reports[0].empty() && counter.reports[1].empty()) continue;
        left.push_back({static_cast<std::uint32_t>(i / kFlags),
                        static_cast<std::uint8_t>(i % kFlags), answered, counter.setter});
    }
    return left;
}

}  // namespace davsim
