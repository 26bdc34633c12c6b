// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sizes that kernels of operator projects ask for by name, in bytes.

#include "kernel_operator.h"

namespace Ops {
namespace Base {

__aicore__ inline constexpr uint32_t GetUbBlockSize() {
    return 32;
}
__aicore__ inline constexpr uint32_t GetVRegSize() {
    return 256;
}

}  // namespace Base
}  // namespace Ops
