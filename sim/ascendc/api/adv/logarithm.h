// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library logarithms: Log, Log2, Log10.

#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

struct Log2Body {
    static constexpr float kScale = 1.4426950408889634F;
    static constexpr std::size_t kSlots = 0;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S&,
             std::size_t) const {
        steps.ln(y, x);
        steps.muls(y, y, kScale);
    }
};

// In the tensor's own type, without a buffer.
template <typename T>
void scaled_log(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                std::uint32_t count, float scale, const void* site) {
    Steps steps(api, site);
    steps.set_count(count);
    steps.ln(dst, src);
    if (scale != 1) steps.muls(dst, dst, T(scale));
}

}  // namespace detail

#define DAVSIM_LOG(Name, scale)                                                                   \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,        \
                         uint32_t calCount) {                                                     \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                                    \
        detail::scaled_log(#Name, dstTensor, srcTensor, calCount, scale, DAVSIM_SITE);            \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor) {      \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                                    \
        detail::scaled_log(#Name, dstTensor, srcTensor, srcTensor.GetSize(), scale, DAVSIM_SITE); \
    }

DAVSIM_LOG(Log, 1.0F)
DAVSIM_LOG(Log10, 0.4342944819032518F)

#undef DAVSIM_LOG

DAVSIM_LIBRARY_UNARY(Log2, Log2Body, kLibraryFloats)

}  // namespace AscendC
