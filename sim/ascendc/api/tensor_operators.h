// SPDX-License-Identifier: Apache-2.0
#pragma once
// dst = src0 + src1 and its kin on whole tensors. `+ - * / & |` are the count form of Add ... Or
// over all elements of dst; comparisons, whose dst holds bits, are Compare over all elements of
// src0. An expression is a note of its operands: the assignment issues the instruction.

#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/vec_binary.h"
#include "sim/ascendc/api/vec_compare.h"

namespace AscendC {
namespace detail {

// Operation::run(dst, src0, src1) does it.
template <typename T, typename Operation>
struct TensorExpression {
    LocalTensor<T> src0;
    LocalTensor<T> src1;

    template <typename U>
    void assign_to(const LocalTensor<U>& dst) const {
        Operation::run(dst, src0, src1);
    }
};

}  // namespace detail

#define DAVSIM_TENSOR_OPERATOR(symbol, Name)                                   \
    namespace detail {                                                         \
    struct Tensor##Name {                                                      \
        template <typename T>                                                  \
        static void run(const LocalTensor<T>& dst, const LocalTensor<T>& src0, \
                        const LocalTensor<T>& src1) {                          \
            Name(dst, src0, src1, int64_t{dst.GetSize()});                     \
        }                                                                      \
    };                                                                         \
    }                                                                          \
    template <typename T>                                                      \
    detail::TensorExpression<T, detail::Tensor##Name> operator symbol(         \
        const LocalTensor<T>& src0, const LocalTensor<T>& src1) {              \
        return {src0, src1};                                                   \
    }

#define DAVSIM_TENSOR_COMPARISON(symbol, mode)                                 \
    namespace detail {                                                         \
    struct TensorCompare##mode {                                               \
        template <typename U, typename T>                                      \
        static void run(const LocalTensor<U>& dst, const LocalTensor<T>& src0, \
                        const LocalTensor<T>& src1) {                          \
            Compare(dst, src0, src1, CMPMODE::mode, int64_t{src0.GetSize()});  \
        }                                                                      \
    };                                                                         \
    }                                                                          \
    template <typename T>                                                      \
    detail::TensorExpression<T, detail::TensorCompare##mode> operator symbol(  \
        const LocalTensor<T>& src0, const LocalTensor<T>& src1) {              \
        return {src0, src1};                                                   \
    }

DAVSIM_TENSOR_OPERATOR(+, Add)
DAVSIM_TENSOR_OPERATOR(-, Sub)
DAVSIM_TENSOR_OPERATOR(*, Mul)
DAVSIM_TENSOR_OPERATOR(/, Div)
DAVSIM_TENSOR_OPERATOR(&, And)
DAVSIM_TENSOR_OPERATOR(|, Or)
DAVSIM_TENSOR_COMPARISON(<, LT)
DAVSIM_TENSOR_COMPARISON(>, GT)
DAVSIM_TENSOR_COMPARISON(==, EQ)
DAVSIM_TENSOR_COMPARISON(<=, LE)
DAVSIM_TENSOR_COMPARISON(>=, GE)
DAVSIM_TENSOR_COMPARISON(!=, NE)

#undef DAVSIM_TENSOR_OPERATOR
#undef DAVSIM_TENSOR_COMPARISON

}  // namespace AscendC
