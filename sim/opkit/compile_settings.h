// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an operator's own build files say about compiling its kernel.

#include <optional>
#include <string>

namespace davsim::op {

// AUTO_SYNC of the CMakeLists.txt files in an operator folder: whether the vendor's compiler
// inserts synchronisation into the kernel. A setting for the architecture's COMPUTE_UNITS goes
// before one for all. Nothing said: absent, which the vendor's builds take for true.
std::optional<bool> auto_sync_setting(const std::string& folder, int npu_arch);

}  // namespace davsim::op
