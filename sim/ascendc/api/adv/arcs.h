// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library Asin, Acos, Atan. Large arguments are folded onto small ones by identities; which
// identity holds for an element is a factor of 0 or 1, as there are no branches. Coefficients are
// davsim's own: least squares on Chebyshev points, weighted to even out the relative error.

#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

inline constexpr float kHalfPi = 1.5707963267948966F;

// 1 where x > bound, else 0: the distance is scaled until rounding leaves nothing between.
inline void exceeds(Steps& steps, const LocalTensor<float>& factor, const LocalTensor<float>& x,
                    float bound) {
    constexpr float kScale = 0x1p27F;
    steps.adds(factor, x, -bound);
    steps.muls(factor, factor, kScale);
    steps.clamp(factor, factor, 0.0F, 1.0F);
}

// asin(x) = x P(x^2) up to 1/2, beyond it pi/2 - 2 asin(sqrt((1 - |x|) / 2)).
template <bool kComplement>
struct ArcSineBody {
    static constexpr std::size_t kSlots = 4;
    static constexpr float kTerms[] = {1.0F,
                                       0.16666656732559204F,
                                       0.07500603795051575F,
                                       0.044503092765808105F,
                                       0.03190075233578682F,
                                       0.01413967926055193F,
                                       0.037885334342718124F};
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> sign = spare[first];
        const LocalTensor<float> beyond = spare[first + 1];
        const LocalTensor<float> square = spare[first + 2];
        const LocalTensor<float> work = spare[first + 3];
        steps.muls(sign, x, 0x1p126F);
        steps.clamp(sign, sign, -1.0F, 1.0F);
        steps.abs(work, x);
        exceeds(steps, beyond, work, 0.5F);
        // square = beyond ? (1 - |x|) / 2 : x^2, each side times 1 or 0 so that neither rounds.
        steps.mul(square, work, work);
        steps.muls(work, work, -0.5F);
        steps.adds(work, work, 0.5F);
        steps.mul(work, work, beyond);
        steps.muls(y, beyond, -1.0F);
        steps.adds(y, y, 1.0F);
        steps.mul(square, square, y);
        steps.add(square, square, work);
        steps.polynomial(y, square, kTerms);
        steps.sqrt(work, square);
        steps.mul(y, y, work);
        // y + beyond (pi/2 - 3 y)
        steps.muls(work, y, -3.0F);
        steps.adds(work, work, kHalfPi);
        steps.mul(work, work, beyond);
        steps.add(y, y, work);
        steps.mul(y, y, sign);
        if constexpr (kComplement) {
            steps.muls(y, y, -1.0F);
            steps.adds(y, y, kHalfPi);
        }
    }
};

// t P(t^2) with t = x up to 1, beyond it pi/2 - atan(1 / x).
struct ArcTangentBody {
    static constexpr std::size_t kSlots = 4;
    static constexpr float kTerms[] = {1.0F,
                                       -0.3333328366279602F,
                                       0.1999826580286026F,
                                       -0.1426192969083786F,
                                       0.10942013561725616F,
                                       -0.08377266675233841F,
                                       0.05755126476287842F,
                                       -0.03080376796424389F,
                                       0.010726501233875751F,
                                       -0.0017538315150886774F};
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> near = spare[first];
        const LocalTensor<float> beyond = spare[first + 1];
        const LocalTensor<float> ratio = spare[first + 2];
        const LocalTensor<float> square = spare[first + 3];
        steps.abs(square, x);
        exceeds(steps, beyond, square, 1.0F);
        steps.maxs(square, square, 1.0F);
        steps.clamp(near, x, -1.0F, 1.0F);
        steps.div(ratio, near, square);
        steps.mul(square, ratio, ratio);
        steps.polynomial(y, square, kTerms);
        steps.mul(y, y, ratio);
        // y + beyond (sign pi/2 - 2 y); near is the sign where it counts.
        steps.muls(near, near, kHalfPi);
        steps.muls(ratio, y, -2.0F);
        steps.add(near, near, ratio);
        steps.mul(near, near, beyond);
        steps.add(y, y, near);
    }
};

}  // namespace detail

DAVSIM_LIBRARY_UNARY(Asin, ArcSineBody<false>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Acos, ArcSineBody<true>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Atan, ArcTangentBody, kLibraryFloats)

}  // namespace AscendC
