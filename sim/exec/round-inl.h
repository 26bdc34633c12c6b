// SPDX-License-Identifier: Apache-2.0
// fp32 to integral values in Cast's rounding modes, and on to saturated int32.

#if defined(DAVSIM_EXEC_ROUND_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DAVSIM_EXEC_ROUND_INL_H
#undef DAVSIM_EXEC_ROUND_INL_H
#else
#define DAVSIM_EXEC_ROUND_INL_H
#endif

#include "hwy/highway.h"
#include "sim/base/rounding.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <RoundMode kMode, class V>
HWY_INLINE V round_to_integral(V v) {
    if constexpr (kMode == RoundMode::kFloor) {
        return hn::Floor(v);
    } else if constexpr (kMode == RoundMode::kCeil) {
        return hn::Ceil(v);
    } else if constexpr (kMode == RoundMode::kTrunc) {
        return hn::Trunc(v);
    } else if constexpr (kMode == RoundMode::kRound) {
        const hn::DFromV<V> d;
        // The fraction is exact, so a tie is seen as one.
        const V whole = hn::Trunc(v);
        const V away = hn::CopySign(hn::Set(d, 1.0F), v);
        const auto up = hn::Ge(hn::Abs(hn::Sub(v, whole)), hn::Set(d, 0.5F));
        return hn::IfThenElse(up, hn::Add(whole, away), whole);
    } else {
        return hn::Round(v);
    }
}

// Saturates; NaN gives 0. `v` is integral already.
template <class V>
HWY_INLINE auto saturate_to_int32(V v) {
    const hn::DFromV<V> d;
    const hn::RebindToSigned<hn::DFromV<V>> di;
    const V limit = hn::Set(d, 0x1p31F);
    const V safe = hn::IfThenElseZero(hn::Lt(hn::Abs(v), limit), v);
    const auto converted = hn::ConvertTo(di, safe);
    const auto low = hn::IfThenElse(hn::RebindMask(di, hn::Le(v, hn::Neg(limit))),
                                    hn::Set(di, hwy::LimitsMin<std::int32_t>()), converted);
    return hn::IfThenElse(hn::RebindMask(di, hn::Ge(v, limit)),
                          hn::Set(di, hwy::LimitsMax<std::int32_t>()), low);
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#endif  // DAVSIM_EXEC_ROUND_INL_H
