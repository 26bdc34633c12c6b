// SPDX-License-Identifier: Apache-2.0
// fp32 vectors computed in fp64. Highway's own Exp and Log use fused multiply-adds where the
// machine has them, so their last bit depends on the machine. Here every step is a plain fp64
// operation: the same bits everywhere, and after rounding to fp32 the result is nearly always the
// correctly rounded one.

#if defined(DAVSIM_EXEC_DOUBLE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DAVSIM_EXEC_DOUBLE_INL_H
#undef DAVSIM_EXEC_DOUBLE_INL_H
#else
#define DAVSIM_EXEC_DOUBLE_INL_H
#endif

#include <limits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DoubleTag = hn::ScalableTag<double>;
using DoubleVec = hn::Vec<DoubleTag>;
using SingleTag = hn::ScalableTag<float>;
using SingleVec = hn::Vec<SingleTag>;
using SingleHalfTag = hn::Rebind<float, DoubleTag>;  // as many fp32 as there are fp64 in a vector

HWY_INLINE DoubleVec widen_lower(SingleVec v) {
    return hn::PromoteTo(DoubleTag(), hn::LowerHalf(SingleHalfTag(), v));
}
HWY_INLINE DoubleVec widen_upper(SingleVec v) {
    return hn::PromoteTo(DoubleTag(), hn::UpperHalf(SingleHalfTag(), v));
}
HWY_INLINE SingleVec narrow(DoubleVec upper, DoubleVec lower) {
    return hn::Combine(SingleTag(), hn::DemoteTo(SingleHalfTag(), upper),
                       hn::DemoteTo(SingleHalfTag(), lower));
}
HWY_INLINE DoubleVec constant(double value) {
    return hn::Set(DoubleTag(), value);
}

// c[0] + x (c[1] + x (c[2] + ...))
template <std::size_t kCount>
HWY_INLINE DoubleVec polynomial(DoubleVec x, const double (&c)[kCount]) {
    DoubleVec sum = constant(c[kCount - 1]);
    for (std::size_t i = kCount - 1; i-- > 0;) sum = hn::Add(hn::Mul(sum, x), constant(c[i]));
    return sum;
}

struct Exp {
    // e^x = 2^n e^r with |r| <= ln(2)/2. The Taylor polynomial's truncation error is below 1e-12.
    static HWY_INLINE DoubleVec compute(DoubleVec x) {
        static constexpr double kTaylor[] = {1.0,         1.0,          1.0 / 2,      1.0 / 6,
                                             1.0 / 24,    1.0 / 120,    1.0 / 720,    1.0 / 5040,
                                             1.0 / 40320, 1.0 / 362880, 1.0 / 3628800};
        const hn::RebindToUnsigned<DoubleTag> bits_tag;
        // Beyond these bounds the fp32 result is 0 or infinity anyway, and n + bias fits an
        // exponent.
        const DoubleVec clamped = hn::Min(hn::Max(x, constant(-120.0)), constant(100.0));
        // Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits of the significand.
        const DoubleVec magic = constant(0x1.8p52);
        const DoubleVec shifted = hn::Add(hn::Mul(clamped, constant(1.4426950408889634)), magic);
        const DoubleVec n = hn::Sub(shifted, magic);
        const DoubleVec r = hn::Sub(clamped, hn::Mul(n, constant(0.6931471805599453)));
        const auto biased = hn::Add(hn::BitCast(bits_tag, shifted), hn::Set(bits_tag, 1023));
        const DoubleVec scale = hn::BitCast(DoubleTag(), hn::ShiftLeft<52>(biased));
        return hn::Mul(polynomial(r, kTaylor), scale);
    }
    HWY_INLINE SingleVec operator()(SingleVec x) const {
        const SingleVec result = narrow(compute(widen_upper(x)), compute(widen_lower(x)));
        return hn::IfThenElse(hn::IsNaN(x), hn::Add(x, x), result);
    }
};

