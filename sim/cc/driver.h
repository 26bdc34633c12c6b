// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compiles and links programs of host code and kernels: preprocess, rewrite launches, compile, link
// with davsim's host library. The compiler is $CXX, else g++.

#include "sim/cc/command_line.h"

namespace davsim::cc {

// The exit code for the shell: that of the compiler when it failed. Error when davsim-cc itself
// cannot do its part.
int drive(const CommandLine& line);

}  // namespace davsim::cc
