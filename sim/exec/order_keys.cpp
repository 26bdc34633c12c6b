// SPDX-License-Identifier: Apache-2.0
// Comparisons that have a place for NaN and for equal zeros, on integers.

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/order_keys.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "sim/exec/kernel.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();

// Adding +0 makes -0 a +0. A negative number's bits order the other way round.
std::int32_t key_of(float value, bool reversed) {
    const float number = (reversed ? -value : value) + 0.0F;
    if (number != number) return kLargest;
    std::int32_t bits = 0;
    __builtin_memcpy(&bits, &number, sizeof(bits));
    return bits < 0 ? bits ^ kLargest : bits;
}

void keys(const float* values, std::int32_t* out, std::size_t count, bool reversed) {
    const hn::ScalableTag<float> df;
    const hn::RebindToSigned<decltype(df)> di;
    const auto flip = hn::BitCast(df, hn::Set(di, reversed ? kNoKey : 0));
    const auto rest = hn::Set(di, kLargest);
    std::size_t i = 0;
    for (; i + hn::Lanes(df) <= count; i += hn::Lanes(df)) {
        const auto value = hn::Add(hn::Xor(hn::LoadU(df, values + i), flip), hn::Zero(df));
        const auto bits = hn::BitCast(di, value);
        const auto ordered = hn::Xor(bits, hn::And(hn::BroadcastSignBit(bits), rest));
        const auto nan = hn::RebindMask(di, hn::IsNaN(value));
        hn::StoreU(hn::IfThenElse(nan, rest, ordered), di, out + i);
    }
    for (; i < count; ++i) out[i] = key_of(values[i], reversed);
}

std::size_t first_largest(const std::int32_t* values, std::size_t count) {
    const hn::ScalableTag<std::int32_t> d;
    const std::size_t step = hn::Lanes(d);
    std::int32_t best = values[0];
    std::size_t i = 0;
    if (count >= step) {
        auto largest = hn::LoadU(d, values);
        for (i = step; i + step <= count; i += step)
            largest = hn::Max(largest, hn::LoadU(d, values + i));
        best = hn::GetLane(hn::MaxOfLanes(d, largest));
    }
    for (; i < count; ++i) best = values[i] > best ? values[i] : best;
    const auto wanted = hn::Set(d, best);
    for (i = 0; i + step <= count; i += step) {
        const auto at = hn::FindFirstTrue(d, hn::Eq(hn::LoadU(d, values + i), wanted));
        if (at >= 0) return i + static_cast<std::size_t>(at);
    }
    while (values[i] != best) ++i;
    return i;
}

}  // namespace

OrderKeys find_order_keys() {
    return &keys;
}
FirstLargest find_first_largest() {
    return &first_largest;
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace davsim::exec {

HWY_EXPORT(find_order_keys);
HWY_EXPORT(find_first_largest);

OrderKeys order_keys_kernel() {
    return HWY_DYNAMIC_DISPATCH(find_order_keys)();
}
FirstLargest first_largest_kernel() {
    return HWY_DYNAMIC_DISPATCH(find_first_largest)();
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