struct Ln {
    // x = 2^e m with m in [sqrt(1/2), sqrt(2)); ln m = 2 artanh(s), s = (m - 1) / (m + 1), |s| <
    // 0.172.
    static HWY_INLINE DoubleVec compute(DoubleVec x) {
        static constexpr double kArtanh[] = {2.0,      2.0 / 3,  2.0 / 5,  2.0 / 7, 2.0 / 9,
                                             2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17};
        const hn::RebindToUnsigned<DoubleTag> bits_tag;
        const auto bits = hn::BitCast(bits_tag, x);
        // Subtracting the bits of sqrt(1/2) carries into the exponent exactly when m would be too
        // small.
        const auto offset = hn::Sub(bits, hn::Set(bits_tag, 0x3FE6A09E667F3BCDULL));
        const auto fraction = hn::And(offset, hn::Set(bits_tag, 0x000FFFFFFFFFFFFFULL));
        const DoubleVec m =
            hn::BitCast(DoubleTag(), hn::Add(fraction, hn::Set(bits_tag, 0x3FE6A09E667F3BCDULL)));
        // The exponent as a double: bias it into the low bits of 2^52, then subtract.
        const auto biased = hn::ShiftRight<52>(hn::Add(offset, hn::Set(bits_tag, 1024ULL << 52U)));
        const auto exponent_bits = hn::Or(biased, hn::Set(bits_tag, 0x4330000000000000ULL));
        const DoubleVec e =
            hn::Sub(hn::BitCast(DoubleTag(), exponent_bits), constant(0x1p52 + 1024.0));
        const DoubleVec one = constant(1.0);
        const DoubleVec s = hn::Div(hn::Sub(m, one), hn::Add(m, one));
        const DoubleVec series = hn::Mul(s, polynomial(hn::Mul(s, s), kArtanh));
        return hn::Add(hn::Mul(e, constant(0.6931471805599453)), series);
    }
    HWY_INLINE SingleVec operator()(SingleVec x) const {
        const SingleTag d;
        constexpr float kInf = std::numeric_limits<float>::infinity();
        SingleVec result = narrow(compute(widen_upper(x)), compute(widen_lower(x)));
        const SingleVec zero = hn::Zero(d);
        result = hn::IfThenElse(hn::Eq(x, zero), hn::Set(d, -kInf), result);
        result = hn::IfThenElse(hn::Lt(x, zero),
                                hn::Set(d, std::numeric_limits<float>::quiet_NaN()), result);
        // Infinity and NaN pass through.
        return hn::IfThenElse(hn::Lt(x, hn::Set(d, kInf)), result, hn::Add(x, x));
    }
};

// a * b + c as if rounded once. fp64 holds the product exactly; the sum is rounded to odd there,
// which leaves the final rounding right.
HWY_INLINE DoubleVec odd_sum(DoubleVec a, DoubleVec b, DoubleVec c) {
    const hn::RebindToSigned<DoubleTag> bits_tag;
    const DoubleVec product = hn::Mul(a, b);
    const DoubleVec sum = hn::Add(product, c);
    const DoubleVec part = hn::Sub(sum, product);
    const DoubleVec error = hn::Add(hn::Sub(product, hn::Sub(sum, part)), hn::Sub(c, part));
    // An inexact even sum moves one unit towards the error: up in magnitude if the signs agree.
    const auto sum_bits = hn::BitCast(bits_tag, sum);
    const DoubleVec zero = hn::Zero(DoubleTag());
    const auto inexact = hn::Or(hn::Lt(error, zero), hn::Gt(error, zero));
    const auto even = hn::Eq(hn::And(sum_bits, hn::Set(bits_tag, 1)), hn::Zero(bits_tag));
    const auto toward = hn::BroadcastSignBit(hn::Xor(sum_bits, hn::BitCast(bits_tag, error)));
    const auto step = hn::Or(toward, hn::Set(bits_tag, 1));  // -1 if the signs differ, else 1
    const auto moved = hn::Add(sum_bits, step);
    return hn::BitCast(DoubleTag(), hn::IfThenElse(hn::And(hn::RebindMask(bits_tag, inexact), even),
                                                   moved, sum_bits));
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#endif  // DAVSIM_EXEC_DOUBLE_INL_H
