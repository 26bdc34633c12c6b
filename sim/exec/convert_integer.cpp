// SPDX-License-Identifier: Apache-2.0
// Conversions between floats and integers of up to 32 bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/convert_integer.cpp"
#include <type_traits>

#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "sim/exec/kernel.h"
#include "sim/exec/lanes-inl.h"
#include "sim/exec/round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace {

// A narrow integer as seen by an fp32-wide vector: loads widen to int32, stores saturate.
template <class T>
struct IntegerLane {
    using Element = T;
    using D = hn::ScalableTag<std::int32_t>;
    using V = hn::Vec<D>;
    using Narrow = hn::Rebind<T, D>;
    static V load(const std::uint8_t* at) {
        return hn::PromoteTo(D(), hn::LoadU(Narrow(), reinterpret_cast<const T*>(at)));
    }
    static void store(V value, std::uint8_t* at) {
        // Highway's own saturation to 8 bits goes through 16 bits and wraps large values on AVX2.
        const V low = hn::Max(value, hn::Set(D(), hwy::LimitsMin<T>()));
        const V clamped = hn::Min(low, hn::Set(D(), hwy::LimitsMax<T>()));
        hn::StoreU(hn::DemoteTo(Narrow(), clamped), Narrow(), reinterpret_cast<T*>(at));
    }
};

template <class T>
using LaneOf = std::conditional_t<std::is_same_v<T, std::int32_t>, LaneI32, IntegerLane<T>>;

template <class In, class T, RoundMode kMode>
struct ToInteger {
    using D = FloatTag;
    explicit ToInteger(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto whole = round_to_integral<kMode>(access.template load<In>(run.src0, i));
        access.template store<LaneOf<T>>(saturate_to_int32(whole), run.dst, i);
    }
    const Run run;
};

// Up to 16 bits the fp32 in between is exact; int32 to fp32 rounds to nearest even.
template <class T, class Out>
struct FromInteger {
    using D = FloatTag;
    explicit FromInteger(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto value = hn::ConvertTo(FloatTag(), access.template load<LaneOf<T>>(run.src0, i));
        access.template store<Out>(value, run.dst, i);
    }
    const Run run;
};

template <class In, class T>
Kernel to_integer(RoundMode round) {
    switch (round) {
        case RoundMode::kNone:
        case RoundMode::kRint: return &loop<ToInteger<In, T, RoundMode::kRint>>;
        case RoundMode::kFloor: return &loop<ToInteger<In, T, RoundMode::kFloor>>;
        case RoundMode::kCeil: return &loop<ToInteger<In, T, RoundMode::kCeil>>;
        case RoundMode::kRound: return &loop<ToInteger<In, T, RoundMode::kRound>>;
        case RoundMode::kTrunc: return &loop<ToInteger<In, T, RoundMode::kTrunc>>;
        case RoundMode::kOdd: return nullptr;
    }
    return nullptr;
}

template <class T>
Kernel to_half(RoundMode round) {
    switch (round) {
        case RoundMode::kNone:
        case RoundMode::kRint: return &loop<FromInteger<T, LaneF16>>;
        case RoundMode::kFloor: return &loop<FromInteger<T, RoundedF16<RoundMode::kFloor>>>;
        case RoundMode::kCeil: return &loop<FromInteger<T, RoundedF16<RoundMode::kCeil>>>;
        case RoundMode::kRound: return &loop<FromInteger<T, RoundedF16<RoundMode::kRound>>>;
        case RoundMode::kTrunc: return &loop<FromInteger<T, RoundedF16<RoundMode::kTrunc>>>;
        case RoundMode::kOdd: return nullptr;
    }
    return nullptr;
}

template <class In>
Kernel from_float(DataType to, RoundMode round) {
    switch (to) {
        case DataType::kInt32: return to_integer<In, std::int32_t>(round);
        case DataType::kInt16: return to_integer<In, std::int16_t>(round);
        case DataType::kInt8: return to_integer<In, std::int8_t>(round);
        case DataType::kUint8: return to_integer<In, std::uint8_t>(round);
        default: return nullptr;
    }
}

}  // namespace

Kernel find_integer_convert(DataType from, DataType to, RoundMode round) {
    switch (from) {
        case DataType::kFloat32: return from_float<LaneF32>(to, round);
        case DataType::kFloat16: return from_float<LaneF16>(to, round);
        case DataType::kBfloat16: return from_float<LaneBf16>(to, round);
        case DataType::kInt16:
            if (to == DataType::kFloat16) return to_half<std::int16_t>(round);
            return to == DataType::kFloat32 ? &loop<FromInteger<std::int16_t, LaneF32>> : nullptr;
        case DataType::kInt8:
            return to == DataType::kFloat16 ? &loop<FromInteger<std::int8_t, LaneF16>> : nullptr;
        case DataType::kUint8:
            return to == DataType::kFloat16 ? &loop<FromInteger<std::uint8_t, LaneF16>> : nullptr;
        case DataType::kInt32:
            if (to != DataType::kFloat32) return nullptr;
            if (round != RoundMode::kNone && round != RoundMode::kRint) return nullptr;
            return &loop<FromInteger<std::int32_t, LaneF32>>;
        default: return nullptr;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace davsim::exec {

HWY_EXPORT(find_integer_convert);

Kernel integer_convert_kernel(DataType from, DataType to, RoundMode round) {
    return HWY_DYNAMIC_DISPATCH(find_integer_convert)(from, to, round);
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
