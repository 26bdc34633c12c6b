// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of the key table, by section. Ranges are wide: they reject slips (a factor of 1000, a
// negative time), not experiments.

#include <vector>

#include "sim/config/key_table.h"

namespace davsim {

std::vector<KeySpec> chip_key_rows();    // identity, cores, l2, hbm, launch
std::vector<KeySpec> memory_key_rows();  // memory, dma
std::vector<KeySpec> core_key_rows();    // vector, scalar, sync

}  // namespace davsim
