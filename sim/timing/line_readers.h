// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which core read a place in global memory last, and when. An L2 line serves one core at a time, so
// cores that walk through the same data in step get less together than cores that each have their
// own (sample data_copy: 539 us in the same order, 329 us in rotated order).
//
// A small direct-mapped table by the first line of each load; a collision forgets the older entry.
// Driven by l2.line_bytes and l2.shared_line_window.

#include <cstdint>
#include <vector>

#include "sim/base/units.h"
#include "sim/config/soc_config.h"

namespace davsim {

class LineReaders {
public:
    explicit LineReaders(const L2Config& config)
        : line_bytes_(static_cast<std::uint64_t>(config.line_bytes)),
          window_(config.shared_line_window),
          table_(window_ > 0 ? kEntries : 0) {}

    // Notes that `core` starts to read at `address`; true when another core did so within the
    // window.
    bool shared(std::uint64_t address, int core, Cycles now) {
        if (table_.empty()) return false;
        const std::uint64_t line = address / line_bytes_;
        Entry& entry = table_[line & (kEntries - 1)];
        const bool recent = entry.line == line + 1 && (now - entry.at).count() <= window_;
        const bool other = entry.core != core;
        // A core that reads the line again, alone, keeps it to itself.
        const bool result = recent && (other || entry.shared);
        entry = {line + 1, now, core, result};
        return result;
    }

    void clear() { table_.assign(table_.size(), {}); }

private:
    static constexpr std::size_t kEntries = 4096;

    struct Entry {
        std::uint64_t line = 0;  // 1 more, so that 0 is nobody
        Cycles at;
        int core = 0;
        bool shared = false;
    };

    std::uint64_t line_bytes_;
    std::int64_t window_;
    std::vector<Entry> table_;
};

}  // namespace davsim
