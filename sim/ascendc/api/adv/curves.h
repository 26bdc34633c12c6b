// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library curves that end flat: Tanh and Erf, as x P(x^2) / Q(x^2) up to the bound beyond which the
// fp32 result is 1, within 4 ulp; Erfc, which keeps its relative precision where it falls to
// nothing. The coefficients are davsim's own: least squares on Chebyshev points, weighted to even
// out the relative error.

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

// exp(-x^2) t P(t) with t = 1 / (1 + 0.4 |x|); 2 minus that for negative arguments.
struct ErfcBody {
    static constexpr std::size_t kSlots = 3;
    static constexpr float kBound = 10.0F;  // beyond it fp32 has nothing left
    static constexpr float kFold = 0.4F;
    static constexpr float kTerms[] = {
        0.22562064230442047F, 0.22666901350021362F, 0.2003127932548523F,
        0.19941839575767517F, 0.06588675081729889F, 0.10768511891365051F,
        0.06702879071235657F, -0.1322343796491623F, 0.039612919092178345F};
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> negative = spare[first];
        const LocalTensor<float> fall = spare[first + 1];
        const LocalTensor<float> t = spare[first + 2];
        steps.muls(negative, x, -0x1p126F);
        steps.clamp(negative, negative, 0.0F, 1.0F);
        steps.abs(fall, x);
        steps.mins(fall, fall, kBound);
        steps.muls(y, fall, kFold);
        steps.adds(y, y, 1.0F);
        steps.fill(t, 1.0F);
        steps.div(t, t, y);
        steps.mul(fall, fall, fall);
        steps.muls(fall, fall, -1.0F);
        steps.exp(fall, fall);
        steps.mul(fall, fall, t);
        steps.polynomial(y, t, kTerms);
        steps.mul(y, y, fall);
        // y + negative (2 - 2 y)
        steps.muls(t, y, -2.0F);
        steps.adds(t, t, 2.0F);
        steps.mul(t, t, negative);
        steps.add(y, y, t);
    }
};

}  // namespace detail

DAVSIM_LIBRARY_UNARY(Tanh, RationalBody<detail::TanhCurve>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Erf, RationalBody<detail::ErfCurve>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Erfc, ErfcBody, kLibraryFloats)

}  // namespace AscendC
