// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace davsim {

// What L2 holds when a kernel starts.
enum class L2Start {
    kCold,   // nothing
    kWarm,   // the kernel's inputs, as far as they fit, and its code
    kDirty,  // what other kernels wrote, and this one's code: the middle of a training step
};

// "cold", "warm", "dirty"
std::string_view name_of(L2Start start);

}  // namespace davsim
