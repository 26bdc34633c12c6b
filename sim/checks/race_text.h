// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a race says: whether it did damage, in words, and what would put it right.

#include <string>

#include "sim/checks/access_record.h"
#include "sim/checks/finding.h"

namespace davsim::checks {

struct RaceTiming {
    bool manifested = false;
    Cycles slack;  // 0 when manifested
};

// `first` comes before `second` in the program of a block, or is of another block.
RaceTiming timing_of(const AccessRecord& first, bool first_writes, const AccessRecord& second,
                     bool second_writes);

std::string race_message(Kind kind, const Access& first, const Access& second);
std::string race_hint(const AccessRecord& first, const AccessRecord& second);
Finding register_race(const AccessRecord& writer, const AccessRecord& reader);

}  // namespace davsim::checks
