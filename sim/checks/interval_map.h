// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes of an address space that share a value: non-overlapping intervals that split where accesses
// begin and end, and become one again when a whole range gets the same value.

#include <cstdint>
#include <map>
#include <utility>

namespace davsim::checks {

template <class Value>
class IntervalMap {
public:
    void clear() { cells_.clear(); }
    std::size_t size() const { return cells_.size(); }

    // Calls visit(begin, end, value) for every piece of [begin, end) that has a value.
    template <class Visit>
    void look(std::uint64_t begin, std::uint64_t end, Visit visit) {
        auto cell = first_touching(begin);
        for (; cell != cells_.end() && cell->first < end; ++cell) {
            visit(cell->first < begin ? begin : cell->first,
                  cell->second.end < end ? cell->second.end : end, cell->second.value);
        }
    }

    // Gives every byte of [begin, end) a value of its own to change: visit(begin, end, value), new
    // where there was none.
    template <class Visit>
    void update(std::uint64_t begin, std::uint64_t end, Visit visit) {
        auto cell = cells_.lower_bound(begin);
        // The same bytes again: what most accesses do.
        if (cell != cells_.end() && cell->first == begin && cell->second.end == end)
            return visit(begin, end, cell->second.value);
        split(begin);
        split(end);
        cell = cells_.lower_bound(begin);
        std::uint64_t at = begin;
        while (at < end) {
            if (cell == cells_.end() || cell->first > at) {
                const std::uint64_t gap_end =
                    cell == cells_.end() || cell->first > end ? end : cell->first;
                cell = cells_.emplace_hint(cell, at, Cell{gap_end, Value{}});
            }
            visit(cell->first, cell->second.end, cell->second.value);
            at = cell->second.end;
            ++cell;
        }
    }

    // One value for the whole range.
    void assign(std::uint64_t begin, std::uint64_t end, Value value) {
        auto cell = cells_.lower_bound(begin);
        if (cell != cells_.end() && cell->first == begin && cell->second.end == end) {
            cell->second.value = std::move(value);
            return;
        }
        split(begin);
        split(end);
        cell = cells_.lower_bound(begin);
        if (cell == cells_.end() || cell->first >= end) {
            cells_.emplace_hint(cell, begin, Cell{end, std::move(value)});
            return;
        }
        // The first of the old cells becomes the new one, if it starts there.
        const auto keep = cell->first == begin ? cell++ : cells_.end();
        while (cell != cells_.end() && cell->first < end) cell = cells_.erase(cell);
        if (keep == cells_.end()) {
            cells_.emplace_hint(cell, begin, Cell{end, std::move(value)});
        } else {
            keep->second = Cell{end, std::move(value)};
        }
    }

    void erase(std::uint64_t begin, std::uint64_t end) {
        const auto touched = first_touching(begin);
        if (touched == cells_.end() || touched->first >= end) return;
        split(begin);
        split(end);
        cells_.erase(cells_.lower_bound(begin), cells_.lower_bound(end));
    }

private:
    struct Cell {
        std::uint64_t end;
        Value value;
    };
    using Cells = std::map<std::uint64_t, Cell>;

    typename Cells::iterator first_touching(std::uint64_t begin) {
        auto cell = cells_.upper_bound(begin);
        if (cell == cells_.begin()) return cell;
        auto before = std::prev(cell);
        return before->second.end > begin ? before : cell;
    }

    void split(std::uint64_t place) {
        auto cell = first_touching(place);
        if (cell == cells_.end() || cell->first >= place) return;
        Cell rest{cell->second.end, cell->second.value};
        cell->second.end = place;
        cells_.emplace_hint(std::next(cell), place, std::move(rest));
    }

    Cells cells_;
};

}  // namespace davsim::checks
