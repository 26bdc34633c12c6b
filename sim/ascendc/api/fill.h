// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fill and InitGlobalMemory: other names of InitOutput.

#include <cstdint>

#include "sim/ascendc/api/init_output.h"

namespace AscendC {

template <typename T>
DAVSIM_API void Fill(const GlobalTensor<T>& gmWorkspaceAddr, const uint64_t size,
                     typename detail::Same<T>::type value) {
    DAVSIM_REQUIRE("Fill", (detail::kMovable<T>), T);
    const detail::LibraryCall call(__builtin_return_address(0));
    InitOutput<T>(gmWorkspaceAddr, size, value);
}

template <typename T>
DAVSIM_API void InitGlobalMemory(const GlobalTensor<T>& gmWorkspaceAddr, const uint64_t size,
                                 typename detail::Same<T>::type value) {
    DAVSIM_REQUIRE("Fill", (detail::kMovable<T>), T);
    const detail::LibraryCall call(__builtin_return_address(0));
    InitOutput<T>(gmWorkspaceAddr, size, value);
}

}  // namespace AscendC
