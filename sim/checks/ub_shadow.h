// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which bits of a core's UB and of the registers of its vector unit nobody has written. A byte is
// undefined as a whole, or, where comparisons left the bits of lanes, in some of its bits.
//
// Undefined bytes carry a number that says where they come from (see init_check.h).

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/checks/byte_set.h"
#include "sim/isa/instruction.h"

namespace davsim::checks {

class UbShadow {
public:
    using Origin = std::uint16_t;
    static constexpr Origin kNeverWritten = 0;
    static constexpr Origin kDefined = 0xFFFF;
    static constexpr std::uint8_t kAllBits = 0xFF;

    explicit UbShadow(std::uint64_t ub_bytes = 0)
        : defined_(ub_bytes), origins_(ub_bytes / kWord, kNeverWritten) {
        forget_registers();
    }

    // A block starts: nothing is defined in UB.
    void clear() {
        defined_.clear();
        partial_.clear();
        forget_registers();
    }

    void define(std::uint64_t begin, std::uint64_t end) {
        defined_.add(begin, end);
        forget_bits(begin, end);
    }
    void undefine(std::uint64_t begin, std::uint64_t end, Origin origin);
    // These bits of one byte; its other bits stay what they are.
    void undefine_bits(std::uint64_t byte, std::uint8_t bits, Origin origin);

    bool defined(std::uint64_t begin, std::uint64_t end) const { return defined_.all(begin, end); }
    // The first byte that is undefined as a whole, or is not; `end` if there is none.
    std::uint64_t next_undefined(std::uint64_t begin, std::uint64_t end) const {
        return defined_.next(begin, end, false);
    }
    std::uint64_t next_defined(std::uint64_t begin, std::uint64_t end) const {
        return defined_.next(begin, end, true);
    }
    // The first byte with undefined bits, all of them or some; `end` if there is none.
    std::uint64_t next_undefined_bit(std::uint64_t begin, std::uint64_t end) const;
    std::uint8_t undefined_bits(std::uint64_t byte) const;
    Origin origin(std::uint64_t byte) const { return origins_[byte / kWord]; }

    // One byte of undefined bits for each byte, out and in again.
    std::vector<std::uint8_t> bits_of(std::uint64_t begin, std::uint64_t end) const;
    void set_bits(std::uint64_t begin, const std::vector<std::uint8_t>& bits, Origin origin);

    // What the last instruction left in a register: kDefined, or where it comes from.
    Origin& of(VectorRegister which) { return registers_[static_cast<std::size_t>(which)]; }
    // Undefined bits of the compare mask register, one a lane.
    std::array<std::uint64_t, 2> mask_bits{};
    bool mask_defined() const { return mask_bits[0] == 0 && mask_bits[1] == 0; }

private:
    static constexpr std::uint64_t kWord = 4;  // bytes that share an origin

    void forget_bits(std::uint64_t begin, std::uint64_t end) {
        if (partial_.empty()) return;
        partial_.erase(partial_.lower_bound(begin), partial_.lower_bound(end));
    }
    void forget_registers() {
        registers_.fill(kDefined);
        mask_bits = {};
    }

    ByteSet defined_;
    std::vector<Origin> origins_;
    std::map<std::uint64_t, std::uint8_t> partial_;  // bytes that are defined but for these bits
    std::array<Origin, static_cast<std::size_t>(VectorRegister::kCount)> registers_{};
};

}  // namespace davsim::checks
