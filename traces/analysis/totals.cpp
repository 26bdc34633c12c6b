// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/totals.h"

#include <algorithm>
#include <map>

namespace davsim::traces {
namespace {

template <class Array>
void add_all(Array& sum, const Array& part) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
}

void add(BlockUse& sum, const BlockUse& use) {
    for (std::size_t p = 0; p < sum.pipes.size(); ++p) {
        BlockPipeUse& to = sum.pipes[p];
        const BlockPipeUse& from = use.pipes[p];
        to.busy += from.busy;
        to.ideal += from.ideal;
        to.instructions += from.instructions;
        to.syncs += from.syncs;
        to.bytes += from.bytes;
        add_all(to.waited, from.waited);
    }
    BlockMemoryUse& m = sum.memory;
    m.read += use.memory.read;
    m.write += use.memory.write;
    m.read_line += use.memory.read_line;
    m.write_line += use.memory.write_line;
    m.read_hit += use.memory.read_hit;
    m.write_hit += use.memory.write_hit;
    m.hbm_read += use.memory.hbm_read;
    m.hbm_write += use.memory.hbm_write;
    add_all(sum.vector_cycles, use.vector_cycles);
    add_all(sum.scalar_waited_on, use.scalar_waited_on);
    sum.vector_operations += use.vector_operations;
    sum.ub_read += use.ub_read;
    sum.ub_write += use.ub_write;
    sum.scalar_ub_read += use.scalar_ub_read;
    sum.scalar_ub_write += use.scalar_ub_write;
    sum.conflicts.groups += use.conflicts.groups;
    sum.conflicts.banks += use.conflicts.banks;
}

}  // namespace

Totals totals_of(const StoreReader& store) {
    Totals totals;
    totals.span = store.end().span;
    std::map<int, CoreTotals> cores;
    store.for_each_block([&](const BlockUse& use) {
        CoreTotals& core = cores[use.core];
        if (core.blocks == 0) core.use.begin = use.begin;
        core.core = use.core;
        ++core.blocks;
        core.active += use.end - use.begin;
        core.use.begin = std::min(core.use.begin, use.begin);
        core.use.end = std::max(core.use.end, use.end);
        add(core.use, use);
        add(totals.all, use);
    });
    for (auto& [index, core] : cores) totals.cores.push_back(core);
    return totals;
}

double Totals::busy_share(Pipe pipe) const {
    if (cores.empty()) return 0.0;
    return share(all.pipe(pipe).busy) / static_cast<double>(cores.size());
}

std::int64_t Totals::longest_active() const {
    std::int64_t longest = 0;
    for (const CoreTotals& core : cores) longest = std::max(longest, core.active);
    return longest;
}

double Totals::mean_active() const {
    double sum = 0;
    for (const CoreTotals& core : cores) sum += static_cast<double>(core.active);
    return cores.empty() ? 0.0 : sum / static_cast<double>(cores.size());
}

}  // namespace davsim::traces
