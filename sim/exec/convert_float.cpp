// SPDX-License-Identifier: Apache-2.0
// Conversions between float types, and rounding to integral values.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/convert_float.cpp"
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

template <class In, class Out>
struct Widen {
    using D = typename Out::D;
    explicit Widen(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        access.template store<Out>(access.template load<In>(run.src0, i), run.dst, i);
    }
    const Run run;
};

// A2 and A3 turn -0 into +0 here; adding +0 does so and nothing else.
template <class Lane, RoundMode kMode>
struct Integral {
    using D = typename Lane::D;
    explicit Integral(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto rounded = round_to_integral<kMode>(access.template load<Lane>(run.src0, i));
        access.template store<Lane>(hn::Add(rounded, hn::Zero(FloatTag())), run.dst, i);
    }
    const Run run;
};

template <class In, template <RoundMode> class Out>
Kernel by_mode(RoundMode round) {
    switch (round) {
        case RoundMode::kNone:
        case RoundMode::kRint: return &loop<Widen<In, Out<RoundMode::kRint>>>;
        case RoundMode::kFloor: return &loop<Widen<In, Out<RoundMode::kFloor>>>;
        case RoundMode::kCeil: return &loop<Widen<In, Out<RoundMode::kCeil>>>;
        case RoundMode::kRound: return &loop<Widen<In, Out<RoundMode::kRound>>>;
        case RoundMode::kTrunc: return &loop<Widen<In, Out<RoundMode::kTrunc>>>;
        case RoundMode::kOdd: return &loop<Widen<In, Out<RoundMode::kOdd>>>;
    }
    return nullptr;
}

template <class Lane>
Kernel integral(RoundMode round) {
    switch (round) {
        case RoundMode::kRint: return &loop<Integral<Lane, RoundMode::kRint>>;
        case RoundMode::kFloor: return &loop<Integral<Lane, RoundMode::kFloor>>;
        case RoundMode::kCeil: return &loop<Integral<Lane, RoundMode::kCeil>>;
        case RoundMode::kRound: return &loop<Integral<Lane, RoundMode::kRound>>;
        case RoundMode::kTrunc: return &loop<Integral<Lane, RoundMode::kTrunc>>;
        default: return nullptr;
    }
}

}  // namespace

Kernel find_float_convert(DataType from, DataType to, RoundMode round) {
    switch (from) {
        case DataType::kFloat32:
            if (to == DataType::kFloat16) return by_mode<LaneF32, RoundedF16>(round);
            if (to == DataType::kBfloat16) return by_mode<LaneF32, RoundedBf16>(round);
            return nullptr;
        case DataType::kFloat16:
            if (to == DataType::kFloat32) return &loop<Widen<LaneF16, LaneF32>>;
            if (to == DataType::kBfloat16) return by_mode<LaneF16, RoundedBf16>(round);
            return nullptr;
        case DataType::kBfloat16:
            if (to == DataType::kFloat32) return &loop<Widen<LaneBf16, LaneF32>>;
            if (to == DataType::kFloat16) return by_mode<LaneBf16, RoundedF16>(round);
            return nullptr;
        default: return nullptr;
    }
}

Kernel find_integral(DataType dtype, RoundMode round) {
    switch (dtype) {
        case DataType::kFloat32: return integral<LaneF32>(round);
        case DataType::kFloat16: return integral<LaneF16>(round);
        case DataType::kBfloat16: return integral<LaneBf16>(round);
        default: return nullptr;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace davsim::exec {

HWY_EXPORT(find_float_convert);
HWY_EXPORT(find_integral);

Kernel float_convert_kernel(DataType from, DataType to, RoundMode round) {
    return HWY_DYNAMIC_DISPATCH(find_float_convert)(from, to, round);
}

Kernel integral_kernel(DataType dtype, RoundMode round) {
    return HWY_DYNAMIC_DISPATCH(find_integral)(dtype, round);
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
