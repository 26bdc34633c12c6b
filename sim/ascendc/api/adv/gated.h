// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library activations of two tensors: a times an activation of b (GeGLU, ReGlu, SwiGLU), and Fmod.

#include "sim/ascendc/api/adv/activation.h"
#include "sim/ascendc/api/adv/binary_forms.h"

namespace AscendC {
namespace detail {

// y may be a, not b.
template <class Activation>
struct GatedBody {
    Activation activation;
    static constexpr std::size_t kSlots = 1 + Activation::kSlots;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& a,
             const LocalTensor<float>& b, const S& spare, std::size_t first) const {
        activation.run(steps, spare[first], b, spare, first + 1);
        steps.mul(y, a, spare[first]);
    }
};

struct RectifiedBody {
    static constexpr std::size_t kSlots = 0;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S&,
             std::size_t) const {
        steps.maxs(y, x, 0.0F);
    }
};

// a - trunc(a / b) b: exact where the quotient has at most 24 bits.
struct FmodBody {
    static constexpr std::size_t kSlots = 1;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& a,
             const LocalTensor<float>& b, const S& spare, std::size_t first) const {
        const LocalTensor<float> quotient = spare[first];
        steps.div(quotient, a, b);
        steps.cast(quotient, quotient, RoundMode::CAST_TRUNC);
        steps.mul(quotient, quotient, b);
        steps.sub(y, a, quotient);
    }
};

}  // namespace detail

DAVSIM_LIBRARY_BINARY(GeGLU, GatedBody<detail::GeluBody>, kLibraryFloats)
DAVSIM_LIBRARY_BINARY(ReGlu, GatedBody<detail::RectifiedBody>, kLibraryFloats)
DAVSIM_LIBRARY_BINARY(Fmod, FmodBody, kLibraryFloats)

// a b / (1 + exp(-scalarValue b))
#define DAVSIM_SWIGLU(buffer_parameter, count_parameter, buffer_argument, count_argument)     \
    template <typename T, bool isReuseSource = false>                                         \
    DAVSIM_API void SwiGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0, \
                           const LocalTensor<T>& srcTensor1,                                  \
                           const float& scalarValue buffer_parameter count_parameter) {       \
        DAVSIM_REQUIRE("SwiGLU", (detail::kLibraryFloats<T>), T);                             \
        const detail::GatedBody<detail::SwishBody> body{detail::SwishBody{-scalarValue}};     \
        detail::run_binary("SwiGLU", dstTensor, srcTensor0, srcTensor1 buffer_argument,       \
                           count_argument, body, DAVSIM_SITE);                                \
    }
#define DAVSIM_COMMA ,
DAVSIM_SWIGLU(, , , srcTensor0.GetSize())
DAVSIM_SWIGLU(, DAVSIM_COMMA const uint32_t calCount, , calCount)
DAVSIM_SWIGLU(DAVSIM_COMMA const LocalTensor<uint8_t>& sharedTmpBuffer, ,
              DAVSIM_COMMA sharedTmpBuffer, srcTensor0.GetSize())
DAVSIM_SWIGLU(DAVSIM_COMMA const LocalTensor<uint8_t>& sharedTmpBuffer,
              DAVSIM_COMMA const uint32_t calCount, DAVSIM_COMMA sharedTmpBuffer, calCount)
#undef DAVSIM_COMMA
#undef DAVSIM_SWIGLU

}  // namespace AscendC
