// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/isa: footprints and sizes of the instructions that sort, merge and transpose.

#include <cstdint>

#include "sim/isa/footprint.h"

namespace davsim {

Footprint record_footprint(const Instruction& instruction);
std::uint32_t record_repeats(const Instruction& instruction);
std::uint64_t record_elements(const Instruction& instruction);
std::uint64_t record_bytes_moved(const Instruction& instruction);

}  // namespace davsim
