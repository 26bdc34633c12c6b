// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/transfer_sizes.h"

#include "traces/analysis/core_index.h"

namespace davsim::traces {
namespace {

struct Bursts {
    double bytes = 0;
    double count = 0;

    void add(const Shape& shape) {
        count += shape.count;
        bytes += static_cast<double>(shape.count) * shape.size;
    }
    double mean() const { return count > 0 ? bytes / count : 0.0; }
};

// What instructions of `pipe` waited for flags that these pipes set.
template <class Sources>
std::int64_t waited_for(const CoreIndex& index, const StoreReader& store, Pipe pipe,
                        const Sources& sources) {
    std::int64_t cycles = 0;
    for (const Row* row : index.instructions(pipe)) {
        if (row->cause != StallCause::kFlag) continue;
        const Row* flag = CoreIndex::ended_by(index.flags_to(pipe), row->begin);
        if (flag == nullptr) continue;
        for (const Pipe source : sources) {
            if (store.shape_of(*flag).pipe == source) cycles += row->waited;
        }
    }
    return cycles;
}

}  // namespace

TransferSizes transfer_sizes(const StoreReader& store) {
    TransferSizes sizes;
    Bursts loads;
    Bursts stores;
    for (const int core : store.cores()) {
        const CoreIndex index(store, core);
        for (const Row* row : index.instructions(Pipe::kMte2)) loads.add(store.shape_of(*row));
        for (const Row* row : index.instructions(Pipe::kMte3)) stores.add(store.shape_of(*row));
        sizes.loads_wait_for_buffers +=
            waited_for(index, store, Pipe::kMte2, std::array{Pipe::kV, Pipe::kMte3});
        sizes.vector_waits_for_stores +=
            waited_for(index, store, Pipe::kV, std::array{Pipe::kMte3});
        for (const Row* sync : index.sync_alls()) sizes.sync_all_cycles += sync->end - sync->begin;
    }
    sizes.load_burst = loads.mean();
    sizes.store_burst = stores.mean();
    return sizes;
}

}  // namespace davsim::traces
