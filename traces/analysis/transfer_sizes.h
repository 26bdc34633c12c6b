// SPDX-License-Identifier: Apache-2.0
#pragma once
// Figures for explaining a run that only single events give.

#include <cstdint>

#include "traces/store/store_reader.h"

namespace davsim::traces {

struct TransferSizes {
    double load_burst = 0;  // bytes, the mean of all bursts
    double store_burst = 0;
    std::int64_t loads_wait_for_buffers = 0;   // MTE2 held up by a flag of V or MTE3, all cores
    std::int64_t vector_waits_for_stores = 0;  // V held up by a flag of MTE3
    std::int64_t sync_all_cycles = 0;          // in SyncAll, all cores
};

TransferSizes transfer_sizes(const StoreReader& store);

}  // namespace davsim::traces
