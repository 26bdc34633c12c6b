// SPDX-License-Identifier: Apache-2.0
#pragma once
// Power of int32: squares and products for as many bits as the largest exponent has, modulo 2^32. A
// negative exponent leaves 1 / the power cut to an integer: 1, -1, else 0, and 0 of a power of 0.

#include "sim/ascendc/api/adv/row_numbers.h"
#include "sim/ascendc/api/adv/scratch.h"

namespace AscendC {
namespace detail {

class IntegerPower {
public:
    // The exponents left, the squares, the powers, two to work with; one for a scalar operand.
    static constexpr std::size_t kSlots = 6;

    IntegerPower(const LocalTensor<uint8_t>& buffer, std::uint32_t count, const void* site)
        : slots_("Power", buffer, count), steps_("Power", site), count_(count) {}

    // base_at(i), exponent_at(i): from element i on; y may be either.
    template <class BaseAt, class ExponentAt>
    void run(const LocalTensor<int32_t>& y, const BaseAt& base_at, const ExponentAt& exponent_at) {
        in_pieces(count_, slots_.length(), [&](std::uint32_t at, std::uint32_t piece) {
            steps_.set_count(piece);
            const LocalTensor<int32_t> base = base_at(at);
            const LocalTensor<int32_t> exponent = exponent_at(at);
            const LocalTensor<int32_t> left = slot(0);
            const LocalTensor<int32_t> square = slot(1);
            const LocalTensor<int32_t> power = slot(2);
            const LocalTensor<int32_t> work = slot(3);
            const LocalTensor<int32_t> half_left = slot(4);
            steps_.muls(left, exponent, -1);
            steps_.max(left, left, exponent);
            const std::uint32_t bits = bits_of_largest(left, piece);
            steps_.set_count(piece);
            steps_.fill(power, 1);
            steps_.muls(square, base, 1);
            for (std::uint32_t bit = 0; bit < bits; ++bit) {
                // power times (bit set ? square : 1)
                halve(half_left, left);
                steps_.muls(work, half_left, -2);
                steps_.add(left, left, work);
                steps_.adds(work, square, -1);
                steps_.mul(work, work, left);
                steps_.adds(work, work, 1);
                steps_.mul(power, power, work);
                steps_.muls(left, half_left, 1);
                if (bit + 1 < bits) steps_.mul(square, square, square);
            }
            invert_where_negative(y[at], power, exponent);
        });
    }

    // The slot of a scalar operand, filled with it.
    LocalTensor<int32_t> same(std::int32_t value) {
        const LocalTensor<int32_t> all = slot(kSlots - 1);
        steps_.fill(all, value);
        return all;
    }

private:
    LocalTensor<int32_t> slot(std::size_t i) const {
        return slots_[i].template ReinterpretCast<int32_t>();
    }

    void halve(const LocalTensor<int32_t>& to, const LocalTensor<int32_t>& from) {
        with_scalar(steps_.api(), davsim::Opcode::kShiftRight, to, from, 1, steps_.mask(), 1,
                    UnaryRepeatParams(), steps_.site());
        steps_.barrier();
    }

    // The scalar unit has to know how often to go round.
    std::uint32_t bits_of_largest(const LocalTensor<int32_t>& exponents, std::uint32_t piece) {
        const LocalTensor<float> number = slots_[1];
        const LocalTensor<float> values = slots_[3];
        const LocalTensor<float> fold = slots_[4];
        steps_.cast(values, exponents, RoundMode::CAST_NONE);
        Rows(steps_, 1, piece, rounded_up(piece, Rows::kLanes))
            .reduce<ReduceType::MAX>(number, values, fold);
        set_and_wait(HardEvent::V_S, steps_.site());
        const float largest = number.GetValue(0);
        set_and_wait(HardEvent::S_V, steps_.site());
        std::uint32_t bits = 0;
        constexpr std::uint32_t kMost = 31;
        while (bits < kMost && static_cast<float>(std::uint32_t{1} << bits) <= largest) ++bits;
        return bits;
    }

    void invert_where_negative(const LocalTensor<int32_t>& y, const LocalTensor<int32_t>& power,
                               const LocalTensor<int32_t>& exponent) {
        const LocalTensor<int32_t> size = slot(0);
        const LocalTensor<int32_t> inverse = slot(1);
        const LocalTensor<int32_t> negative = slot(3);
        steps_.muls(size, power, -1);
        steps_.max(size, size, power);
        steps_.maxs(size, size, 0);
        steps_.mins(size, size, 2);
        // 1 where the size is 1, else 0.
        steps_.muls(inverse, size, -1);
        steps_.adds(inverse, inverse, 2);
        steps_.mul(inverse, inverse, size);
        steps_.mul(inverse, inverse, power);
        steps_.sub(inverse, inverse, power);
        steps_.maxs(negative, exponent, -1);
        steps_.muls(negative, negative, -1);
        steps_.maxs(negative, negative, 0);
        steps_.mul(inverse, inverse, negative);
        steps_.add(y, power, inverse);
    }

    Slots<kSlots> slots_;
    Steps steps_;
    std::uint32_t count_;
};

inline void power_of_integers(const LocalTensor<int32_t>& y, const LocalTensor<int32_t>& base,
                              const LocalTensor<int32_t>& exponent,
                              const LocalTensor<uint8_t>& buffer, std::uint32_t count,
                              const void* site) {
    IntegerPower(buffer, count, site)
        .run(
            y, [&](std::uint32_t at) { return base[at]; },
            [&](std::uint32_t at) { return exponent[at]; });
}
inline void power_of_integers(const LocalTensor<int32_t>& y, const LocalTensor<int32_t>& base,
                              std::int32_t exponent, const LocalTensor<uint8_t>& buffer,
                              std::uint32_t count, const void* site) {
    IntegerPower power(buffer, count, site);
    power.run(
        y, [&](std::uint32_t at) { return base[at]; },
        [&](std::uint32_t) { return power.same(exponent); });
}
inline void power_of_integers(const LocalTensor<int32_t>& y, std::int32_t base,
                              const LocalTensor<int32_t>& exponent,
                              const LocalTensor<uint8_t>& buffer, std::uint32_t count,
                              const void* site) {
    IntegerPower power(buffer, count, site);
    power.run(
        y, [&](std::uint32_t) { return power.same(base); },
        [&](std::uint32_t at) { return exponent[at]; });
}

}  // namespace detail
}  // namespace AscendC
