// SPDX-License-Identifier: Apache-2.0
#pragma once
// Power: base to the exponent, each a tensor or a scalar, as exp(exponent ln |base|) with the sign
// of an odd integral exponent. A negative base with any other exponent gives NaN; to the power of 0
// everything is 1. The relative error grows with |exponent ln |base||, by 2^-23 each. Of int32 see
// power_int.h.

#include "sim/ascendc/api/adv/binary_forms.h"
#include "sim/ascendc/api/adv/power_int.h"

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

// One operand is the same for all; it gets a slot.
template <bool kScalarBase>
struct PowerWithScalarBody {
    float scalar = 0;
    static constexpr std::size_t kSlots = PowerBody::kSlots + 1;
    template <class S>
    void run(Steps& steps, const LocalTensor<float>& y, const LocalTensor<float>& x, const S& spare,
             std::size_t first) const {
        const LocalTensor<float> same = spare[first];
        steps.fill(same, scalar);
        const PowerBody power;
        if constexpr (kScalarBase)
            power.run(steps, y, same, x, spare, first + 1);
        else
            power.run(steps, y, x, same, spare, first + 1);
    }
};

template <typename T>
inline constexpr bool kPowerTypes = kLibraryFloats<T> || (!kIs910 && std::is_same_v<T, int32_t>);

// Base and exponent: two tensors, or a tensor and a scalar.
template <typename T>
void power(const LocalTensor<T>& y, const LocalTensor<T>& base, const LocalTensor<T>& exponent,
           const LocalTensor<uint8_t>& buffer, std::uint32_t count, const void* site) {
    if constexpr (std::is_integral_v<T>)
        power_of_integers(y, base, exponent, buffer, count, site);
    else
        run_binary("Power", y, base, exponent, buffer, count, PowerBody(), site);
}
template <typename T>
void power(const LocalTensor<T>& y, const LocalTensor<T>& base, T exponent,
           const LocalTensor<uint8_t>& buffer, std::uint32_t count, const void* site) {
    if constexpr (std::is_integral_v<T>)
        power_of_integers(y, base, exponent, buffer, count, site);
    else
        run_unary("Power", y, base, buffer, count,
                  PowerWithScalarBody<false>{static_cast<float>(exponent)}, site);
}
template <typename T>
void power(const LocalTensor<T>& y, T base, const LocalTensor<T>& exponent,
           const LocalTensor<uint8_t>& buffer, std::uint32_t count, const void* site) {
    if constexpr (std::is_integral_v<T>)
        power_of_integers(y, base, exponent, buffer, count, site);
    else
        run_unary("Power", y, exponent, buffer, count,
                  PowerWithScalarBody<true>{static_cast<float>(base)}, site);
}

}  // namespace detail

#define DAVSIM_POWER(First, Second, tensor)                                                       \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Power(const LocalTensor<T>& dstTensor, const First& src0, const Second& src1, \
                          const LocalTensor<uint8_t>& sharedTmpBuffer, uint32_t calCount) {       \
        DAVSIM_REQUIRE("Power", (detail::kPowerTypes<T>), T);                                     \
        detail::power(dstTensor, src0, src1, sharedTmpBuffer, calCount, DAVSIM_SITE);             \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Power(const LocalTensor<T>& dstTensor, const First& src0, const Second& src1, \
                          uint32_t calCount) {                                                    \
        DAVSIM_REQUIRE("Power", (detail::kPowerTypes<T>), T);                                     \
        detail::power(dstTensor, src0, src1, detail::stack_buffer("Power"), calCount,             \
                      DAVSIM_SITE);                                                               \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Power(const LocalTensor<T>& dstTensor, const First& src0, const Second& src1, \
                          const LocalTensor<uint8_t>& sharedTmpBuffer) {                          \
        DAVSIM_REQUIRE("Power", (detail::kPowerTypes<T>), T);                                     \
        detail::power(dstTensor, src0, src1, sharedTmpBuffer, tensor.GetSize(), DAVSIM_SITE);     \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Power(const LocalTensor<T>& dstTensor, const First& src0,                     \
                          const Second& src1) {                                                   \
        DAVSIM_REQUIRE("Power", (detail::kPowerTypes<T>), T);                                     \
        detail::power(dstTensor, src0, src1, detail::stack_buffer("Power"), tensor.GetSize(),     \
                      DAVSIM_SITE);                                                               \
    }

DAVSIM_POWER(LocalTensor<T>, LocalTensor<T>, src0)
DAVSIM_POWER(LocalTensor<T>, T, src0)
DAVSIM_POWER(T, LocalTensor<T>, src1)

#undef DAVSIM_POWER

}  // namespace AscendC
