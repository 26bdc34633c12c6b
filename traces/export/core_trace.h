// SPDX-License-Identifier: Apache-2.0
#pragma once
// One core of a store, laid out for viewers.

#include <cstdint>
#include <vector>

#include "traces/export/export_options.h"
#include "traces/lanes.h"

namespace davsim::traces {

struct CoreTrace {
    CoreTrace(const StoreReader& store, int index, const ExportOptions& options);

    int core = 0;
    std::vector<Row> rows;
    std::vector<Lane> lanes;               // point into rows
    std::vector<std::uint32_t> iteration;  // by row: runs of its place in the source before, in its
                                           // block
    std::uint64_t first_flag = 0;          // flags of the cores before this one

    std::uint32_t iteration_of(const Row& row) const {
        return iteration[static_cast<std::size_t>(&row - rows.data())];
    }
    // Events of a JSON file.
    std::uint64_t events() const;
};

// What a row costs in a JSON file: a flag becomes two slices of begin, flow point and end.
constexpr std::uint64_t json_events(RowKind kind) {
    constexpr std::uint64_t kPerFlag = 6;
    if (kind == RowKind::kFlag) return kPerFlag;
    return kind == RowKind::kBuffer || kind == RowKind::kTransfer ? 0 : 1;
}

}  // namespace davsim::traces
