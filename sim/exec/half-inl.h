// SPDX-License-Identifier: Apache-2.0
// fp16 and bf16 against fp32 on whole vectors, bit for bit the functions of sim/base/float16.h.
// Rounding to nearest even uses the machine's conversion where there is one; everything else is
// integer arithmetic, so that every SIMD target gives the same bits.

#if defined(DAVSIM_EXEC_HALF_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DAVSIM_EXEC_HALF_INL_H
#undef DAVSIM_EXEC_HALF_INL_H
#else
#define DAVSIM_EXEC_HALF_INL_H
#endif

#include "hwy/highway.h"
#include "sim/base/rounding.h"

// Highway's fp16 conversions are those of the machine on this target; elsewhere they are emulated
// with other NaN and subnormal rules than ours.
#undef DAVSIM_NATIVE_HALF
#if HWY_TARGET == HWY_AVX2 && !defined(HWY_DISABLE_F16C)
#define DAVSIM_NATIVE_HALF 1
#else
#define DAVSIM_NATIVE_HALF 0
#endif

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using WordTag = hn::ScalableTag<std::uint32_t>;
using HalfTag = hn::Rebind<std::uint16_t, FloatTag>;
using FloatVec = hn::Vec<FloatTag>;
using WordVec = hn::Vec<WordTag>;
using HalfVec = hn::Vec<HalfTag>;

HWY_INLINE WordVec word(std::uint32_t value) {
    return hn::Set(WordTag(), value);
}

// 16-bit values in 32-bit lanes to 16-bit lanes; all are below 2^16, so the saturation never acts.
HWY_INLINE HalfVec narrow(WordVec words) {
    const hn::RebindToSigned<WordTag> signed_tag;
    return hn::DemoteTo(HalfTag(), hn::BitCast(signed_tag, words));
}

// `value` without its low `shift` bits, rounded as asked; `shift` is 1..31 in each lane. `negative`
// has all bits of a lane set where the number is negative.
template <RoundMode kMode>
HWY_INLINE WordVec round_shift_words(WordVec value, WordVec shift, WordVec negative) {
    const WordVec one = word(1);
    const WordVec kept = hn::Shr(value, shift);
    if constexpr (kMode == RoundMode::kTrunc) return kept;
    const WordVec rest = hn::Sub(value, hn::Shl(kept, shift));
    const WordVec exact = hn::VecFromMask(WordTag(), hn::Eq(rest, hn::Zero(WordTag())));
    if constexpr (kMode == RoundMode::kOdd) {
        return hn::Or(kept, hn::AndNot(exact, one));
    } else if constexpr (kMode == RoundMode::kFloor) {
        return hn::Add(kept, hn::And(hn::AndNot(exact, negative), one));
    } else if constexpr (kMode == RoundMode::kCeil) {
        return hn::Add(kept, hn::AndNot(hn::Or(exact, negative), one));
    } else {
        const hn::RebindToSigned<WordTag>
            tag;  // all quantities are below 2^31: signed compares are cheap
        const WordVec half = hn::Shl(one, hn::Sub(shift, one));
        const auto rest_i = hn::BitCast(tag, rest);
        // Nearest even rounds up if rest > half - (kept odd), ties away if rest > half - 1.
        const WordVec bias = kMode == RoundMode::kRound ? one : hn::And(kept, one);
        const auto up = hn::Gt(rest_i, hn::BitCast(tag, hn::Sub(half, bias)));
        return hn::Sub(kept, hn::BitCast(WordTag(), hn::VecFromMask(tag, up)));
    }
}

HWY_INLINE FloatVec half_to_float(HalfVec half) {
#if DAVSIM_NATIVE_HALF
    return hn::PromoteTo(FloatTag(), hn::BitCast(hn::Rebind<hwy::float16_t, FloatTag>(), half));
#else
    const hn::RebindToSigned<WordTag> tag;
    const WordVec bits = hn::PromoteTo(WordTag(), half);
    const WordVec sign = hn::ShiftLeft<16>(hn::And(bits, word(0x8000)));
    const WordVec magnitude = hn::And(bits, word(0x7FFF));
    const WordVec normal = hn::Add(hn::ShiftLeft<13>(magnitude), word(112U << 23U));
    // Infinity keeps a zero fraction; a NaN becomes quiet.
    WordVec special = hn::Or(hn::ShiftLeft<13>(magnitude), word(0x7F800000U));
    const auto nan = hn::Gt(hn::BitCast(tag, magnitude), hn::Set(tag, 0x7C00));
    special = hn::Or(special,
                     hn::And(hn::BitCast(WordTag(), hn::VecFromMask(tag, nan)), word(0x400000U)));
    const FloatVec tiny = hn::Mul(hn::ConvertTo(FloatTag(), hn::BitCast(tag, magnitude)),
                                  hn::Set(FloatTag(), 0x1p-24F));
    const auto is_special =
        hn::RebindMask(WordTag(), hn::Gt(hn::BitCast(tag, magnitude), hn::Set(tag, 0x7BFF)));
    const auto is_tiny =
        hn::RebindMask(WordTag(), hn::Lt(hn::BitCast(tag, magnitude), hn::Set(tag, 0x400)));
    WordVec result = hn::IfThenElse(is_special, special, normal);
    result = hn::IfThenElse(is_tiny, hn::BitCast(WordTag(), tiny), result);
    return hn::BitCast(FloatTag(), hn::Or(result, sign));
#endif
}

