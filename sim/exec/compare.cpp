// SPDX-License-Identifier: Apache-2.0
// Comparisons to a byte a lane, selection by a byte a lane, saturation of float results.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/compare.cpp"
#include <cstring>
#include <limits>

#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "sim/exec/kernel.h"
#include "sim/exec/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace {

template <class V>
HWY_INLINE auto at_most(V a, V b) {
    if constexpr (hwy::IsFloat<hn::TFromV<V>>()) {
        return hn::Le(a, b);
    } else {
        return hn::Not(hn::Gt(a, b));
    }
}

// IEEE comparisons; NotEqual may be asked to be false for NaN, as on A2 and A3.
template <CompareMode kMode, bool kNanUnequal>
struct Holds {
    template <class V>
    HWY_INLINE auto operator()(V a, V b) const {
        if constexpr (kMode == CompareMode::kLt) return hn::Lt(a, b);
        if constexpr (kMode == CompareMode::kGt) return hn::Gt(a, b);
        if constexpr (kMode == CompareMode::kEq) return hn::Eq(a, b);
        if constexpr (kMode == CompareMode::kLe) return at_most(a, b);
        if constexpr (kMode == CompareMode::kGe) return at_most(b, a);
        if constexpr (kMode == CompareMode::kNe) {
            if constexpr (kNanUnequal) {
                return hn::Not(hn::Eq(a, b));  // the machine's own differs between targets
            } else {
                return hn::Or(hn::Lt(a, b), hn::Gt(a, b));
            }
        }
    }
};

// 1 or 0 in each byte.
template <class D, class M>
HWY_INLINE auto flags_of(M mask) {
    const hn::RebindToSigned<D> wide;
    const hn::Rebind<std::int8_t, D> narrow;
    return hn::DemoteTo(narrow, hn::IfThenElseZero(hn::RebindMask(wide, mask), hn::Set(wide, 1)));
}

template <class Lane>
struct FlagLane {
    using Element = std::uint8_t;
    using D = hn::Rebind<std::int8_t, typename Lane::D>;
    using V = hn::Vec<D>;
    static void store(V value, std::uint8_t* at) {
        hn::StoreU(value, D(), reinterpret_cast<std::int8_t*>(at));
    }
};

template <class Lane, class Op, bool kScalar>
struct Comparison {
    using D = typename Lane::D;
    explicit Comparison(const Run& given)
        : run(given), scalar(Lane::broadcast(given.scalar_bits)) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto a = access.template load<Lane>(run.src0, i);
        auto b = scalar;
        if constexpr (!kScalar) b = access.template load<Lane>(run.src1, i);
        access.template store<FlagLane<Lane>>(flags_of<D>(Op()(a, b)), run.dst, i);
    }
    const Run run;
    const typename Lane::V scalar;
};

template <class Lane, bool kScalar, bool kNanUnequal>
Kernel by_mode(CompareMode mode) {
    switch (mode) {
        case CompareMode::kLt:
            return &loop<Comparison<Lane, Holds<CompareMode::kLt, true>, kScalar>>;
        case CompareMode::kGt:
            return &loop<Comparison<Lane, Holds<CompareMode::kGt, true>, kScalar>>;
        case CompareMode::kEq:
            return &loop<Comparison<Lane, Holds<CompareMode::kEq, true>, kScalar>>;
        case CompareMode::kLe:
            return &loop<Comparison<Lane, Holds<CompareMode::kLe, true>, kScalar>>;
        case CompareMode::kGe:
            return &loop<Comparison<Lane, Holds<CompareMode::kGe, true>, kScalar>>;
        case CompareMode::kNe:
            return &loop<Comparison<Lane, Holds<CompareMode::kNe, kNanUnequal>, kScalar>>;
    }
    return nullptr;
}

template <class Lane>
Kernel of_float(CompareMode mode, bool scalar, bool nan_unequal) {
    if (nan_unequal)
        return scalar ? by_mode<Lane, true, true>(mode) : by_mode<Lane, false, true>(mode);
    return scalar ? by_mode<Lane, true, false>(mode) : by_mode<Lane, false, false>(mode);
}

// The byte flags, widened to the element.
template <class T, bool kScalar>
struct Selection {
    using Lane = NativeLane<T>;
    using D = typename Lane::D;
    struct Flags {
        using Element = std::uint8_t;
        using V = hn::Vec<hn::Rebind<std::uint8_t, D>>;
        static V load(const std::uint8_t* at) {
            return hn::LoadU(hn::Rebind<std::uint8_t, D>(), at);
        }
    };
    explicit Selection(const Run& given) : run(given), scalar(Lane::broadcast(given.scalar_bits)) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto flags = access.template load<Flags>(run.old_dst, i);
        const auto a = access.template load<Lane>(run.src0, i);
        auto b = scalar;
        if constexpr (!kScalar) b = access.template load<Lane>(run.src1, i);
        const auto chosen = hn::Gt(hn::PromoteTo(D(), flags), hn::Zero(D()));
        access.template store<Lane>(hn::IfThenElse(chosen, a, b), run.dst, i);
    }
    const Run run;
    const typename Lane::V scalar;
};

