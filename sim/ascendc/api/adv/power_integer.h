// SPDX-License-Identifier: Apache-2.0
#pragma once
// Power of int32: squares the base and takes the factors whose bit is set in the exponent, as many
// rounds as the largest exponent has bits; the scalar unit reads that. Products wrap. A negative
// exponent gives 1 / power cut to an integer: 0 but for powers of 1 and -1; 0 to a negative
// exponent gives 0, anything to the power of 0 is 1.

#include "sim/ascendc/api/adv/binary_forms.h"
#include "sim/ascendc/api/reduce_extreme.h"

namespace AscendC {
namespace detail {

struct IntegerPowerBody {
    static constexpr std::size_t kSlots = 5;
    using Tensor = LocalTensor<int32_t>;

    template <class S>
    void run(Steps& steps, const Tensor& y, const Tensor& base, const Tensor& exponent,
             const S& spare, std::size_t first) const {
        const auto slot = [&](std::size_t i) {
            return spare[first + i].template ReinterpretCast<int32_t>();
        };
        const Tensor square = slot(0);
        const Tensor rest = slot(1);
        const Tensor sign = slot(2);
        const Tensor half_rest = slot(3);
        const Tensor work = slot(4);
        steps.adds(square, base, 0);
        // The sign as 0 or -1; the exponent without it.
        steps.maxs(sign, exponent, -1);
        steps.mins(sign, sign, 0);
        steps.muls(rest, exponent, -1);
        steps.max(rest, rest, exponent);
        const int32_t rounds = bits_of_largest(steps, rest, half_rest, work);
        steps.fill(y, int32_t{1});
        for (int32_t round = 0; round < rounds; ++round) {
            shift_right(steps, half_rest, rest);
            // y *= 1 + bit (square - 1)
            steps.muls(work, half_rest, -2);
            steps.add(rest, rest, work);
            steps.adds(work, square, -1);
            steps.mul(work, work, rest);
            steps.adds(work, work, 1);
            steps.mul(y, y, work);
            steps.mul(square, square, square);
            steps.adds(rest, half_rest, 0);
        }
        invert(steps, y, sign, work, rest);
    }

private:
    static void shift_right(Steps& steps, const Tensor& dst, const Tensor& src) {
        with_scalar(steps.api(), davsim::Opcode::kShiftRight, dst, src, int32_t{1}, steps.mask(), 1,
                    UnaryRepeatParams(), steps.site());
        steps.barrier();
    }

    // The maximum is found in fp32, whose rounding may cost one round more. A template, as 1001 has
    // no such maximum.
    template <class Lane = float>
    static int32_t bits_of_largest(Steps& steps, const Tensor& values, const Tensor& a,
                                   const Tensor& b) {
        const LocalTensor<Lane> wide = a.template ReinterpretCast<Lane>();
        const LocalTensor<Lane> work = b.template ReinterpretCast<Lane>();
        steps.cast(wide, values, RoundMode::CAST_NONE);
        reduce_extreme_count<ReduceType::MAX>(steps.api(), wide, wide, work, steps.count(), false,
                                              steps.site());
        set_and_wait(HardEvent::V_S, steps.site());
        const auto largest = static_cast<std::uint64_t>(wide.GetValue(0));
        int32_t bits = 0;
        while (bits < kExponentBits && (largest >> bits) != 0) ++bits;
        return bits;
    }

    // y where the sign is 0; where it is -1, y if that is 1 or -1 and else 0.
    static void invert(Steps& steps, const Tensor& y, const Tensor& sign, const Tensor& unit,
                       const Tensor& work) {
        magnitude(steps, unit, y, work);
        steps.adds(unit, unit, -1);
        magnitude(steps, unit, unit, work);
        steps.mins(unit, unit, 1);
        // 1 where |y| is not 1: there a negative sign takes y away.
        steps.mul(unit, unit, sign);
        steps.adds(unit, unit, 1);
        steps.mul(y, y, unit);
    }

    static void magnitude(Steps& steps, const Tensor& dst, const Tensor& src, const Tensor& work) {
        steps.muls(work, src, -1);
        steps.max(dst, src, work);
    }

    static constexpr int32_t kExponentBits = 31;
};

}  // namespace detail
}  // namespace AscendC
