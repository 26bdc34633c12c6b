// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rules that concern several keys at once.

#include <vector>

#include "sim/config/layer.h"
#include "sim/config/soc_config.h"

namespace davsim {

// Throws Error(kConfig) at the key that has to change.
void check_across(const SocConfig& config, const std::vector<ConfigEntry>& entries);

}  // namespace davsim
