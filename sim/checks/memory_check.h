// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether an operation stays inside what it may touch: the UB buffer that it starts in, the tensor
// in global memory that it starts in; and whether the operands of one instruction overlap in a way
// that gives undefined results. What no simulator could survive (outside all memory, misaligned
// operands) ends the launch before it comes here, see fault_kinds.h.

#include "sim/checks/core_state.h"

namespace davsim::checks {

class MemoryCheck {
public:
    MemoryCheck(LaunchView& launch, FindingLog& log) : launch_(launch), log_(log) {}

    void check(CoreState& core, const Operation& operation);

private:
    void check_ub(CoreState& core, const Operation& operation, const Region& region, bool write);
    void check_gm(const Operation& operation, const Region& region, bool write);
    void check_overlap(CoreState& core, const Operation& operation);

    LaunchView& launch_;
    FindingLog& log_;
};

}  // namespace davsim::checks
