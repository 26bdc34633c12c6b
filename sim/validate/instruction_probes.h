// SPDX-License-Identifier: Apache-2.0
#pragma once
// Probes of single instructions on one core. Each returns the quantity "cycles".

#include "sim/validate/measured_rows.h"
#include "sim/validate/probe_bench.h"

namespace davsim {

// Vector instructions back to back and independent: cycles from start to start. Parameters: op,
// dtype (or src and dst of a cast), repeat, sources=same_group|apart.
ProbeValues probe_vector(ProbeBench& bench, ProbeParams& params);

// The same with a barrier after each.
ProbeValues probe_isolated(ProbeBench& bench, ProbeParams& params);

// One transfer at a time, from its start to its completion. Parameters: bytes, l2=hit|miss (loads).
ProbeValues probe_load(ProbeBench& bench, ProbeParams& params);
ProbeValues probe_store(ProbeBench& bench, ProbeParams& params);

// Moves inside UB back to back. Parameter: bytes.
ProbeValues probe_move_ub(ProbeBench& bench, ProbeParams& params);

// GetValue of two elements, SetValue of one, in a loop: cycles an element. Parameter: elements.
ProbeValues probe_scalar_loop(ProbeBench& bench, ProbeParams& params);

}  // namespace davsim
