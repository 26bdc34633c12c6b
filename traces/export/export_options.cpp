// SPDX-License-Identifier: Apache-2.0
#include "traces/export/export_options.h"

#include <algorithm>
#include <iterator>

namespace davsim::traces {
namespace {

constexpr std::int64_t kCyclesAsNanoseconds = 1000;  // MHz

}  // namespace

bool ExportOptions::wants(int core) const {
    return only_cores.empty() ||
           std::find(only_cores.begin(), only_cores.end(), core) != only_cores.end();
}

std::int64_t ExportOptions::clock_of(const LaunchMeta& meta) const {
    return cycles ? kCyclesAsNanoseconds : meta.clock_mhz;
}

void ExportReport::add(ExportReport other) {
    std::move(other.files.begin(), other.files.end(), std::back_inserter(files));
    std::move(other.notes.begin(), other.notes.end(), std::back_inserter(notes));
}

std::vector<int> chosen_cores(const StoreReader& store, const ExportOptions& options) {
    std::vector<int> cores;
    std::copy_if(store.cores().begin(), store.cores().end(), std::back_inserter(cores),
                 [&](int core) { return options.wants(core); });
    return cores;
}

std::vector<Row> chosen_rows(const StoreReader& store, int core, const ExportOptions& options) {
    std::vector<Row> rows;
    store.for_each(core, [&](const Row& row) {
        if (row.kind == RowKind::kBuffer || options.wants(row)) rows.push_back(row);
    });
    return rows;
}

}  // namespace davsim::traces
