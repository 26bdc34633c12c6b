// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/ub_usage.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace davsim::traces {
namespace {

struct Access {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool read = false;
    bool write = false;
};

// A buffer and how an instruction touches it.
struct Touch {
    std::size_t buffer = 0;
    bool read = false;
    bool write = false;
};

// Different blocks of a core reserve the same buffers again; overlapping ones of another layout
// come later and are left out.
std::vector<UbBuffer> buffers_of(const std::vector<Row>& rows, const StoreReader& store) {
    std::map<std::uint32_t, UbBuffer> found;
    for (const Row& row : rows) {
        if (row.kind != RowKind::kBuffer) continue;
        const Shape& shape = store.shape_of(row);
        UbBuffer buffer;
        buffer.begin = static_cast<std::uint32_t>(shape.ranges[0].begin);
        buffer.bytes = static_cast<std::uint32_t>(shape.ranges[0].bytes);
        if (shape.name < store.end().strings.size()) buffer.name = store.end().strings[shape.name];
        auto next = found.lower_bound(buffer.begin);
        if (next != found.end() && next->first < buffer.begin + buffer.bytes) continue;
        if (next != found.begin()) {
            const UbBuffer& before = std::prev(next)->second;
            if (before.begin + before.bytes > buffer.begin) continue;
        }
        found.emplace_hint(next, buffer.begin, buffer);
    }
    std::vector<UbBuffer> buffers;
    for (auto& [begin, buffer] : found) buffers.push_back(std::move(buffer));
    return buffers;
}

std::vector<Touch> touches_of(const Shape& shape, const std::vector<UbBuffer>& buffers) {
    std::vector<Touch> touches;
    for (const AddressRange& range : shape.ranges) {
        if (range.bytes == 0 || range.space != Space::kUb) continue;
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            if (range.begin >= std::uint64_t{buffers[i].begin} + buffers[i].bytes ||
                range.begin + range.bytes <= buffers[i].begin) {
                continue;
            }
            auto known = std::find_if(touches.begin(), touches.end(),
                                      [i](const Touch& touch) { return touch.buffer == i; });
            if (known == touches.end()) known = touches.insert(touches.end(), Touch{i});
            (range.write ? known->write : known->read) = true;
        }
    }
    return touches;
}

std::vector<std::vector<Access>> accesses_of(const std::vector<Row>& rows, const StoreReader& store,
                                             const std::vector<UbBuffer>& buffers) {
    std::vector<std::vector<Access>> accesses(buffers.size());
    std::unordered_map<std::uint32_t, std::vector<Touch>> known;
    for (const Row& row : rows) {
        if (row.kind != RowKind::kInstruction) continue;
        auto found = known.find(row.shape);
        if (found == known.end())
            found = known.emplace(row.shape, touches_of(store.shape_of(row), buffers)).first;
        for (const Touch& touch : found->second)
            accesses[touch.buffer].push_back({row.begin, row.end, touch.read, touch.write});
    }
    return accesses;
}

void add_intervals(std::size_t buffer, std::vector<Access>& accesses,
                   std::vector<UbInterval>& intervals) {
    std::stable_sort(accesses.begin(), accesses.end(),
                     [](const Access& a, const Access& b) { return a.begin < b.begin; });
    UbInterval current;
    bool open = false;
    bool was_read = false;
    for (const Access& access : accesses) {
        const bool fresh = access.write && !access.read && was_read && access.begin > current.end;
        if (open && fresh) intervals.push_back(current);
        if (!open || fresh) {
            current = {buffer, access.begin, access.end};
            was_read = false;
            open = true;
        }
        current.end = std::max(current.end, access.end);
        was_read = was_read || access.read;
    }
    if (open) intervals.push_back(current);
}

std::uint64_t peak_of(const UbUsage& usage) {
    std::vector<std::pair<std::int64_t, std::int64_t>> steps;
    for (const UbInterval& interval : usage.intervals) {
        const auto bytes = static_cast<std::int64_t>(usage.buffers[interval.buffer].bytes);
        steps.emplace_back(interval.begin, bytes);
        steps.emplace_back(interval.end, -bytes);
    }
    std::sort(steps.begin(), steps.end());  // frees come before uses of the same cycle
    std::int64_t now = 0;
    std::int64_t peak = 0;
    for (const auto& [at, change] : steps) {
        now += change;
        peak = std::max(peak, now);
    }
    return static_cast<std::uint64_t>(peak);
}

}  // namespace

UbUsage ub_usage(const std::vector<Row>& rows, const StoreReader& store) {
    UbUsage usage;
    usage.buffers = buffers_of(rows, store);
    if (usage.buffers.empty()) return usage;
    usage.reserved = usage.buffers.back().begin + usage.buffers.back().bytes;
    std::vector<std::vector<Access>> accesses = accesses_of(rows, store, usage.buffers);
    for (std::size_t i = 0; i < accesses.size(); ++i)
        add_intervals(i, accesses[i], usage.intervals);
    for (const UbInterval& interval : usage.intervals)
        usage.buffers[interval.buffer].in_use += interval.end - interval.begin;
    usage.peak = peak_of(usage);
    return usage;
}

std::vector<double> UbUsage::over_time(std::int64_t span, std::size_t bins) const {
    std::vector<double> mean(bins, 0.0);
    if (span <= 0 || bins == 0) return mean;
    const double width = static_cast<double>(span) / static_cast<double>(bins);
    for (const UbInterval& interval : intervals) {
        const double bytes = buffers[interval.buffer].bytes;
        const auto from = static_cast<double>(std::max<std::int64_t>(interval.begin, 0));
        const auto to = static_cast<double>(std::min(interval.end, span));
        for (auto bin = static_cast<std::size_t>(from / width);
             bin < bins && static_cast<double>(bin) * width < to; ++bin) {
            const double left = static_cast<double>(bin) * width;
            const double inside = std::min(to, left + width) - std::max(from, left);
            mean[bin] += bytes * std::max(inside, 0.0) / width;
        }
    }
    return mean;
}

}  // namespace davsim::traces
