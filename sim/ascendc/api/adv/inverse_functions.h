// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library Atan, Asin, Acos and Asinh, Acosh, Atanh. Within some ulp over the whole domain: the arcs
// from one polynomial of the smaller of |x| and 1/|x|, the areas from ln(1 + w) with the rounding
// error of 1 + w put back. Outside its domain a function is NaN. The polynomial is davsim's own
// fit.

#include "sim/ascendc/api/adv/rounding.h"
#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

inline constexpr float kHalfPi = 1.5707963267948966F;
inline constexpr float kSmallestNormal = 0x1p-126F;

// y = atan(x): with t = min(|x|, 1) / max(|x|, 1) and its sign, the arc of t, or what is left of
// pi / 2 where |x| > 1.
struct AtanBody {
    static constexpr std::size_t kSlots = 4;
    static constexpr float kTerms[] = {1.0F,
                                       -0.3333328366279602F,
                                       0.1999826580286026F,
                                       -0.142619326710701F,
                                       0.10942026227712631F,
                                       -0.08377303183078766F,
                                       0.05755189061164856F,
                                       -0.030804386362433434F,
                                       0.01072683185338974F,
                                       -0.001753905089572072F};
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> inside = spare[first];
        const LocalTensor<float> outside = spare[first + 1];
        const LocalTensor<float> t = spare[first + 2];
        const LocalTensor<float> square = spare[first + 3];
        steps.clamp(inside, x, -1.0F, 1.0F);
        steps.abs(outside, x);
        steps.maxs(outside, outside, 1.0F);
        steps.div(t, inside, outside);
        steps.mul(square, t, t);
        steps.polynomial(y, square, kTerms);
        steps.mul(y, y, t);
        // 1 where |x| > 1, else 0: the least distance from 1 is 2^-23.
        steps.adds(outside, outside, -1.0F);
        steps.muls(outside, outside, 0x1p24F);
        steps.mins(outside, outside, 1.0F);
        steps.muls(inside, inside, kHalfPi);
        steps.muls(t, y, -2.0F);
        steps.add(inside, inside, t);
        steps.mul(inside, inside, outside);
        steps.add(y, y, inside);
    }
};

// asin(x) = atan(x / sqrt((1 - x)(1 + x)))
struct AsinBody {
    static constexpr std::size_t kSlots = 1 + AtanBody::kSlots;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> tangent = spare[first];
        const LocalTensor<float> other = spare[first + 1];
        steps.muls(tangent, x, -1.0F);
        steps.adds(tangent, tangent, 1.0F);
        steps.adds(other, x, 1.0F);
        steps.mul(tangent, tangent, other);
        steps.sqrt(tangent, tangent);
        steps.div(tangent, x, tangent);
        AtanBody().run(steps, y, tangent, spare, first + 1);
    }
};

// acos(x) = 2 atan(sqrt((1 - x) / (1 + x)))
struct AcosBody {
    static constexpr std::size_t kSlots = 1 + AtanBody::kSlots;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> tangent = spare[first];
        const LocalTensor<float> other = spare[first + 1];
        steps.muls(tangent, x, -1.0F);
        steps.adds(tangent, tangent, 1.0F);
        steps.adds(other, x, 1.0F);
        steps.div(tangent, tangent, other);
        steps.sqrt(tangent, tangent);
        AtanBody().run(steps, y, tangent, spare, first + 1);
        steps.muls(y, y, 2.0F);
    }
};

// y = ln(1 + w) for finite w > -1; -inf at -1. One spare tensor; w is changed, y is none of them.
inline void log_of_one_more(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& w,
                            const LocalTensor<float>& sum) {
    steps.adds(sum, w, 1.0F);
    steps.adds(y, sum, -1.0F);
    steps.sub(w, w, y);  // what the sum lost
    steps.ln(y, sum);
    steps.maxs(sum, sum, kSmallestNormal);
    steps.div(w, w, sum);
    steps.add(y, y, w);
}

// Beyond this, squares would overflow: ln(a) is the bound's plus ln(a / bound).
inline constexpr float kAreaBound = 0x1p60F;

// sign(x) ln(1 + w), w = a + a^2 / (1 + sqrt(1 + a^2)), a = |x|
struct AsinhBody {
    static constexpr std::size_t kSlots = 4;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> size = spare[first];
        const LocalTensor<float> w = spare[first + 1];
        const LocalTensor<float> square = spare[first + 2];
        const LocalTensor<float> sign = spare[first + 3];
        SignBody().run(steps, sign, x, spare, first);
        steps.abs(size, x);
        steps.mins(w, size, kAreaBound);
        steps.mul(square, w, w);
        steps.adds(y, square, 1.0F);
        steps.sqrt(y, y);
        steps.adds(y, y, 1.0F);
        steps.div(square, square, y);
        steps.add(w, w, square);
        log_of_one_more(steps, y, w, square);
        steps.maxs(size, size, kAreaBound);
        steps.muls(size, size, 1 / kAreaBound);
        steps.ln(size, size);
        steps.add(y, y, size);
        steps.mul(y, y, sign);
    }
};

// ln(1 + w), w = d + sqrt(d) sqrt(d + 2), d = x - 1
struct AcoshBody {
    static constexpr std::size_t kSlots = 3;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> beyond = spare[first];
        const LocalTensor<float> w = spare[first + 1];
        const LocalTensor<float> other = spare[first + 2];
        steps.maxs(beyond, x, kAreaBound);
        steps.muls(beyond, beyond, 1 / kAreaBound);
        steps.ln(beyond, beyond);
        steps.adds(w, x, -1.0F);
        steps.mins(w, w, kAreaBound);
        steps.adds(other, w, 2.0F);
        steps.sqrt(other, other);
        steps.sqrt(y, w);
        steps.mul(other, other, y);
        steps.add(w, w, other);
        log_of_one_more(steps, y, w, other);
        steps.add(y, y, beyond);
    }
};

// (ln(1 + x) - ln(1 - x)) / 2
struct AtanhBody {
    static constexpr std::size_t kSlots = 4;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> falling = spare[first];
        const LocalTensor<float> w = spare[first + 1];
        const LocalTensor<float> sum = spare[first + 2];
        const LocalTensor<float> rising = spare[first + 3];
        steps.muls(w, x, -1.0F);
        log_of_one_more(steps, falling, w, sum);
        steps.muls(w, x, 1.0F);
        log_of_one_more(steps, rising, w, sum);
        steps.sub(y, rising, falling);
        steps.muls(y, y, 0.5F);
    }
};

}  // namespace detail

DAVSIM_LIBRARY_UNARY(Atan, AtanBody, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Asin, AsinBody, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Acos, AcosBody, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Asinh, AsinhBody, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Acosh, AcoshBody, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Atanh, AtanhBody, kLibraryFloats)

}  // namespace AscendC
