// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/probes.h"

#include <fmt/format.h>

#include <array>

#include "sim/base/error.h"
#include "sim/validate/instruction_probes.h"
#include "sim/validate/kernel_probes.h"

namespace davsim {
namespace {

struct Probe {
    const char* name;
    ProbeValues (*run)(ProbeBench&, ProbeParams&);
};

constexpr std::array<Probe, 10> kProbes = {{
    {"vector", probe_vector},
    {"isolated", probe_isolated},
    {"load", probe_load},
    {"store", probe_store},
    {"move_ub", probe_move_ub},
    {"scalar_loop", probe_scalar_loop},
    {"add", probe_add},
    {"copy_pad", probe_copy_pad},
    {"stream", probe_stream},
    {"launch", probe_launch},
}};

}  // namespace

ProbeValues run_probe(ProbeBench& bench, const MeasuredRow& row) {
    for (const Probe& probe : kProbes) {
        if (row.probe != probe.name) continue;
        ProbeParams params(row);
        bench.release_all();
        return probe.run(bench, params);
    }
    throw Error(Fault::kUsage, fmt::format("{}: probe: unknown '{}'", row.place, row.probe));
}

}  // namespace davsim
