// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library activations of one tensor: Sigmoid, Silu, Swish, Gelu, FasterGelu.
// Formulas: Ascend C documentation of each.

#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

// 1 / (1 + exp(-x)); exp may overflow, 1 / inf is right.
struct SigmoidBody {
    static constexpr std::size_t kSlots = 1;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        steps.muls(y, x, -1.0F);
        steps.exp(y, y);
        steps.adds(y, y, 1.0F);
        steps.fill(spare[first], 1.0F);
        steps.div(y, spare[first], y);
    }
};

// x / (1 + exp(slope x))
struct SwishBody {
    float slope = -1;
    static constexpr std::size_t kSlots = 1;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> divisor = spare[first];
        steps.muls(divisor, x, slope);
        steps.exp(divisor, divisor);
        steps.adds(divisor, divisor, 1.0F);
        steps.div(y, x, divisor);
    }
};

// x / (1 + exp(-2 sqrt(2 / pi) (x + 0.044715 x^3))): the tanh form of Gelu.
struct GeluBody {
    static constexpr float kCubic = 0.044715F;
    static constexpr float kSlope = -1.5957691216057308F;
    static constexpr std::size_t kSlots = 1;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> t = spare[first];
        steps.mul(t, x, x);
        steps.muls(t, t, kCubic);
        steps.adds(t, t, 1.0F);
        steps.mul(t, t, x);
        steps.muls(t, t, kSlope);
        steps.exp(t, t);
        steps.adds(t, t, 1.0F);
        steps.div(y, x, t);
    }
};

inline constexpr float kFasterGeluSlope = -1.702F;

template <typename T>
inline constexpr bool kAnyFloats = kFloats<T>;

}  // namespace detail

DAVSIM_LIBRARY_UNARY(Sigmoid, SigmoidBody, kAnyFloats)

// These have a count and, but for Silu and Swish, may have a buffer.
template <typename T, bool isReuseSource = false>
DAVSIM_API void Silu(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     uint32_t dataSize) {
    DAVSIM_REQUIRE("Silu", (detail::kLibraryFloats<T>), T);
    detail::run_unary("Silu", dstLocal, srcLocal, dataSize, detail::SwishBody(), DAVSIM_SITE);
}

template <typename T, bool isReuseSource = false>
DAVSIM_API void Swish(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                      uint32_t dataSize, const T scalarValue) {
    DAVSIM_REQUIRE("Swish", (detail::kLibraryFloats<T>), T);
    detail::run_unary("Swish", dstLocal, srcLocal, dataSize,
                      detail::SwishBody{-static_cast<float>(scalarValue)}, DAVSIM_SITE);
}

#define DAVSIM_GELU(Name, body)                                                                  \
    template <typename T, bool highPrecision = false, bool highPerformance = false>              \
    DAVSIM_API void Name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,         \
                         const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t dataSize) { \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                                   \
        detail::run_unary(#Name, dstLocal, srcLocal, sharedTmpBuffer, dataSize, detail::body,    \
                          DAVSIM_SITE);                                                          \
    }                                                                                            \
    template <typename T, bool highPrecision = false, bool highPerformance = false>              \
    DAVSIM_API void Name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,         \
                         const uint32_t dataSize) {                                              \
        DAVSIM_REQUIRE(#Name, (detail::kLibraryFloats<T>), T);                                   \
        detail::run_unary(#Name, dstLocal, srcLocal, dataSize, detail::body, DAVSIM_SITE);       \
    }

DAVSIM_GELU(Gelu, GeluBody())
DAVSIM_GELU(FasterGelu, SwishBody{detail::kFasterGeluSlope})

#undef DAVSIM_GELU

}  // namespace AscendC
