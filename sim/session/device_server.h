// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device's side of the fork: elaborates a Device on the shared memory and runs what the program
// orders until the program is gone.

#include "sim/device/global_memory.h"
#include "sim/session/session_options.h"
#include "sim/session/whereabouts.h"
#include "sim/session/wire.h"

namespace davsim {

// Does not return; the process ends without running the program's destructors and exit handlers.
[[noreturn]] void serve_device(const SessionOptions& options, GlobalMemory& memory,
                               Channel& channel, Whereabouts& whereabouts);

}  // namespace davsim
