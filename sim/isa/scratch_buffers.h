// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parts of UB that library functions use for a moment beside the buffers of the kernel: told to
// CorePort::note_buffer under a name that ends in "scratch". They are no part of what the kernel
// took.

#include <string_view>

namespace davsim {

inline bool is_scratch_buffer(std::string_view what) {
    constexpr std::string_view kEnding = " scratch";
    return what.size() > kEnding.size() && what.substr(what.size() - kEnding.size()) == kEnding;
}

}  // namespace davsim
