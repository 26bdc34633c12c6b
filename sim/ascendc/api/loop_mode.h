// SPDX-License-Identifier: Apache-2.0
#pragma once
// SetLoopModePara: 3510 only.

#include <algorithm>
#include <cstdint>

#include "sim/ascendc/api/core.h"

namespace AscendC {

// 3510: two loops around every DataCopy and DataCopyPad of one direction, until they are reset.
struct LoopModeParams {
    uint32_t loop1Size = 0;  // inner loop
    uint32_t loop2Size = 0;
    uint64_t loop1SrcStride = 0;  // bytes, from start to start
    uint64_t loop1DstStride = 0;
    uint64_t loop2SrcStride = 0;
    uint64_t loop2DstStride = 0;
};
enum class DataCopyMVType : uint8_t { UB_TO_OUT = 0, OUT_TO_UB = 1 };

namespace detail {

inline davsim::TransferLoops& loops_of(DataCopyMVType type) {
    davsim::CoreRegisters& registers = core().registers;
    core().spend(davsim::ScalarOp::kSpr, 3);
    return type == DataCopyMVType::OUT_TO_UB ? registers.load_loops : registers.store_loops;
}

inline constexpr std::uint64_t kMostLoops = 2097151;

}  // namespace detail

template <int unused = 0>
DAVSIM_API void SetLoopModePara(const LoopModeParams& loopParams, DataCopyMVType type) {
    static_assert(detail::kIs950 && unused == 0,
                  "UNSUPPORTED: SetLoopModePara on arch " DAVSIM_ARCH_TEXT);
    detail::note_site(__builtin_return_address(0));
    if (loopParams.loop1Size > detail::kMostLoops || loopParams.loop2Size > detail::kMostLoops)
        detail::refuse_number("SetLoopModePara", "loopSize",
                              std::max(loopParams.loop1Size, loopParams.loop2Size), "0..2097151");
    detail::loops_of(type) = {loopParams.loop1Size,      loopParams.loop2Size,
                              loopParams.loop1SrcStride, loopParams.loop1DstStride,
                              loopParams.loop2SrcStride, loopParams.loop2DstStride};
}
template <int unused = 0>
DAVSIM_API void ResetLoopModePara(DataCopyMVType type) {
    static_assert(detail::kIs950 && unused == 0,
                  "UNSUPPORTED: ResetLoopModePara on arch " DAVSIM_ARCH_TEXT);
    detail::note_site(__builtin_return_address(0));
    detail::loops_of(type) = davsim::TransferLoops{};
}

}  // namespace AscendC
