// SPDX-License-Identifier: Apache-2.0
#pragma once
// Structs of kernel libraries are the kernel side's; host sources include this for the name only.
#include <cstdint>

namespace AscendC {
namespace tiling {}
}  // namespace AscendC
