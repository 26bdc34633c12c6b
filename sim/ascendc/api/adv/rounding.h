// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library functions to integral values: Floor, Ceil, Round and Rint (ties to even), Trunc; Frac,
// what Trunc takes away; Sign.

#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

template <RoundMode kMode>
struct IntegralBody {
    static constexpr std::size_t kSlots = 0;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S&,
             std::size_t) const {
        steps.cast(y, x, kMode);
    }
};

struct FracBody {
    static constexpr std::size_t kSlots = 1;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        // No spare tensor unless the result takes the argument's place.
        const LocalTensor<float> whole = y.address() == x.address() ? spare[first] : y;
        steps.cast(whole, x, RoundMode::CAST_TRUNC);
        steps.sub(y, x, whole);
    }
};

// Whatever is not zero ends beyond 1 after two factors of 2^75, subnormals too.
struct SignBody {
    static constexpr float kFactor = 0x1p75F;
    static constexpr std::size_t kSlots = 0;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S&,
             std::size_t) const {
        steps.muls(y, x, kFactor);
        steps.muls(y, y, kFactor);
        steps.clamp(y, y, -1.0F, 1.0F);
    }
};

}  // namespace detail

DAVSIM_LIBRARY_UNARY(Floor, IntegralBody<RoundMode::CAST_FLOOR>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Ceil, IntegralBody<RoundMode::CAST_CEIL>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Round, IntegralBody<RoundMode::CAST_RINT>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Rint, IntegralBody<RoundMode::CAST_RINT>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Trunc, IntegralBody<RoundMode::CAST_TRUNC>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Frac, FracBody, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Sign, SignBody, kLibraryFloats)

}  // namespace AscendC
