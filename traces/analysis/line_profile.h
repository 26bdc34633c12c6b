// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each instruction and each line of the kernel's source cost.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/views/interval_union.h"
#include "traces/store/store_reader.h"

namespace davsim::traces {

struct PlaceUse {
    std::string code;   // "gn_grad.h:210", or the place in the library where lines are unknown
    std::string instr;  // mnemonic; of a line, all that occur, separated by blanks
    std::uint64_t address = 0;  // in its library; of a line, the first
    Pipe pipe = Pipe::kV;
    std::string detail;  // of the first one seen
    std::uint64_t calls = 0;
    std::int64_t cycles = 0;  // start to result, summed: more than wall time where they overlap
    std::int64_t busy = 0;    // with at least one of them running, per core, summed
    std::array<std::int64_t, kStallCauseCount> waited{};  // before they began, by cause
    std::int64_t flag_wait = 0;                           // in WaitFlag at this place
    std::uint64_t bytes = 0;
    std::int64_t conflict = 0;  // of the cycles, lost to operands that share parts of UB

    std::int64_t wait_cycles() const;
};

// Adds up cores in any order, one after the other.
class LineProfile {
public:
    explicit LineProfile(const StoreReader& store) : store_(store) {}

    void add(int core);

    // Most cycles first.
    std::vector<PlaceUse> by_instruction() const;
    std::vector<PlaceUse> by_line() const;

private:
    struct Sum {
        PlaceUse use;
        IntervalUnion busy;
    };
    using Key = std::pair<std::uint32_t, int>;  // site, opcode (or below 0: waits for flags)

    Sum& sum_of(std::map<Key, Sum>& sums, const Row& row, int opcode);

    const StoreReader& store_;
    std::map<Key, PlaceUse> instructions_;
    std::map<std::string, PlaceUse> lines_;
};

// "gn_grad.h:210", "libgn.so+0x40", or "?" without a place.
std::string place_text(const Site* site);

}  // namespace davsim::traces
