// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counter lanes: memory traffic of all cores, occupancy of UB.

#include <string>
#include <vector>

#include "traces/analysis/ub_usage.h"
#include "traces/export/json_slices.h"

namespace davsim::traces {

// Bytes of UB in use over time, summed over the cores that were added, in the bins of the store's
// traffic.
class UbCounter {
public:
    explicit UbCounter(const StoreReader& store);
    void add(const std::vector<Row>& rows);
    const std::vector<double>& bytes() const { return bytes_; }

private:
    const StoreReader& store_;
    std::vector<double> bytes_;
};

// The vendor's six throughput lanes and L2, HBM and UB. `place` of the process, without lanes.
void write_counters(JsonEvents& events, const StoreReader& store, const ExportOptions& options,
                    const UbCounter& ub);
// Their process, with its place behind all cores.
void write_counter_metadata(JsonEvents& events, const StoreReader& store);

}  // namespace davsim::traces
