// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library Sin, Cos, Tan, Atan, Sinh, Cosh. The argument of the first three is brought into half a
// period with pi in four pieces, which keeps arguments up to 65504, the largest fp16, to some ulp.
// Coefficients are davsim's own least-squares fits.

#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

// y = x - (k + shift) pi for the nearest integer k, and in `sign` 1 or -1 as k is even or odd.
template <class S>
void to_half_period(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& sign,
                    const LocalTensor<float>& x, float shift, const S& spare, std::size_t first) {
    constexpr float kInverse = 0.3183098861837907F;
    constexpr float kPi[] = {0x1.92p1F, 0x1.fbp-11F, 0x1.51p-21F, 0x1.0b4612p-33F};
    const LocalTensor<float> turns = spare[first];
    const LocalTensor<float> product = spare[first + 1];
    steps.muls(turns, x, kInverse);
    if (shift != 0) steps.adds(turns, turns, -shift);
    steps.cast(sign, turns, RoundMode::CAST_RINT);
    steps.adds(turns, sign, shift);
    bool begun = false;
    for (const float piece : kPi) {
        steps.muls(product, turns, -piece);
        steps.add(y, begun ? y : x, product);
        begun = true;
    }
    steps.muls(turns, sign, 0.5F);
    steps.cast(turns, turns, RoundMode::CAST_FLOOR);
    steps.muls(turns, turns, -2.0F);
    steps.add(sign, sign, turns);  // 0 or 1
    steps.muls(sign, sign, -2.0F);
    steps.adds(sign, sign, 1.0F);
}

inline constexpr float kSineTerms[] = {1.0F, -0.16666656732559204F, 0.008333025500178337F,
                                       -0.00019807417993433774F, 2.601902906462783e-06F};

// y = sin(y) for |y| up to pi / 2; two spare tensors.
inline void sine_in_place(Steps& steps, const LocalTensor<float>& y,
                          const LocalTensor<float>& square, const LocalTensor<float>& series) {
    steps.mul(square, y, y);
    steps.polynomial(series, square, kSineTerms);
    steps.mul(y, y, series);
}

// sin(x - shift pi): shift 0 is Sin, -1/2 is Cos.
template <int kHalves>
struct SineBody {
    static constexpr std::size_t kSlots = 3;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        to_half_period(steps, y, spare[first], x, 0.5F * kHalves, spare, first + 1);
        steps.mul(y, y, spare[first]);
        sine_in_place(steps, y, spare[first + 1], spare[first + 2]);
    }
};

// sin(x) / cos(x)
struct TanBody {
    static constexpr std::size_t kSlots = 4;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> cosine = spare[first];
        const SineBody<-1> cosine_body;
        cosine_body.run(steps, cosine, x, spare, first + 1);
        const SineBody<0> sine_body;
        sine_body.run(steps, y, x, spare, first + 1);
        steps.div(y, y, cosine);
    }
};

// (exp(x) + sign exp(-x)) / 2, with halves taken early so that it overflows only where the result
// does.
template <int kSign>
struct HyperbolicBody {
    static constexpr float kLn2 = 0.6931471805599453F;
    static constexpr std::size_t kSlots = 1;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> falling = spare[first];
        steps.muls(falling, x, -1.0F);
        steps.adds(falling, falling, -kLn2);
        steps.exp(falling, falling);
        steps.adds(y, x, -kLn2);
        steps.exp(y, y);
        if constexpr (kSign > 0)
            steps.add(y, y, falling);
        else
            steps.sub(y, y, falling);
    }
};

}  // namespace detail

DAVSIM_LIBRARY_UNARY(Sin, SineBody<0>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Cos, SineBody<-1>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Tan, TanBody, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Sinh, HyperbolicBody<-1>, kLibraryFloats)
DAVSIM_LIBRARY_UNARY(Cosh, HyperbolicBody<1>, kLibraryFloats)

}  // namespace AscendC