template <class Lane>
struct Finite {
    using D = typename Lane::D;
    explicit Finite(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto largest = hn::Set(D(), Lane::largest());
        const auto value = access.template load<Lane>(run.src0, i);
        const auto number = hn::IfThenZeroElse(hn::IsNaN(value), value);
        const auto low = hn::Max(number, hn::Neg(largest));
        access.template store<Lane>(hn::Min(low, largest), run.dst, i);
    }
    const Run run;
};
struct FiniteF16 : LaneF16 {
    static float largest() { return 65504.0F; }
};
struct FiniteBf16 : LaneBf16 {
    static float largest() { return 0x1.FEp127F; }
};

}  // namespace

Kernel find_compare(CompareMode mode, DataType dtype, bool scalar, bool nan_unequal) {
    switch (dtype) {
        case DataType::kFloat32: return of_float<LaneF32>(mode, scalar, nan_unequal);
        case DataType::kFloat16: return of_float<LaneF16>(mode, scalar, nan_unequal);
        case DataType::kBfloat16: return of_float<LaneBf16>(mode, scalar, nan_unequal);
        case DataType::kInt32: return of_float<LaneI32>(mode, scalar, true);
        case DataType::kInt16: return of_float<LaneI16>(mode, scalar, true);
        default: return nullptr;
    }
}

Kernel find_select(std::size_t bytes, bool scalar) {
    if (bytes == 2)
        return scalar ? &loop<Selection<std::int16_t, true>>
                      : &loop<Selection<std::int16_t, false>>;
    if (bytes == 4)
        return scalar ? &loop<Selection<std::int32_t, true>>
                      : &loop<Selection<std::int32_t, false>>;
    return nullptr;
}

Kernel find_saturate(DataType dtype) {
    if (dtype == DataType::kFloat16) return &loop<Finite<FiniteF16>>;
    return dtype == DataType::kBfloat16 ? &loop<Finite<FiniteBf16>> : nullptr;
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

template <CompareMode kMode, class T>
bool holds(T a, T b) {
    if constexpr (kMode == CompareMode::kLt) return a < b;
    if constexpr (kMode == CompareMode::kGt) return a > b;
    if constexpr (kMode == CompareMode::kEq) return a == b;
    if constexpr (kMode == CompareMode::kLe) return a <= b;
    if constexpr (kMode == CompareMode::kGe) return a >= b;
    return a != b;
}

template <CompareMode kMode, class T, bool kScalar>
void compare_all(const Run& run) {
    const auto scalar = static_cast<T>(run.scalar_bits);
    for (std::size_t i = 0; i < run.count; ++i) {
        const T b = kScalar ? scalar : load<T>(run.src1, i);
        run.dst[i] = holds<kMode>(load<T>(run.src0, i), b) ? 1 : 0;
    }
}

template <class T, bool kScalar>
Kernel integers(CompareMode mode) {
    switch (mode) {
        case CompareMode::kLt: return &compare_all<CompareMode::kLt, T, kScalar>;
        case CompareMode::kGt: return &compare_all<CompareMode::kGt, T, kScalar>;
        case CompareMode::kEq: return &compare_all<CompareMode::kEq, T, kScalar>;
        case CompareMode::kLe: return &compare_all<CompareMode::kLe, T, kScalar>;
        case CompareMode::kGe: return &compare_all<CompareMode::kGe, T, kScalar>;
        case CompareMode::kNe: return &compare_all<CompareMode::kNe, T, kScalar>;
    }
    return nullptr;
}

template <class T>
Kernel integers(CompareMode mode, bool scalar) {
    return scalar ? integers<T, true>(mode) : integers<T, false>(mode);
}

template <class T, bool kScalar>
void select_all(const Run& run) {
    const auto scalar = static_cast<T>(run.scalar_bits);
    for (std::size_t i = 0; i < run.count; ++i) {
        const T b = kScalar ? scalar : load<T>(run.src1, i);
        const T chosen = run.old_dst[i] != 0 ? load<T>(run.src0, i) : b;
        std::memcpy(run.dst + i * sizeof(T), &chosen, sizeof(T));
    }
}

}  // namespace

HWY_EXPORT(find_compare);
HWY_EXPORT(find_select);
HWY_EXPORT(find_saturate);

Kernel compare_kernel(CompareMode mode, DataType dtype, bool scalar, bool nan_unequal) {
    switch (dtype) {
        case DataType::kInt8: return integers<std::int8_t>(mode, scalar);
        case DataType::kUint8: return integers<std::uint8_t>(mode, scalar);
        case DataType::kUint16: return integers<std::uint16_t>(mode, scalar);
        case DataType::kUint32: return integers<std::uint32_t>(mode, scalar);
        case DataType::kInt64: return integers<std::int64_t>(mode, scalar);
        case DataType::kUint64: return integers<std::uint64_t>(mode, scalar);
        default: return HWY_DYNAMIC_DISPATCH(find_compare)(mode, dtype, scalar, nan_unequal);
    }
}

Kernel select_kernel(std::size_t element_bytes, bool scalar) {
    if (element_bytes == 1)
        return scalar ? &select_all<std::uint8_t, true> : &select_all<std::uint8_t, false>;
    if (element_bytes == sizeof(std::uint64_t))
        return scalar ? &select_all<std::uint64_t, true> : &select_all<std::uint64_t, false>;
    return HWY_DYNAMIC_DISPATCH(find_select)(element_bytes, scalar);
}

Kernel saturate_kernel(DataType dtype) {
    return HWY_DYNAMIC_DISPATCH(find_saturate)(dtype);
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
