// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which rule of the hardware or of the API a kernel broke. Decides the kind of a finding; the
// message says the rest.

#include <cstdint>

namespace davsim {

enum class Rule : std::uint8_t {
    kArgument,      // a parameter outside its range: repeat, mask, stride, count
    kAlignment,     // an address off its boundary
    kPartialBlock,  // a length that the transfer cannot move whole
    kUbBounds,      // bytes beyond the unified buffer
    kUbCapacity,    // InitBuffer asks for more than there is
    kGmBounds,      // global memory that belongs to nobody
    kQueue,         // TQue protocol
    kEventId,       // event ids out of range, exhausted or never released
    kFlagLeft,      // a flag set and never waited for
    kAssert,        // the kernel's own ASSERT
    kWildAccess,    // the kernel's C++ crashed
};

}  // namespace davsim
