// SPDX-License-Identifier: Apache-2.0
// Kernels with one operand.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/unary.cpp"
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
struct Unary {
    using D = typename Lane::D;
    explicit Unary(const Run& given) : run(given) {}
    template <class Access>
    HWY_INLINE void step(Access access, std::size_t i) const {
        access.template store<Lane>(Op()(access.template load<Lane>(run.src0, i)), run.dst, i);
    }
    const Run run;
};

template <class Op>
Kernel by_type(DataType dtype) {
    switch (dtype) {
        case DataType::kFloat32: return &loop<Unary<LaneF32, Op>>;
        case DataType::kFloat16: return &loop<Unary<LaneF16, Op>>;
        case DataType::kBfloat16: return &loop<Unary<LaneBf16, Op>>;
        default: return nullptr;
    }
}

}  // namespace

Kernel find_unary(Opcode opcode, DataType dtype) {
    switch (opcode) {
        case Opcode::kAbs: return by_type<Abs>(dtype);
        case Opcode::kNeg: return by_type<Neg>(dtype);
        case Opcode::kExp: return by_type<Exp>(dtype);
        case Opcode::kLn: return by_type<Ln>(dtype);
        case Opcode::kSqrt: return by_type<Sqrt>(dtype);
        case Opcode::kRsqrt: return by_type<Rsqrt>(dtype);
        case Opcode::kReciprocal: return by_type<Reciprocal>(dtype);
        case Opcode::kRelu:
            if (dtype == DataType::kInt32) return &loop<Unary<LaneI32, Relu>>;
            return by_type<Relu>(dtype);
        default: return nullptr;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace davsim::exec {

HWY_EXPORT(find_unary);

Kernel unary_kernel(Opcode opcode, DataType dtype) {
    return HWY_DYNAMIC_DISPATCH(find_unary)(opcode, dtype);
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
