// SPDX-License-Identifier: Apache-2.0
#pragma once
// The values of a SoC that host code of kernels asks for (PlatformAscendC).

#include "sim/config/soc_config.h"
#include "sim/isa/platform_values.h"

namespace davsim {

// The names point into the config, or at constants.
PlatformValues platform_values(const SocConfig& config);

}  // namespace davsim
