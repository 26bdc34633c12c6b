// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a SoC's configuration tells an operator's host side.

#include "sim/config/soc_config.h"
#include "sim/runtime/operator.h"

namespace davsim {

PlatformInfo platform_of(const SocConfig& config);

}  // namespace davsim
