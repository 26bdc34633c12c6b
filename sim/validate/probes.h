// SPDX-License-Identifier: Apache-2.0
#pragma once
// Probes by name.

#include "sim/validate/measured_rows.h"
#include "sim/validate/probe_bench.h"

namespace davsim {

// Runs the probe that a row names. Throws Error(kUsage) for a row that does not make sense.
ProbeValues run_probe(ProbeBench& bench, const MeasuredRow& row);

}  // namespace davsim
