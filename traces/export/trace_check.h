// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that a trace.json, davsim's or another tool's, keeps the rules under which every viewer
// shows it right: see
// trace_json.h.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace davsim::traces {

// Violations in words, the first of each kind and place; empty when the trace is fine.
//
// - well-formed JSON; profilingType before traceEvents; `ph` first in every event
// - no braces and nothing that needs an escape in strings; traceEvents within the first MiB
// - X: pid, tid, ts, dur of at least 1 ns, all times whole nanoseconds
// - no overlap in a lane, times of a lane ascending
// - B and E paired by integer id and name
// - a flow has exactly one s, then at least one t, each inside a slice, s not after t
// - every process and lane named and with a sort index before its first slice
std::vector<std::string> check_trace(std::string_view json);

// What the file holds, for comparing it with others.
struct TraceCounts {
    std::uint64_t events = 0;
    std::map<std::string, std::uint64_t> slices;  // X events by name
};
std::vector<std::string> check_trace(std::string_view json, TraceCounts& counts);

}  // namespace davsim::traces
