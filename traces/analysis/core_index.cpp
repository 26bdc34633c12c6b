// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/core_index.h"

#include <algorithm>

namespace davsim::traces {
namespace {

bool ends_first(const Row* a, const Row* b) {
    return a->end < b->end;
}
bool begins_first(const Row* a, const Row* b) {
    return a->begin < b->begin;
}

}  // namespace

CoreIndex::CoreIndex(const StoreReader& store, int core) : rows_(store.rows_of(core)) {
    for (const Row& row : rows_) {
        const Shape& shape = store.shape_of(row);
        switch (row.kind) {
            case RowKind::kInstruction: instructions_[index_of(shape.pipe)].push_back(&row); break;
            case RowKind::kFlag: flags_[index_of(shape.other)].push_back(&row); break;
            case RowKind::kScalarStall: stalls_.push_back(&row); break;
            case RowKind::kSyncAll: sync_alls_.push_back(&row); break;
            case RowKind::kBlock: blocks_.push_back(&row); break;
            default: break;
        }
    }
    for (Rows& rows : instructions_) std::stable_sort(rows.begin(), rows.end(), begins_first);
    for (Rows& rows : flags_) std::stable_sort(rows.begin(), rows.end(), ends_first);
    for (Rows* rows : {&stalls_, &sync_alls_, &blocks_})
        std::stable_sort(rows->begin(), rows->end(), ends_first);
}

const Row* CoreIndex::instruction_before(Pipe pipe, std::int64_t at) const {
    const Rows& rows = instructions(pipe);
    const auto after = std::partition_point(rows.begin(), rows.end(),
                                            [at](const Row* row) { return row->begin < at; });
    return after == rows.begin() ? nullptr : *std::prev(after);
}

const Row* CoreIndex::ended_by(const Rows& rows, std::int64_t at) {
    const auto after = std::partition_point(rows.begin(), rows.end(),
                                            [at](const Row* row) { return row->end <= at; });
    return after == rows.begin() ? nullptr : *std::prev(after);
}

const Row* CoreIndex::last_complete(std::int64_t at) const {
    const Row* last = nullptr;
    for (const Rows& rows : instructions_) {
        // A pipe writes back in order, so its ends ascend as its begins do.
        const Row* row = ended_by(rows, at);
        if (row != nullptr && (last == nullptr || row->end > last->end)) last = row;
    }
    return last;
}

}  // namespace davsim::traces
