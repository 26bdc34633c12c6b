// SPDX-License-Identifier: Apache-2.0
#include "traces/export/core_trace.h"

#include <algorithm>
#include <numeric>

namespace davsim::traces {
namespace {

std::vector<std::uint32_t> iterations(const std::vector<Row>& rows, const StoreReader& store) {
    std::vector<std::uint32_t> iteration(rows.size(), 0);
    std::vector<std::uint32_t> runs(store.end().sites.size() + 1, 0);
    std::uint32_t block = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].kind != RowKind::kInstruction) continue;
        if (rows[i].block != block) std::fill(runs.begin(), runs.end(), 0);
        block = rows[i].block;
        const std::uint32_t site = store.shape_of(rows[i]).site;
        if (site != 0 && site < runs.size()) iteration[i] = runs[site]++;
    }
    return iteration;
}

}  // namespace

CoreTrace::CoreTrace(const StoreReader& store, int index, const ExportOptions& options)
    : core(index), rows(chosen_rows(store, index, options)) {
    lanes = lay_out(rows, store.shapes(), options.clock_of(store.launch()));
    iteration = iterations(rows, store);
    const std::vector<std::uint64_t>& flags = store.end().flags_of_core;
    const auto before = std::min(static_cast<std::size_t>(index), flags.size());
    first_flag = std::accumulate(flags.begin(), flags.begin() + static_cast<std::ptrdiff_t>(before),
                                 std::uint64_t{0});
}

std::uint64_t CoreTrace::events() const {
    std::uint64_t sum = 0;
    for (const Row& row : rows) sum += json_events(row.kind);
    return sum;
}

}  // namespace davsim::traces
