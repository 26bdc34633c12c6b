// SPDX-License-Identifier: Apache-2.0
#pragma once
// ClampMax and ClampMin: elements beyond a scalar become the scalar, in the tensor's
// own type; buffers are not used.

#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

template <typename T>
void clamp_max(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src, T high,
               std::uint32_t count, const void* site) {
    Steps steps(api, site);
    steps.set_count(count);
    steps.mins(dst, src, high);
}

template <typename T>
void clamp_min(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src, T low,
               std::uint32_t count, const void* site) {
    Steps steps(api, site);
    steps.set_count(count);
    steps.maxs(dst, src, low);
}

}  // namespace detail

#define DAVSIM_CLAMP(Name, function)                                                             \
    template <typename T, bool isReuseSource = false>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,       \
                         const LocalTensor<uint8_t>& /*sharedTmpBuffer*/,                        \
                         const typename detail::Same<T>::type scalar, const uint32_t calCount) { \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                                   \
        detail::function(#Name, dstTensor, srcTensor, scalar, calCount, DAVSIM_SITE);            \
    }                                                                                            \
    template <typename T, bool isReuseSource = false>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,       \
                         const typename detail::Same<T>::type scalar, const uint32_t calCount) { \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                                   \
        detail::function(#Name, dstTensor, srcTensor, scalar, calCount, DAVSIM_SITE);            \
    }

DAVSIM_CLAMP(ClampMax, clamp_max)
DAVSIM_CLAMP(ClampMin, clamp_min)

#undef DAVSIM_CLAMP

}  // namespace AscendC
