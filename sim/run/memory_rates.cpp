// SPDX-License-Identifier: Apache-2.0
#include "sim/run/memory_rates.h"

#include "sim/timing/bandwidth.h"

namespace davsim {

MemoryRates memory_rates(const SocConfig& config) {
    const double per_cycle = bytes_per_cycle(1, config.cores.clock_mhz);  // of 1 TB/s
    MemoryRates rates;
    rates.hbm_read = config.hbm.peak_tbps * config.hbm.read_efficiency * per_cycle;
    rates.hbm_write = config.hbm.peak_tbps * config.hbm.write_efficiency * per_cycle;
    rates.hbm_mixed = config.hbm.peak_tbps * config.hbm.mixed_efficiency * per_cycle;
    rates.l2_read = config.l2.read_tbps * per_cycle;
    rates.l2_write = config.l2.write_tbps * per_cycle;
    rates.unfinished_writes = static_cast<std::uint64_t>(config.l2.write_back_queue) *
                              static_cast<std::uint64_t>(config.cores.vector_cores());
    return rates;
}

}  // namespace davsim
