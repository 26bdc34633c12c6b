// SPDX-License-Identifier: Apache-2.0
// Arithmetic that ends in a conversion to a narrower type, rounded to nearest even: sums with relu,
// products, and int32 scaled to fp16.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/fused_cast.cpp"
#include <algorithm>
#include <cstring>
#include <limits>

#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "sim/exec/double-inl.h"
#include "sim/exec/float_ops-inl.h"
#include "sim/exec/kernel.h"
#include "sim/exec/lanes-inl.h"
#include "sim/exec/round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace {

// 8-bit integers that fp32 lanes round and saturate to; NaN becomes 0.
template <class T>
struct NarrowLane {
    using Element = T;
    using V = FloatVec;
    static void store(V value, std::uint8_t* at) {
        const hn::ScalableTag<std::int32_t> d;
        const hn::Rebind<T, decltype(d)> narrow;
        const auto whole = saturate_to_int32(hn::Round(value));
        const auto low = hn::Max(whole, hn::Set(d, hwy::LimitsMin<T>()));
        const auto clamped = hn::Min(low, hn::Set(d, hwy::LimitsMax<T>()));
        hn::StoreU(hn::DemoteTo(narrow, clamped), narrow, reinterpret_cast<T*>(at));
    }
};

// fp16 whose NaN becomes 0, as documented for the sums with relu.
struct CleanF16 : LaneF16 {
    static void store(V value, std::uint8_t* at) {
        LaneF16::store(hn::IfThenZeroElse(hn::IsNaN(value), value), at);
    }
};

// The result is rounded to the source's type before it is converted, unless the operation says that
// it computes in the wider type.
template <class Op>
struct Widened : Op {};
template <class In, class Op>
struct Rounded {
    static FloatVec of(FloatVec value) { return In::round(value); }
};
template <class In, class Op>
struct Rounded<In, Widened<Op>> {
    static FloatVec of(FloatVec value) { return value; }
};

template <class In, class Out, class Op>
struct TwoSources {
    using D = FloatTag;
    explicit TwoSources(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto a = access.template load<In>(run.src0, i);
        const auto b = access.template load<In>(run.src1, i);
        access.template store<Out>(Rounded<In, Op>::of(Op()(a, b)), run.dst, i);
    }
    const Run run;
};

struct TimesScalar {
    using D = FloatTag;
    explicit TimesScalar(const Run& given)
        : run(given), scalar(LaneF32::broadcast(given.scalar_bits)) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto a = access.template load<LaneF32>(run.src0, i);
        access.template store<LaneF16>(hn::Mul(a, scalar), run.dst, i);
    }
    const Run run;
    const FloatVec scalar;
};

// int32 times the fp16 scale, in fp32.
struct Dequantized {
    using D = FloatTag;
    explicit Dequantized(const Run& given)
        : run(given), scale(LaneF16::broadcast(given.scalar_bits)) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto a = hn::ConvertTo(FloatTag(), access.template load<LaneI32>(run.src0, i));
        access.template store<LaneF16>(hn::Mul(a, scale), run.dst, i);
    }
    const Run run;
    const FloatVec scale;
};

template <class Op>
Kernel relu_cast(DataType from, DataType to) {
    if (from == DataType::kFloat32 && to == DataType::kFloat16)
        return &loop<TwoSources<LaneF32, CleanF16, Then<Op, Relu>>>;
    if (from == DataType::kFloat16 && to == DataType::kInt8)
        return &loop<TwoSources<LaneF16, NarrowLane<std::int8_t>, Then<Op, Relu>>>;
    return nullptr;
}

}  // namespace

Kernel find_fused_cast(Opcode opcode, DataType from, DataType to) {
    switch (opcode) {
        case Opcode::kAddReluCast: return relu_cast<Add>(from, to);
        case Opcode::kSubReluCast: return relu_cast<Sub>(from, to);
        case Opcode::kMulCast:
            if (from != DataType::kFloat16) return nullptr;
            if (to == DataType::kInt8)
                return &loop<TwoSources<LaneF16, NarrowLane<std::int8_t>, Mul>>;
            return to == DataType::kUint8
                       ? &loop<TwoSources<LaneF16, NarrowLane<std::uint8_t>, Mul>>
                       : nullptr;
        case Opcode::kExpSub:
            return from == DataType::kFloat16 && to == DataType::kFloat32
                       ? &loop<TwoSources<LaneF16, LaneF32, Widened<Then<Sub, Exp>>>>
                       : nullptr;
        case Opcode::kMulsCast:
            return from == DataType::kFloat32 && to == DataType::kFloat16 ? &loop<TimesScalar>
                                                                          : nullptr;
        case Opcode::kCastDequant:
            return from == DataType::kInt32 && to == DataType::kFloat16 ? &loop<Dequantized>
                                                                        : nullptr;
        default: return nullptr;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace davsim::exec {
namespace {

template <class T>
T load(const std::uint8_t* base, std::size_t i) {
    T value;
    std::memcpy(&value, base + i * sizeof(T), sizeof(T));
    return value;
}

// int16 sums do not wrap before the conversion.
template <bool kSubtract>
void relu_cast_int16(const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
        const int a = load<std::int16_t>(run.src0, i);
        const int b = load<std::int16_t>(run.src1, i);
        const int sum = kSubtract ? a - b : a + b;
        constexpr int kLargest = std::numeric_limits<std::int8_t>::max();
        const auto result = static_cast<std::int8_t>(std::min(std::max(sum, 0), kLargest));
        std::memcpy(run.dst + i, &result, 1);
    }
}

// int64 products: low 32 bits, or rounded to fp32.
template <class To>
void mul_cast_int64(const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
        const auto product = load<std::uint64_t>(run.src0, i) * load<std::uint64_t>(run.src1, i);
        const auto exact = static_cast<std::int64_t>(product);
        To result;
        if constexpr (std::is_same_v<To, float>) {
            result = static_cast<float>(exact);
        } else {
            constexpr std::int64_t kLow = std::numeric_limits<std::int32_t>::min();
            constexpr std::int64_t kHigh = std::numeric_limits<std::int32_t>::max();
            result = static_cast<To>(std::min(std::max(exact, kLow), kHigh));
        }
        std::memcpy(run.dst + i * sizeof(To), &result, sizeof(To));
    }
}

}  // namespace

HWY_EXPORT(find_fused_cast);

Kernel fused_cast_kernel(Opcode opcode, DataType from, DataType to) {
    if (from == DataType::kInt16 && to == DataType::kInt8) {
        if (opcode == Opcode::kAddReluCast) return &relu_cast_int16<false>;
        return opcode == Opcode::kSubReluCast ? &relu_cast_int16<true> : nullptr;
    }
    if (from == DataType::kInt64 && opcode == Opcode::kMulCast) {
        if (to == DataType::kFloat32) return &mul_cast_int64<float>;
        return to == DataType::kInt32 ? &mul_cast_int64<std::int32_t> : nullptr;
    }
    return HWY_DYNAMIC_DISPATCH(find_fused_cast)(opcode, from, to);
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
