// SPDX-License-Identifier: Apache-2.0
// The operations on vectors of one type, as function objects for the loops of binary.cpp and
// unary.cpp.

#if defined(DAVSIM_EXEC_FLOAT_OPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DAVSIM_EXEC_FLOAT_OPS_INL_H
#undef DAVSIM_EXEC_FLOAT_OPS_INL_H
#else
#define DAVSIM_EXEC_FLOAT_OPS_INL_H
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct Add {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        return hn::Add(a, b);
    }
};

struct Sub {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        return hn::Sub(a, b);
    }
};

struct Mul {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        return hn::Mul(a, b);
    }
};

struct Div {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        return hn::Div(a, b);
    }
};

// IEEE 754-2019 maximum and minimum: NaN wins, +0 is larger than -0. The machine's own instructions
// differ in both between instruction sets.
struct Max {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        if constexpr (hwy::IsFloat<hn::TFromV<V>>()) {
            const V same = hn::IfThenElse(hn::Eq(a, b), hn::And(a, b), hn::Add(a, b));
            return hn::IfThenElse(hn::Gt(a, b), a, hn::IfThenElse(hn::Lt(a, b), b, same));
        } else {
            return hn::Max(a, b);
        }
    }
};

struct Min {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        if constexpr (hwy::IsFloat<hn::TFromV<V>>()) {
            const V same = hn::IfThenElse(hn::Eq(a, b), hn::Or(a, b), hn::Add(a, b));
            return hn::IfThenElse(hn::Gt(a, b), b, hn::IfThenElse(hn::Lt(a, b), a, same));
        } else {
            return hn::Min(a, b);
        }
    }
};

struct Abs {
    template <class V>
    HWY_INLINE V operator()(V a) const {
        return hn::Abs(a);
    }
};

struct Sqrt {
    template <class V>
    HWY_INLINE V operator()(V a) const {
        return hn::Sqrt(a);
    }
};

struct Reciprocal {
    template <class V>
    HWY_INLINE V operator()(V a) const {
        return hn::Div(hn::Set(hn::DFromV<V>(), 1.0F), a);
    }
};

// Two correctly rounded steps: the accuracy of the hardware's own instruction is not published.
struct Rsqrt {
    template <class V>
    HWY_INLINE V operator()(V a) const {
        return hn::Div(hn::Set(hn::DFromV<V>(), 1.0F), hn::Sqrt(a));
    }
};

// Zero for everything that is not above zero, but NaN stays.
struct Relu {
    template <class V>
    HWY_INLINE V operator()(V a) const {
        const V zero = hn::Zero(hn::DFromV<V>());
        if constexpr (hwy::IsFloat<hn::TFromV<V>>()) {
            return hn::IfThenZeroElse(hn::Le(a, zero), a);
        } else {
            return hn::Max(a, zero);
        }
    }
};

// Lanes whose sign bit is set, -0 and NaN among them.
template <class V>
HWY_INLINE auto has_sign(V a) {
    const hn::RebindToSigned<hn::DFromV<V>> signed_tag;
    return hn::RebindMask(hn::DFromV<V>(),
                          hn::Lt(hn::BitCast(signed_tag, a), hn::Zero(signed_tag)));
}

// a where it is positive, else a * b; the sign bit decides, so that -0 is multiplied and +0 is not.
struct LeakyRelu {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        return hn::IfThenElse(has_sign(a), hn::Mul(a, b), a);
    }
};

struct AbsSub {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        return hn::Abs(hn::Sub(a, b));
    }
};

// First before second, as one operation on two operands.
template <class First, class Second>
struct Then {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        return Second()(First()(a, b));
    }
};

// The right operand comes first.
template <class Op>
struct Swapped {
    template <class V>
    HWY_INLINE V operator()(V a, V b) const {
        return Op()(b, a);
    }
};

struct Neg {
    template <class V>
    HWY_INLINE V operator()(V a) const {
        return hn::Neg(a);
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#endif  // DAVSIM_EXEC_FLOAT_OPS_INL_H
