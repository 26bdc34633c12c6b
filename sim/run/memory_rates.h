// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sustainable rates of a SoC's memories, as bound analysis wants them.

#include "sim/config/soc_config.h"
#include "sim/views/bound_analysis.h"

namespace davsim {

MemoryRates memory_rates(const SocConfig& config);

}  // namespace davsim
