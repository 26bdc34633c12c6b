// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/line_profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "traces/track.h"

namespace davsim::traces {
namespace {

constexpr int kFlagWait = -1;

template <class Map>
std::vector<PlaceUse> sorted(const Map& sums) {
    std::vector<PlaceUse> uses;
    for (const auto& [key, use] : sums) uses.push_back(use);
    std::stable_sort(uses.begin(), uses.end(), [](const PlaceUse& a, const PlaceUse& b) {
        return a.cycles != b.cycles ? a.cycles > b.cycles : a.flag_wait > b.flag_wait;
    });
    return uses;
}

void merge(PlaceUse& into, const PlaceUse& use) {
    into.calls += use.calls;
    into.cycles += use.cycles;
    into.busy += use.busy;
    for (std::size_t cause = 0; cause < into.waited.size(); ++cause)
        into.waited[cause] += use.waited[cause];
    into.flag_wait += use.flag_wait;
    into.bytes += use.bytes;
    into.conflict += use.conflict;
}

}  // namespace

std::int64_t PlaceUse::wait_cycles() const {
    std::int64_t sum = 0;
    for (const std::int64_t part : waited) sum += part;
    return sum;
}

std::string place_text(const Site* site) {
    if (site == nullptr) return "?";
    if (!site->file.empty()) return code_of(site);
    return site->module.empty() ? "?" : fmt::format("{}+{:#x}", site->module, site->offset);
}

LineProfile::Sum& LineProfile::sum_of(std::map<Key, Sum>& sums, const Row& row, int opcode) {
    const Shape& shape = store_.shape_of(row);
    const auto [found, added] = sums.try_emplace(Key{shape.site, opcode});
    PlaceUse& use = found->second.use;
    if (added) {
        const Site* site = store_.site_of(shape);
        use.code = place_text(site);
        use.address = site == nullptr ? 0 : site->offset;
        use.instr = slice_name(SliceKind::kWaitFlag, shape);
        use.pipe = opcode == kFlagWait ? shape.other : shape.pipe;
        use.detail = slice_detail(shape);
    }
    return found->second;
}

void LineProfile::add(int core) {
    std::map<Key, Sum> sums;
    store_.for_each(core, [&](const Row& row) {
        if (row.kind == RowKind::kFlag) {
            PlaceUse& use = sum_of(sums, row, kFlagWait).use;
            ++use.calls;
            use.flag_wait += row.end - row.reached;
        }
        if (row.kind != RowKind::kInstruction) return;
        const Shape& shape = store_.shape_of(row);
        Sum& sum = sum_of(sums, row, static_cast<int>(shape.opcode));
        ++sum.use.calls;
        sum.use.cycles += row.end - row.begin;
        sum.use.waited[static_cast<std::size_t>(row.cause)] += row.waited;
        sum.use.bytes += shape.bytes;
        sum.use.conflict += shape.conflict;
        sum.busy.add(Cycles(row.begin), Cycles(row.end));
    });
    for (auto& [key, sum] : sums) {
        sum.use.busy = sum.busy.total().count();
        const auto [found, added] = instructions_.try_emplace(key, sum.use);
        if (!added) merge(found->second, sum.use);
        const auto [line, fresh] = lines_.try_emplace(sum.use.code, sum.use);
        if (fresh) continue;
        merge(line->second, sum.use);
        if (line->second.instr.find(sum.use.instr) == std::string::npos)
            line->second.instr += " " + sum.use.instr;
    }
}

std::vector<PlaceUse> LineProfile::by_instruction() const {
    return sorted(instructions_);
}

std::vector<PlaceUse> LineProfile::by_line() const {
    return sorted(lines_);
}

}  // namespace davsim::traces
