// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns kernel launches into C++:
//
//   add<float><<<blocks, ub, stream>>>(x, y, n)
//   ::davsim::launch_kernel([=](auto... davsim_arguments) { add<float>(davsim_arguments...); },
//                           "add<float>", ::davsim::LaunchShape(blocks, ub, stream), x, y, n)
//
// A kernel declared with __mix__(cube, vec), or whose body says KERNEL_TASK_TYPE, in the same text
// gets MixedLaunchShape<cube, vec> instead.
//
// Text is only put in and replaced where the launch stands, and every line break stays, so line
// numbers are the user's. Works on preprocessed text (where macros are gone) as well as on sources.

#include <string>
#include <string_view>

namespace davsim::cc {

struct Rewritten {
    std::string text;
    int launches = 0;
};

// Error(kUsage) "file:line: what is wrong with the launch". `file` is used until a line marker of
// the preprocessor names another.
Rewritten rewrite_launches(std::string_view text, const std::string& file);

}  // namespace davsim::cc
