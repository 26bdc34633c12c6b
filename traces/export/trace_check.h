// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that a trace.json keeps the rules under which every viewer shows it right: see
// trace_json.h.

#include <string>
#include <string_view>
#include <vector>

namespace davsim::traces {

// Violations in words, the first of each kind and place; empty when the trace is fine.
//
// - well-formed JSON; profilingType before traceEvents; `ph` first in every event
// - no braces in strings
// - X: pid, tid, ts, dur of at least 1 ns, all times whole nanoseconds
// - no overlap in a lane, times of a lane ascending
// - B and E paired by integer id and name
// - a flow has exactly one s, then at least one t, each inside a slice, s not after t
// - every process and lane named and with a sort index before its first slice
std::vector<std::string> check_trace(std::string_view json);

}  // namespace davsim::traces
