// SPDX-License-Identifier: Apache-2.0
#pragma once
// dst = a + b and its like: the count form over all elements of dst.

#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/vec_binary.h"

namespace AscendC {
namespace detail {

// What a + b is until it is assigned; Operation::run does it.
template <typename T, typename Operation>
struct PendingBinary {
    const LocalTensor<T>& src0;
    const LocalTensor<T>& src1;

    void into(const LocalTensor<T>& dst) const {
        Operation::run(dst, src0, src1, static_cast<std::int32_t>(dst.GetSize()));
    }
};

}  // namespace detail

#define DAVSIM_TENSOR_OPERATOR(symbol, Name)                                                      \
    namespace detail {                                                                            \
    struct Pending##Name {                                                                        \
        template <typename T>                                                                     \
        static void run(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                    \
                        const LocalTensor<T>& src1, std::int32_t count) {                         \
            Name(dst, src0, src1, count);                                                         \
        }                                                                                         \
    };                                                                                            \
    }                                                                                             \
    template <typename T>                                                                         \
    detail::PendingBinary<T, detail::Pending##Name> operator symbol(const LocalTensor<T>& src0,   \
                                                                    const LocalTensor<T>& src1) { \
        return {src0, src1};                                                                      \
    }

DAVSIM_TENSOR_OPERATOR(+, Add)
DAVSIM_TENSOR_OPERATOR(-, Sub)
DAVSIM_TENSOR_OPERATOR(*, Mul)
DAVSIM_TENSOR_OPERATOR(/, Div)

#undef DAVSIM_TENSOR_OPERATOR

}  // namespace AscendC
