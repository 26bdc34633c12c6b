// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many cycles the unified buffer needs to serve one vector instruction.
//
// The buffer is cut into bank groups of some banks each; rows of 32 bytes go round the groups. A
// group serves one row a cycle, reading or writing. A repeat reads up to 8 rows of each source and
// writes up to 8 rows, so two sources that share groups, or blocks strided by a multiple of all
// groups, take turns. The operands' real addresses decide; dense operands are settled by a closed
// form. Sorting, merging and transposing are so slow that their rates hide the buffer.
//
// Driven by config section `memory.ub_banks` and vector.bank_conflicts, vector.bank_read_write.
// Rules: Ascend C guide, bank conflicts of the unified buffer. That a group and not a bank is what
// two reads compete for is measured (sample add_high_performance, 278.5 against 149.6 cycles).

#include <array>
#include <cstdint>

#include "sim/config/soc_config.h"
#include "sim/isa/instruction.h"

namespace davsim {

class BankConflicts {
public:
    BankConflicts(const UbBanksConfig& banks, bool enabled, bool read_write);

    // Sum over all repeats of max(per_repeat, rows that the busiest group serves x scale);
    // `per_repeat` in units of 1/scale cycle.
    std::int64_t work(const Instruction& instruction, std::int64_t repeats, std::int64_t per_repeat,
                      std::int64_t scale) const;

private:
    static constexpr int kMaxGroups = 64;

    // Rows that one operand touches in a repeat.
    struct Rows {
        std::uint32_t first = 0;  // row number in the buffer
        std::uint32_t step = 1;   // rows from block to block
        std::uint32_t shift = 0;  // rows from repeat to repeat
        std::uint32_t count = 0;
    };
    struct Access {
        std::array<Rows, 3> reads{};
        int read_count = 0;
        Rows write;
    };

    Access access_of(const Instruction& instruction) const;
    Rows rows_of(const VectorOperand& operand, std::uint32_t lanes) const;
    std::int64_t beats(const Access& access, std::uint32_t repeat) const;
    bool shares_a_bank(const Access& access, std::uint32_t repeat) const;
    bool harmless(const Rows& rows) const;
    std::uint32_t period(const Access& access) const;

    std::uint32_t groups_;
    std::uint32_t row_bytes_;
    std::uint32_t rows_a_layer_ = 0;  // rows from one bank of a group to the next
    bool enabled_;
    bool read_write_;
};

}  // namespace davsim
