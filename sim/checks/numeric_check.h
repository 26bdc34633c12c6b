// SPDX-License-Identifier: Apache-2.0
#pragma once
// The first instruction whose result is not finite although all its operands were: a division by
// zero, an overflow, a logarithm of a negative number. What only passes NaN and infinities on is
// not named again.

#include <vector>

#include "sim/checks/byte_set.h"
#include "sim/checks/core_state.h"

namespace davsim::checks {

class NumericCheck {
public:
    NumericCheck(LaunchView& launch, FindingLog& log) : launch_(launch), log_(log) {}

    void begin_launch(std::size_t cores);
    void begin_block(const CoreState& core);
    void check(CoreState& core, const Operation& operation);

private:
    void compute(CoreState& core, const Operation& operation, const Region& write);
    void mark(ByteSet& special, const Operation& operation, const Region& write);

    LaunchView& launch_;
    FindingLog& log_;
    std::vector<ByteSet> special_;  // bytes of NaN and infinities, by core
};

}  // namespace davsim::checks