template <RoundMode kMode>
HWY_INLINE HalfVec float_to_half(FloatVec value) {
#if DAVSIM_NATIVE_HALF
    if constexpr (kMode == RoundMode::kRint || kMode == RoundMode::kNone) {
        return hn::BitCast(HalfTag(), hn::DemoteTo(hn::Rebind<hwy::float16_t, FloatTag>(), value));
    }
#endif
    const hn::RebindToSigned<WordTag> tag;
    const WordVec bits = hn::BitCast(WordTag(), value);
    const WordVec magnitude = hn::And(bits, word(0x7FFFFFFF));
    const WordVec negative = hn::BitCast(WordTag(), hn::BroadcastSignBit(hn::BitCast(tag, bits)));
    const auto above = [&](std::uint32_t limit) HWY_ATTR {  // magnitude > limit, as words
        const auto mask =
            hn::Gt(hn::BitCast(tag, magnitude), hn::Set(tag, static_cast<std::int32_t>(limit)));
        return hn::RebindMask(WordTag(), mask);
    };
    const auto is_normal = above((113U << 23U) - 1);  // a normal fp16
    const WordVec exponent = hn::ShiftRight<23>(magnitude);
    const WordVec fraction = hn::And(magnitude, word(0x7FFFFF));
    const WordVec significand =
        hn::IfThenElse(above(0x7FFFFF), hn::Or(fraction, word(0x800000)), fraction);
    // Subnormal results lose 126 - exponent bits; from 31 on nothing but the sticky part is left.
    WordVec shift = hn::Min(hn::Sub(word(126), hn::Min(exponent, word(125))), word(31));
    shift = hn::IfThenElse(is_normal, word(13), shift);
    const WordVec kept =
        hn::IfThenElse(is_normal, hn::Sub(magnitude, word(112U << 23U)), significand);
    WordVec result = round_shift_words<kMode>(kept, shift, negative);
    result = hn::IfThenElse(above((143U << 23U) - 1), word(0x7C00), result);
    const WordVec nan = hn::Or(hn::ShiftRight<13>(fraction), word(0x7E00));
    result = hn::IfThenElse(above(0x7F800000U), nan, result);
    return narrow(hn::Or(result, hn::And(negative, word(0x8000))));
}

HWY_INLINE FloatVec brain_to_float(HalfVec bits) {
    return hn::BitCast(FloatTag(), hn::ShiftLeft<16>(hn::PromoteTo(WordTag(), bits)));
}

template <RoundMode kMode>
HWY_INLINE HalfVec float_to_brain(FloatVec value) {
    const hn::RebindToSigned<WordTag> tag;
    const WordVec bits = hn::BitCast(WordTag(), value);
    const WordVec magnitude = hn::And(bits, word(0x7FFFFFFF));
    const WordVec negative = hn::BitCast(WordTag(), hn::BroadcastSignBit(hn::BitCast(tag, bits)));
    WordVec result;
    if constexpr (kMode == RoundMode::kRint || kMode == RoundMode::kNone) {
        const WordVec odd = hn::And(hn::ShiftRight<16>(magnitude), word(1));
        result = hn::ShiftRight<16>(hn::Add(magnitude, hn::Add(odd, word(0x7FFF))));
    } else if constexpr (kMode == RoundMode::kRound) {
        result = hn::ShiftRight<16>(hn::Add(magnitude, word(0x8000)));
    } else {
        result = round_shift_words<kMode>(magnitude, word(16), negative);
    }
    const auto is_nan = hn::Gt(hn::BitCast(tag, magnitude), hn::Set(tag, 0x7F800000));
    const WordVec nan = hn::Or(hn::ShiftRight<16>(magnitude), word(0x40));
    result = hn::IfThenElse(hn::RebindMask(WordTag(), is_nan), nan, result);
    return narrow(hn::Or(result, hn::And(negative, word(0x8000))));
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#endif  // DAVSIM_EXEC_HALF_INL_H
