// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where this davsim lies, so that programs and libraries find its hardware configs and kernel
// libraries wherever it was installed.

#include <filesystem>

namespace davsim {

// The folder above bin/ or lib/: that of the program davsim, or of the shared library when another
// program uses davsim as one. Empty when the system does not tell.
std::filesystem::path install_folder();

}  // namespace davsim
