// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library curves that end flat: Tanh and Erf, as x P(x^2) / Q(x^2) up to the bound beyond which the
// fp32 result is 1. Within 4 ulp. The coefficients are davsim's own: least squares on Chebyshev
// points, weighted to even out the relative error.

#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

template <class Curve>
struct RationalBody {
    static constexpr std::size_t kSlots = 2;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> clamped = spare[first];
        const LocalTensor<float> square = spare[first + 1];
        steps.clamp(clamped, x, -Curve::kBound, Curve::kBound);
        steps.mul(square, clamped, clamped);
        steps.polynomial(y, square, Curve::kNumerator);
        steps.mul(y, y, clamped);
        steps.polynomial(clamped, square, Curve::kDenominator);
        steps.div(y, y, clamped);
    }
};

struct TanhCurve {
    static constexpr float kBound = 9.0F;
    static constexpr float kNumerator[] = {1.0F, 0.1338101327419281F, 0.003495573764666915F,
                                           2.0608853446901776e-05F, 1.335436206062468e-08F};
    static constexpr float kDenominator[] = {1.0F, 0.46714329719543457F, 0.025876926258206367F,
                                             0.00032856117468327284F, 7.776432084938278e-07F};
};

struct ErfCurve {
    static constexpr float kBound = 3.92F;
    static constexpr float kNumerator[] = {1.128379225730896F,      0.185135155916214F,
                                           0.05424416810274124F,    0.003838643431663513F,
                                           0.0003767675952985883F,  4.609466941474238e-06F,
                                           -1.2800995818906813e-08F};
    static constexpr float kDenominator[] = {1.0F,
                                             0.49740517139434814F,
                                             0.11387388408184052F,
                                             0.015430119819939137F,
                                             0.0013015407603234053F,
                                             6.240138463908806e-05F};
};

}  // namespace detail

DAVSIM_LIBRARY_UNARY(Tanh, RationalBody<detail::TanhCurve>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Erf, RationalBody<detail::ErfCurve>, kLibraryFloats)

}  // namespace AscendC
