// SPDX-License-Identifier: Apache-2.0
#pragma once
// Power: base to the exponent, each a tensor or a scalar, as exp(exponent ln |base|) with the sign
// of an odd integral exponent. A negative base with any other exponent gives NaN; to the power of 0
// everything is 1. The relative error grows with |exponent ln |base||, by 2^-23 each. int32: see
// power_integer.h.

#include "sim/ascendc/api/adv/power_integer.h"

namespace AscendC {
namespace detail {

struct PowerBody {
    static constexpr float kFactor = 0x1p75F;  // twice: beyond 1, whatever is not zero
    static constexpr float kFinite = 1e30F;    // for infinities, so that times 0 they are 0
    static constexpr std::size_t kSlots = 4;

    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& base,
             const LocalTensor<float>& exponent, const S& spare, std::size_t first) const {
        const LocalTensor<float> size = spare[first];
        const LocalTensor<float> power = spare[first + 1];
        const LocalTensor<float> negative = spare[first + 2];
        const LocalTensor<float> work = spare[first + 3];
        steps.abs(size, base);
        steps.ln(size, size);
        steps.clamp(size, size, -kFinite, kFinite);
        steps.clamp(power, exponent, -kFinite, kFinite);
        steps.mul(size, size, power);
        steps.exp(size, size);
        is_nonzero(steps, negative, base, -kFactor);
        // NaN where the base is negative and the exponent has a fraction.
        steps.cast(work, power, RoundMode::CAST_TRUNC);
        steps.sub(work, power, work);
        steps.abs(work, work);
        is_nonzero(steps, work, work, kFactor);
        steps.mul(work, work, negative);
        steps.muls(work, work, -1.0F);
        steps.sqrt(work, work);
        steps.add(size, size, work);
        // The exponent modulo 2.
        steps.muls(work, power, 0.5F);
        steps.cast(work, work, RoundMode::CAST_FLOOR);
        steps.muls(work, work, -2.0F);
        steps.add(power, power, work);
        steps.mul(power, power, negative);
        steps.muls(power, power, -2.0F);
        steps.adds(power, power, 1.0F);
        steps.mul(y, size, power);
    }

private:
    // 1 where x has the sign of `factor`, else 0.
    static void is_nonzero(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x,
                           float factor) {
        steps.muls(y, x, factor);
        steps.muls(y, y, kFactor);
        steps.clamp(y, y, 0.0F, 1.0F);
    }
};

template <typename T>
inline constexpr bool kIntegerPower = std::is_same_v<T, int32_t>;

template <typename T>
using PowerBodyOf = std::conditional_t<kIntegerPower<T>, IntegerPowerBody, PowerBody>;

// One operand is the same for all; it gets a slot.
template <typename T, bool kScalarBase>
struct PowerWithScalarBody {
    using Lane = std::conditional_t<kIntegerPower<T>, int32_t, float>;
    Lane scalar = 0;
    static constexpr std::size_t kSlots = PowerBodyOf<T>::kSlots + 1;
    template <class S>
    void run(Steps& steps, const LocalTensor<Lane>& y, const LocalTensor<Lane>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<Lane> same = spare[first].template ReinterpretCast<Lane>();
        steps.fill(same, scalar);
        const PowerBodyOf<T> power;
        if constexpr (kScalarBase)
            power.run(steps, y, same, x, spare, first + 1);
        else
            power.run(steps, y, x, same, spare, first + 1);
    }
};

template <typename T, bool kScalarBase>
PowerWithScalarBody<T, kScalarBase> power_with(const T& scalar) {
    return {static_cast<typename PowerWithScalarBody<T, kScalarBase>::Lane>(scalar)};
}

template <typename T>
inline constexpr bool kPowerTypes = kLibraryFloats<T> || (!kIs910 && kIntegerPower<T>);

}  // namespace detail

DAVSIM_LIBRARY_BINARY(Power, PowerBodyOf<T>, kPowerTypes)

#define DAVSIM_POWER(first, second, tensor, scalar, kScalarBase)                               \
    template <typename T, bool isReuseSource = false>                                          \
    DAVSIM_API void Power(const LocalTensor<T>& dstTensor, first, second,                      \
                          const LocalTensor<uint8_t>& sharedTmpBuffer, uint32_t calCount) {    \
        DAVSIM_REQUIRE("Power", (detail::kPowerTypes<T>), T);                                  \
        const auto body = detail::power_with<T, kScalarBase>(scalar);                          \
        detail::run_unary("Power", dstTensor, tensor, sharedTmpBuffer, calCount, body,         \
                          DAVSIM_SITE);                                                        \
    }                                                                                          \
    template <typename T, bool isReuseSource = false>                                          \
    DAVSIM_API void Power(const LocalTensor<T>& dstTensor, first, second, uint32_t calCount) { \
        DAVSIM_REQUIRE("Power", (detail::kPowerTypes<T>), T);                                  \
        const auto body = detail::power_with<T, kScalarBase>(scalar);                          \
        detail::run_unary("Power", dstTensor, tensor, calCount, body, DAVSIM_SITE);            \
    }                                                                                          \
    template <typename T, bool isReuseSource = false>                                          \
    DAVSIM_API void Power(const LocalTensor<T>& dstTensor, first, second,                      \
                          const LocalTensor<uint8_t>& sharedTmpBuffer) {                       \
        DAVSIM_REQUIRE("Power", (detail::kPowerTypes<T>), T);                                  \
        const auto body = detail::power_with<T, kScalarBase>(scalar);                          \
        detail::run_unary("Power", dstTensor, tensor, sharedTmpBuffer, tensor.GetSize(), body, \
                          DAVSIM_SITE);                                                        \
    }                                                                                          \
    template <typename T, bool isReuseSource = false>                                          \
    DAVSIM_API void Power(const LocalTensor<T>& dstTensor, first, second) {                    \
        DAVSIM_REQUIRE("Power", (detail::kPowerTypes<T>), T);                                  \
        const auto body = detail::power_with<T, kScalarBase>(scalar);                          \
        detail::run_unary("Power", dstTensor, tensor, tensor.GetSize(), body, DAVSIM_SITE);    \
    }

DAVSIM_POWER(const LocalTensor<T>& src0Tensor, const T& src1Scalar, src0Tensor, src1Scalar, false)
DAVSIM_POWER(const T& src0Scalar, const LocalTensor<T>& src1Tensor, src1Tensor, src0Scalar, true)

#undef DAVSIM_POWER

}  // namespace AscendC
