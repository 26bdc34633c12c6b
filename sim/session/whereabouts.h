// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which block the device was running, in memory that outlives its process: what a program is told
// when a kernel crashes.

#include <cstdint>

#include "sim/device/device.h"

namespace davsim {

struct Whereabouts {
    std::int32_t signal = 0;  // that ended the process; 0: none
    std::uint32_t block = 0;
    bool in_kernel = false;
};

// In the device process: from now on a fatal signal is noted there before it ends the process.
void note_crashes(Whereabouts& whereabouts, CoreSlot* slot);

}  // namespace davsim
