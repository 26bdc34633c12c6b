// SPDX-License-Identifier: Apache-2.0
#pragma once
// A kernel launch as a step of a stream.

#include <memory>

#include "sim/acl/stream.h"
#include "sim/session/launch_order.h"

namespace davsim::acl {

// Runs the kernel on the device when the stream gets there. A fault becomes the stream's error.
Step kernel_step(std::shared_ptr<LaunchOrder> order);

}  // namespace davsim::acl
