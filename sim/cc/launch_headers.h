// SPDX-License-Identifier: Apache-2.0
#pragma once
// The older launch style: `#include "aclrtlaunch_add.h"` and ACLRT_LAUNCH_KERNEL(add)(blocks,
// stream, arguments). CANN's build makes such a header for each kernel; davsim-cc makes those that
// a source asks for.

#include <string>
#include <string_view>
#include <vector>

namespace davsim::cc {

// Kernels whose aclrtlaunch_<kernel>.h the text includes, each once.
std::vector<std::string> launch_headers_in(std::string_view text);

// Content of aclrtlaunch_<kernel>.h. The kernel is extern "C" and takes what it is launched with.
std::string launch_header(const std::string& kernel);

}  // namespace davsim::cc
