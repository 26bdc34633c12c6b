// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library Exp with a Taylor level, Erfc, and Axpy with a buffer. Exp's level is how far CANN goes
// behind the exponent of the integral part; davsim's VEXP is exact to the type already, so here the
// library form widens fp16 and no more.

#include "sim/ascendc/api/adv/rounding.h"
#include "sim/ascendc/api/adv/unary_forms.h"
#include "sim/ascendc/api/vec_scalar.h"

namespace AscendC {
namespace detail {

struct ExpBody {
    static constexpr std::size_t kSlots = 0;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S&,
             std::size_t) const {
        steps.exp(y, x);
    }
};

// For a = |x| and t = 1 / (1 + a / 2): erfc(a) = t exp(-a^2 + P(t)), and erfc(-a) = 2 - erfc(a).
// Relative error up to 2e-5 at the end, where the result leaves fp32; P is davsim's own fit.
struct ErfcBody {
    static constexpr std::size_t kSlots = 3;
    static constexpr float kEnd = 10.1F;
    static constexpr float kTerms[] = {
        -1.2654439210891724F,  0.9985431432723999F,   0.38746991753578186F, 0.030387358739972115F,
        0.014293164946138859F, -0.10579419136047363F, -0.664408802986145F,  1.1321979761123657F,
        -0.6701908707618713F,  0.1429462432861328F};
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> sign = spare[first];
        const LocalTensor<float> t = spare[first + 1];
        const LocalTensor<float> square = spare[first + 2];
        SignBody().run(steps, sign, x, spare, first);
        steps.abs(t, x);
        steps.mins(t, t, kEnd);
        steps.mul(square, t, t);
        steps.muls(t, t, 0.5F);
        steps.adds(t, t, 1.0F);
        steps.fill(y, 1.0F);
        steps.div(t, y, t);
        steps.polynomial(y, t, kTerms);
        steps.sub(y, y, square);
        steps.exp(y, y);
        steps.mul(y, y, t);
        steps.mul(y, y, sign);
        steps.muls(sign, sign, -1.0F);
        steps.adds(sign, sign, 1.0F);
        steps.add(y, y, sign);
    }
};

}  // namespace detail

template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
DAVSIM_API void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                    const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount) {
    DAVSIM_REQUIRE("Exp", (detail::kLibraryFloats<T>), T);
    detail::run_unary("Exp", dstLocal, srcLocal, sharedTmpBuffer, calCount, detail::ExpBody(),
                      DAVSIM_SITE);
}
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
DAVSIM_API void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                    const uint32_t calCount) {
    DAVSIM_REQUIRE("Exp", (detail::kLibraryFloats<T>), T);
    detail::run_unary("Exp", dstLocal, srcLocal, calCount, detail::ExpBody(), DAVSIM_SITE);
}

DAVSIM_LIBRARY_UNARY(Erfc, ErfcBody, kLibraryFloats)

// The instruction does it; the buffer is not needed.
template <typename T, typename U, bool isReuseSource = false>
DAVSIM_API void Axpy(const LocalTensor<T>& dstTensor, const LocalTensor<U>& srcTensor,
                     const typename detail::Same<U>::type scalarValue,
                     const LocalTensor<uint8_t>& /*sharedTmpBuffer*/, const uint32_t calCount) {
    const detail::LibraryCall call(__builtin_return_address(0));
    Axpy(dstTensor, srcTensor, scalarValue, static_cast<int64_t>(calCount));
}

}  // namespace AscendC
