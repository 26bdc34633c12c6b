// SPDX-License-Identifier: Apache-2.0
// kMulAddDst and kAxpy: dst += a * b, where b is a vector or a scalar and a may be narrower than
// dst. kMulAdd and kMulAddRelu: dst = dst * a + b.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/multiply_add.cpp"
#include <type_traits>

#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "sim/exec/double-inl.h"
#include "sim/exec/float_ops-inl.h"
#include "sim/exec/kernel.h"
#include "sim/exec/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace {

// The product is rounded to the destination's type, then the sum. Products of fp16 fit fp32
// exactly.
template <class Out>
struct Separate {
    HWY_INLINE SingleVec operator()(SingleVec a, SingleVec b, SingleVec c) const {
        return hn::Add(c, Out::round(hn::Mul(a, b)));
    }
};

// Saturation mode, fp16: the product is made finite before the sum.
template <class Out>
struct SeparateFinite {
    HWY_INLINE SingleVec operator()(SingleVec a, SingleVec b, SingleVec c) const {
        constexpr float kLargest = 65504.0F;
        const SingleVec product = Out::round(hn::Mul(a, b));
        const SingleVec number = hn::IfThenZeroElse(hn::IsNaN(product), product);
        const SingleVec high = hn::Min(number, hn::Set(SingleTag(), kLargest));
        return hn::Add(c, hn::Max(high, hn::Set(SingleTag(), -kLargest)));
    }
};

// fp64 to fp32 on the way to 16 bits: all but 12 bits of the fraction fold into a sticky last bit
// (rounding to odd), so that the rounding to 11 or 8 significant bits that follows is the only one
// that counts.
HWY_INLINE DoubleVec keep_sticky(DoubleVec v) {
    const hn::RebindToUnsigned<DoubleTag> bits_tag;
    const auto dropped = hn::Set(bits_tag, (std::uint64_t{1} << 40U) - 1);
    const auto last = hn::Set(bits_tag, std::uint64_t{1} << 40U);
    const auto bits = hn::BitCast(bits_tag, v);
    const auto sticky = hn::And(hn::Add(hn::And(bits, dropped), dropped), last);
    return hn::BitCast(DoubleTag(), hn::Or(hn::AndNot(dropped, bits), sticky));
}

template <class Out>
struct Fused {
    HWY_INLINE SingleVec operator()(SingleVec a, SingleVec b, SingleVec c) const {
        if constexpr (std::is_same_v<Out, LaneF32>) {
#if HWY_NATIVE_FMA
            return hn::MulAdd(a, b, c);
#else
            return narrow(odd_sum(widen_upper(a), widen_upper(b), widen_upper(c)),
                          odd_sum(widen_lower(a), widen_lower(b), widen_lower(c)));
#endif
        } else {
            return narrow(keep_sticky(odd_sum(widen_upper(a), widen_upper(b), widen_upper(c))),
                          keep_sticky(odd_sum(widen_lower(a), widen_lower(b), widen_lower(c))));
        }
    }
};

template <class In, class Out, class Op>
struct VectorBody {
    using D = SingleTag;
    explicit VectorBody(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto a = access.template load<In>(run.src0, i);
        const auto b = access.template load<In>(run.src1, i);
        const auto c = access.template load<Out>(run.old_dst, i);
        access.template store<Out>(Op()(a, b, c), run.dst, i);
    }
    const Run run;
};

// The old destination is a factor, the second source the summand.
template <class Lane, class Op, bool kRelu>
struct FactorBody {
    using D = SingleTag;
    explicit FactorBody(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto a = access.template load<Lane>(run.src0, i);
        const auto b = access.template load<Lane>(run.old_dst, i);
        const auto c = access.template load<Lane>(run.src1, i);
        const auto sum = Op()(a, b, c);
        access.template store<Lane>(kRelu ? Relu()(sum) : sum, run.dst, i);
    }
    const Run run;
};

template <class In, class Out, class ScalarLane, class Op>
struct ScalarBody {
    using D = SingleTag;
    explicit ScalarBody(const Run& given)
        : run(given), b(ScalarLane::broadcast(given.scalar_bits)) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto a = access.template load<In>(run.src0, i);
        const auto c = access.template load<Out>(run.old_dst, i);
        access.template store<Out>(Op()(a, b, c), run.dst, i);
    }
    const Run run;
    const SingleVec b;
};

template <class In, class Out, class ScalarLane, template <class> class Op>
Kernel pick(Opcode opcode) {
    if (opcode == Opcode::kMulAddDst) return &loop<VectorBody<In, Out, Op<Out>>>;
    if constexpr (std::is_same_v<In, Out>) {
        if (opcode == Opcode::kMulAdd) return &loop<FactorBody<Out, Op<Out>, false>>;
        if (opcode == Opcode::kMulAddRelu) return &loop<FactorBody<Out, Op<Out>, true>>;
    }
    return &loop<ScalarBody<In, Out, ScalarLane, Op<Out>>>;
}

template <template <class> class Op>
Kernel by_type(Opcode opcode, DataType source, DataType target, DataType scalar) {
    if (source == DataType::kFloat16 && target == DataType::kFloat32) {
        if (opcode != Opcode::kMulAddDst && opcode != Opcode::kAxpy) return nullptr;
        if (scalar == DataType::kFloat16) return pick<LaneF16, LaneF32, LaneF16, Op>(opcode);
        if (scalar == DataType::kFloat32) return pick<LaneF16, LaneF32, LaneF32, Op>(opcode);
        return nullptr;
    }
    if (source != target || scalar != target) return nullptr;
    switch (target) {
        case DataType::kFloat32: return pick<LaneF32, LaneF32, LaneF32, Op>(opcode);
        case DataType::kFloat16: return pick<LaneF16, LaneF16, LaneF16, Op>(opcode);
        case DataType::kBfloat16: return pick<LaneBf16, LaneBf16, LaneBf16, Op>(opcode);
        default: return nullptr;
    }
}

}  // namespace

Kernel find_multiply_add(Opcode opcode, DataType source, DataType target, DataType scalar,
                         bool fused, bool saturate) {
    if (saturate && target == DataType::kFloat16)
        return by_type<SeparateFinite>(opcode, source, target, scalar);
    return fused ? by_type<Fused>(opcode, source, target, scalar)
                 : by_type<Separate>(opcode, source, target, scalar);
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace davsim::exec {

HWY_EXPORT(find_multiply_add);

Kernel multiply_add_kernel(Opcode opcode, DataType source, DataType target, DataType scalar,
                           bool fused, bool saturate) {
    return HWY_DYNAMIC_DISPATCH(find_multiply_add)(opcode, source, target, scalar, fused, saturate);
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
