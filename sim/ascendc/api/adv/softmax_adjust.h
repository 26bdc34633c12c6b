// SPDX-License-Identifier: Apache-2.0
#pragma once
// AdjustSoftMaxRes: rows whose maximum has given bits (all of them masked, say) become a given
// number. The scalar unit looks at the maxima, one block a row.

#include <string>

#include "sim/ascendc/api/adv/softmax_types.h"
#include "sim/ascendc/api/vec_move.h"

namespace AscendC {

// True if there was such a row.
template <typename T1, typename T2, bool isDataFormatNZ = false, uint8_t stepSizeMode = 0>
DAVSIM_API bool AdjustSoftMaxRes(const LocalTensor<T1>& softMaxRes,
                                 const LocalTensor<T2>& maxTensor, const uint32_t from, const T1 to,
                                 const SoftMaxShapeInfo& softmaxShapeInfo) {
    const detail::LibraryCall call(__builtin_return_address(0));
    DAVSIM_REQUIRE_PAIR("AdjustSoftMaxRes",
                        (!detail::kIs910 && detail::kFloats<T1> && detail::kFloats<T2>), T1, T2);
    static_assert(!isDataFormatNZ,
                  "UNSUPPORTED: AdjustSoftMaxRes of format NZ on arch " DAVSIM_ARCH_TEXT);
    const void* site = detail::core().site;
    constexpr uint32_t kBlock = stepSizeMode != 0 ? 1 : davsim::kBlockBytes / sizeof(T2);
    detail::set_and_wait(HardEvent::V_S, site);
    bool found = false;
    for (uint32_t row = 0; row < softmaxShapeInfo.srcM; ++row) {
        if (detail::bits_of(maxTensor.GetValue(row * kBlock)) != from) continue;
        found = true;
        Duplicate(softMaxRes[row * softmaxShapeInfo.srcK], to,
                  static_cast<int32_t>(softmaxShapeInfo.srcK));
    }
    detail::set_and_wait(HardEvent::S_V, site);
    return found;
}

}  // namespace AscendC
