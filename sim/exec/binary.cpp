// SPDX-License-Identifier: Apache-2.0
// Kernels with two operands: vector and vector, vector and scalar.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/binary.cpp"
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

template <class Lane, class Op>
struct Binary {
    using D = typename Lane::D;
    explicit Binary(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        const auto a = access.template load<Lane>(run.src0, i);
        const auto b = access.template load<Lane>(run.src1, i);
        access.template store<Lane>(Op()(a, b), run.dst, i);
    }
    const Run run;
};

template <class Lane, class Op>
struct Scalar {
    using D = typename Lane::D;
    explicit Scalar(const Run& given) : run(given), scalar(Lane::broadcast(given.scalar_bits)) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        access.template store<Lane>(Op()(access.template load<Lane>(run.src0, i), scalar), run.dst,
                                    i);
    }
    const Run run;
    const typename Lane::V scalar;
};

template <template <class, class> class Body, class Op>
Kernel by_float(DataType dtype) {
    switch (dtype) {
        case DataType::kFloat32: return &loop<Body<LaneF32, Op>>;
        case DataType::kFloat16: return &loop<Body<LaneF16, Op>>;
        case DataType::kBfloat16: return &loop<Body<LaneBf16, Op>>;
        default: return nullptr;
    }
}

// The other integer types are in integer.cpp.
template <template <class, class> class Body, class Op>
Kernel by_type(DataType dtype) {
    if (const Kernel kernel = by_float<Body, Op>(dtype)) return kernel;
    if (dtype == DataType::kInt32) return &loop<Body<LaneI32, Op>>;
    if (dtype == DataType::kInt16) return &loop<Body<LaneI16, Op>>;
    if constexpr (!std::is_same_v<Op, Mul>) {
        if (dtype == DataType::kInt8) return &loop<Body<LaneI8, Op>>;
    }
    return nullptr;
}

// e^(a - b) from fp32 or fp16 sources to fp32.
Kernel exp_sub(DataType source) {
    return source == DataType::kFloat32 ? &loop<Binary<LaneF32, Then<Sub, Exp>>> : nullptr;
}

}  // namespace

Kernel find_binary(Opcode opcode, DataType dtype) {
    switch (opcode) {
        case Opcode::kAdd: return by_type<Binary, Add>(dtype);
        case Opcode::kSub: return by_type<Binary, Sub>(dtype);
        case Opcode::kMul: return by_type<Binary, Mul>(dtype);
        case Opcode::kDiv: return by_float<Binary, Div>(dtype);
        case Opcode::kAddRelu: return by_float<Binary, Then<Add, Relu>>(dtype);
        case Opcode::kSubRelu: return by_float<Binary, Then<Sub, Relu>>(dtype);
        case Opcode::kPrelu: return by_float<Binary, LeakyRelu>(dtype);
        case Opcode::kAbsSub: return by_float<Binary, AbsSub>(dtype);
        case Opcode::kExpSub: return exp_sub(dtype);
        case Opcode::kMax: return by_type<Binary, Max>(dtype);
        case Opcode::kMin: return by_type<Binary, Min>(dtype);
        default: return nullptr;
    }
}

Kernel find_scalar(Opcode opcode, DataType dtype, bool reversed) {
    switch (opcode) {
        case Opcode::kLeakyRelu: return by_float<Scalar, LeakyRelu>(dtype);
        case Opcode::kSubs:
            return reversed ? by_type<Scalar, Swapped<Sub>>(dtype) : by_type<Scalar, Sub>(dtype);
        case Opcode::kDivs:
            return reversed ? by_float<Scalar, Swapped<Div>>(dtype) : by_float<Scalar, Div>(dtype);
        case Opcode::kAdds: return by_type<Scalar, Add>(dtype);
        case Opcode::kMuls: return by_type<Scalar, Mul>(dtype);
        case Opcode::kMaxs: return by_type<Scalar, Max>(dtype);
        case Opcode::kMins: return by_type<Scalar, Min>(dtype);
        default: return nullptr;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace davsim::exec {

HWY_EXPORT(find_binary);
HWY_EXPORT(find_scalar);

Kernel binary_kernel(Opcode opcode, DataType dtype) {
    return HWY_DYNAMIC_DISPATCH(find_binary)(opcode, dtype);
}

Kernel scalar_kernel(Opcode opcode, DataType dtype, bool reversed) {
    return HWY_DYNAMIC_DISPATCH(find_scalar)(opcode, dtype, reversed);
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
