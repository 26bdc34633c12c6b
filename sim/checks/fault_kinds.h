// SPDX-License-Identifier: Apache-2.0
#pragma once
// Findings from what the core and the API report themselves: rules broken, faults that end the
// launch, deadlocks.

#include <optional>

#include "sim/checks/finding.h"
#include "sim/events/event.h"

namespace davsim::checks {

Kind kind_of(Rule rule);

Finding finding_of(const ViolationEvent& event);
// Nothing for faults that are not the kernel's to mend (unsupported, internal).
std::optional<Finding> finding_of(const FaultEvent& event);

}  // namespace davsim::checks
